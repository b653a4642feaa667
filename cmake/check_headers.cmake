# header_self_containment: every header compiles alone, seeing no more than its own layer may see.
# A header that needs another one to be included first, or that reaches into a layer above, breaks the build here.
#
# One object library per layer and one for the public headers, each with one generated file per header.
function(saltus_check_headers name library root)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE ${root} ${root}/*.hpp)
  if(NOT headers)
    return()
  endif()
  set(sources)
  foreach(header IN LISTS headers)
    string(MAKE_C_IDENTIFIER ${header} stem)
    set(source ${PROJECT_BINARY_DIR}/header_self_containment/${name}/${stem}.cpp)
    # Twice, so that a forgotten #pragma once shows up as well.
    file(CONFIGURE OUTPUT ${source} CONTENT "#include <saltus/${ARGN}${header}>\n#include <saltus/${ARGN}${header}>\n")
    list(APPEND sources ${source})
  endforeach()
  add_library(headers_of_${name} OBJECT ${sources})
  target_link_libraries(headers_of_${name} PRIVATE ${library} saltus_warnings)
  target_compile_options(headers_of_${name} PRIVATE -O0 -g0)
  add_dependencies(header_self_containment headers_of_${name})
endfunction()

add_custom_target(header_self_containment ALL)
get_property(layers GLOBAL PROPERTY SALTUS_LAYERS)
foreach(layer IN LISTS layers)
  get_target_property(folder ${layer} SALTUS_FOLDER)
  get_target_property(name ${layer} EXPORT_NAME)
  saltus_check_headers(${name} ${layer} ${PROJECT_SOURCE_DIR}/src/${folder} ${folder}/)
endforeach()
saltus_check_headers(public saltus::saltus ${PROJECT_SOURCE_DIR}/include/saltus)
