# The installed package: find_package(saltus CONFIG REQUIRED) gives saltus::saltus, and saltus::<layer> for each layer.
# tests/install installs the build into a prefix and builds examples/installed_package against it.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/saltus)

get_property(layers GLOBAL PROPERTY SALTUS_LAYERS)
install(TARGETS ${layers} saltus_umbrella EXPORT saltus-targets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
foreach(layer IN LISTS layers)
  get_target_property(folder ${layer} SALTUS_FOLDER)
  install(DIRECTORY src/${folder}/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/saltus/${folder}
          FILES_MATCHING PATTERN "*.hpp")
endforeach()
if(EXISTS ${PROJECT_SOURCE_DIR}/include/saltus)
  install(DIRECTORY include/saltus/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/saltus FILES_MATCHING PATTERN "*.hpp")
endif()
if(TARGET saltus)
  install(TARGETS saltus RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(FILES ${PROJECT_BINARY_DIR}/apps/saltus/saltus.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endif()
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

install(EXPORT saltus-targets NAMESPACE saltus:: DESTINATION ${package_dir})
configure_package_config_file(cmake/saltus-config.cmake.in ${PROJECT_BINARY_DIR}/package/saltus-config.cmake
                              INSTALL_DESTINATION ${package_dir})
# Before 1.0 a minor version may break its users, so only the same minor version counts as compatible.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/saltus-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
if(SaltusSundials_FOUND)
  install(FILES cmake/FindSaltusSundials.cmake DESTINATION ${package_dir})
endif()
if(SaltusHdf5_FOUND)
  install(FILES cmake/FindSaltusHdf5.cmake DESTINATION ${package_dir})
endif()
install(FILES ${PROJECT_BINARY_DIR}/package/saltus-config.cmake
              ${PROJECT_BINARY_DIR}/package/saltus-config-version.cmake
              cmake/FindKLU.cmake
        DESTINATION ${package_dir})
