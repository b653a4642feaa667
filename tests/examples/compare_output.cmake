# cmake -DPROGRAM= -DEXPECTED= -P compare_output.cmake
execute_process(COMMAND ${PROGRAM} OUTPUT_VARIABLE actual COMMAND_ERROR_IS_FATAL ANY)
file(READ ${EXPECTED} expected)
if(NOT actual STREQUAL expected)
  message(FATAL_ERROR "printed:\n${actual}\nexpected:\n${expected}")
endif()
