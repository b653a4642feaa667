# FindSaltusSundials: the parts of SUNDIALS 6 behind the methods `bdf` and `adams`, as SaltusSundials::SaltusSundials.
#
# The package configuration of SUNDIALS itself asks for everything that SUNDIALS was built with (on Debian: MPI, PETSc,
# Trilinos), which a project in C++ alone cannot satisfy. We need three libraries and two include directories. This file
# is also installed, for projects that use an installed Saltus.
find_path(SALTUS_SUNDIALS_INCLUDE idas/idas.h)
find_path(SALTUS_KLU_INCLUDE klu.h PATH_SUFFIXES suitesparse)
set(_saltus_sundials SALTUS_SUNDIALS_INCLUDE SALTUS_KLU_INCLUDE)
foreach(part IN ITEMS idas cvodes sunlinsolklu)
  find_library(SALTUS_SUNDIALS_${part} sundials_${part})
  list(APPEND _saltus_sundials SALTUS_SUNDIALS_${part})
endforeach()
mark_as_advanced(${_saltus_sundials})

if(SALTUS_SUNDIALS_INCLUDE AND EXISTS ${SALTUS_SUNDIALS_INCLUDE}/sundials/sundials_config.h)
  file(STRINGS ${SALTUS_SUNDIALS_INCLUDE}/sundials/sundials_config.h _line REGEX "define SUNDIALS_VERSION \"")
  string(REGEX MATCH "[0-9]+\\.[0-9]+\\.[0-9]+" SaltusSundials_VERSION "${_line}")
endif()
# Version 7 reports errors in another way and is not supported yet; earlier ones have no SUNContext.
if(SaltusSundials_VERSION VERSION_GREATER_EQUAL 6.2 AND SaltusSundials_VERSION VERSION_LESS 7)
  set(_saltus_sundials_suits TRUE)
else()
  set(_saltus_sundials_suits FALSE)
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(SaltusSundials REQUIRED_VARS ${_saltus_sundials} _saltus_sundials_suits
                                  VERSION_VAR SaltusSundials_VERSION)

if(SaltusSundials_FOUND AND NOT TARGET SaltusSundials::SaltusSundials)
  add_library(SaltusSundials::SaltusSundials INTERFACE IMPORTED)
  target_include_directories(SaltusSundials::SaltusSundials INTERFACE ${SALTUS_SUNDIALS_INCLUDE} ${SALTUS_KLU_INCLUDE})
  foreach(part IN ITEMS idas cvodes sunlinsolklu)
    target_link_libraries(SaltusSundials::SaltusSundials INTERFACE ${SALTUS_SUNDIALS_${part}})
  endforeach()
endif()
