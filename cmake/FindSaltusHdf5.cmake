# FindSaltusHdf5: the serial C library of HDF5 behind result files .h5, as SaltusHdf5::SaltusHdf5.
#
# CMake's own FindHDF5 asks a compiler wrapper, and with several builds installed (Debian: libsundials-dev brings the one
# for MPI) what it finds depends on which came first. We need one header and one library, those without MPI. This file is
# also installed, for projects that use an installed Saltus.
find_path(SALTUS_HDF5_INCLUDE hdf5.h PATH_SUFFIXES hdf5/serial)
find_library(SALTUS_HDF5_LIBRARY NAMES hdf5_serial hdf5 PATH_SUFFIXES hdf5/serial)
mark_as_advanced(SALTUS_HDF5_INCLUDE SALTUS_HDF5_LIBRARY)

set(_saltus_hdf5_suits FALSE)
if(SALTUS_HDF5_INCLUDE)
  set(_lines)
  foreach(_config IN ITEMS H5pubconf.h H5pubconf-64.h)  # Fedora keeps one per word size
    if(EXISTS ${SALTUS_HDF5_INCLUDE}/${_config})
      file(STRINGS ${SALTUS_HDF5_INCLUDE}/${_config} _more REGEX "define H5_(VERSION|HAVE_PARALLEL) ")
      list(APPEND _lines ${_more})
    endif()
  endforeach()
  string(REGEX MATCH "H5_VERSION \"([0-9]+\\.[0-9]+\\.[0-9]+)" _line "${_lines}")
  set(SaltusHdf5_VERSION ${CMAKE_MATCH_1})
  # Earlier ones cannot be read while they are written (SWMR).
  if(SaltusHdf5_VERSION VERSION_GREATER_EQUAL 1.10 AND NOT "${_lines}" MATCHES "HAVE_PARALLEL 1")
    set(_saltus_hdf5_suits TRUE)
  endif()
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(SaltusHdf5 REQUIRED_VARS SALTUS_HDF5_INCLUDE SALTUS_HDF5_LIBRARY _saltus_hdf5_suits
                                  VERSION_VAR SaltusHdf5_VERSION)

if(SaltusHdf5_FOUND AND NOT TARGET SaltusHdf5::SaltusHdf5)
  add_library(SaltusHdf5::SaltusHdf5 INTERFACE IMPORTED)
  target_include_directories(SaltusHdf5::SaltusHdf5 INTERFACE ${SALTUS_HDF5_INCLUDE})
  target_link_libraries(SaltusHdf5::SaltusHdf5 INTERFACE ${SALTUS_HDF5_LIBRARY})
endif()
