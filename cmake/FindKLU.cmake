# KLU and what it stands on (BTF, AMD, COLAMD, SuiteSparse_config), as KLU::KLU.
# Debian 12's libsuitesparse-dev has no CMake files. Installed with the package, for those who use it.
find_path(KLU_INCLUDE_DIR klu.h PATH_SUFFIXES suitesparse)
set(KLU_LIBRARIES)
set(klu_parts)
foreach(part IN ITEMS klu btf amd colamd suitesparseconfig)
  find_library(KLU_${part}_LIBRARY ${part})
  list(APPEND klu_parts KLU_${part}_LIBRARY)
  list(APPEND KLU_LIBRARIES ${KLU_${part}_LIBRARY})
  mark_as_advanced(KLU_${part}_LIBRARY)
endforeach()
mark_as_advanced(KLU_INCLUDE_DIR)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(KLU REQUIRED_VARS ${klu_parts} KLU_INCLUDE_DIR
  REASON_FAILURE_MESSAGE "on Debian it is in the package libsuitesparse-dev")

if(KLU_FOUND AND NOT TARGET KLU::KLU)
  add_library(KLU::KLU INTERFACE IMPORTED)
  set_target_properties(KLU::KLU PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${KLU_INCLUDE_DIR}"
                                            INTERFACE_LINK_LIBRARIES "${KLU_LIBRARIES}")
endif()
