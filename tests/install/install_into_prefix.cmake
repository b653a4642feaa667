# cmake -DPREFIX= -DBUILD= -DSOURCE= -DCONFIG= -P install_into_prefix.cmake
file(REMOVE_RECURSE ${PREFIX})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${PREFIX} --config ${CONFIG}
                COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)

# A package that refers to the tree it was built from works only here.
file(GLOB_RECURSE files ${PREFIX}/*.cmake ${PREFIX}/*.hpp)
foreach(file IN LISTS files)
  file(READ ${file} text)
  foreach(tree IN ITEMS ${SOURCE} ${BUILD})
    string(FIND "${text}" "${tree}/" at)
    if(NOT at EQUAL -1)
      message(SEND_ERROR "${file} refers to ${tree}")
    endif()
  endforeach()
  if(text MATCHES "saltus_warnings")
    message(SEND_ERROR "${file} refers to saltus_warnings, which is not installed")
  endif()
endforeach()
