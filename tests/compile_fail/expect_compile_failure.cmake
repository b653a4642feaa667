# cmake -DCOMPILER= -DSTANDARD= -DFLAGS= -DSOURCE= -DMESSAGE= -P expect_compile_failure.cmake
# Ends with success only if SOURCE is rejected and the compiler's output matches MESSAGE.
function(compile result_out output_out)
  execute_process(COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C ${COMPILER} ${STANDARD} -fsyntax-only @${FLAGS} ${ARGN} ${SOURCE}
                  RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  set(${result_out} ${result} PARENT_SCOPE)
  set(${output_out} "${output}" PARENT_SCOPE)
endfunction()

function(verdict text)
  message(NOTICE "${text}")  # FATAL_ERROR would wrap the lines
  message(FATAL_ERROR "not the failure that was expected")
endfunction()

file(READ ${SOURCE} text)
if(text MATCHES "WITHOUT_THE_MISTAKE")
  compile(result output -DWITHOUT_THE_MISTAKE)
  if(NOT result EQUAL 0)
    verdict("${SOURCE} does not compile even without the mistake, so it shows nothing:\n${output}")
  endif()
endif()

compile(result output)
if(result EQUAL 0)
  verdict("${SOURCE} compiled, but must not")
elseif(NOT output MATCHES "${MESSAGE}")
  verdict("${SOURCE} was rejected, but not with the words \"${MESSAGE}\":\n${output}")
endif()
