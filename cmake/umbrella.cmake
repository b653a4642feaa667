# saltus::saltus, what a user links to: the public headers in include/saltus and every layer below them.
# Layers never link to it, so no layer can include a public umbrella header.
add_library(saltus_umbrella INTERFACE)
add_library(saltus::saltus ALIAS saltus_umbrella)
set_target_properties(saltus_umbrella PROPERTIES EXPORT_NAME saltus)
target_include_directories(saltus_umbrella INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>)
target_compile_features(saltus_umbrella INTERFACE cxx_std_20)

get_property(layers GLOBAL PROPERTY SALTUS_LAYERS)
foreach(layer IN LISTS layers)
  get_target_property(name ${layer} EXPORT_NAME)
  target_link_libraries(saltus_umbrella INTERFACE saltus::${name})
endforeach()
