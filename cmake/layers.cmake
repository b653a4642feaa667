# One target per layer, and a wrong include does not build.
#
# Every layer lives in src/<folder> and is included as <saltus/<folder>/file.hpp>. Each target gets a private
# include root that contains a link to its own folder and nothing else, so a translation unit sees exactly the
# layers that its target links to (and what those link to in turn).
#
#   saltus_layer(events FOLDER events DEPENDS saltus::integrate SOURCES isolate.cpp settle.cpp)
function(saltus_layer name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "FOLDER" "DEPENDS;SOURCES")
  set(target saltus_${name})
  set(folder ${PROJECT_SOURCE_DIR}/src/${arg_FOLDER})
  set(root ${PROJECT_BINARY_DIR}/layers/${name})
  get_filename_component(parent ${root}/saltus/${arg_FOLDER} DIRECTORY)
  file(MAKE_DIRECTORY ${parent})
  file(CREATE_LINK ${folder} ${root}/saltus/${arg_FOLDER} SYMBOLIC)

  if(arg_SOURCES)
    list(TRANSFORM arg_SOURCES PREPEND ${folder}/)
    add_library(${target} STATIC ${arg_SOURCES})
    set(scope PUBLIC)
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:saltus_warnings>)
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  add_library(saltus::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name} SALTUS_FOLDER ${arg_FOLDER})
  target_include_directories(${target} ${scope} $<BUILD_INTERFACE:${root}> $<INSTALL_INTERFACE:include>)
  target_compile_features(${target} ${scope} cxx_std_20)
  target_link_libraries(${target} ${scope} ${arg_DEPENDS})
  set_property(GLOBAL APPEND PROPERTY SALTUS_LAYERS ${target})
endfunction()

add_library(saltus_warnings INTERFACE)
target_compile_options(saltus_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
                       $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)  # GCC 12 misreads std::string concatenation
