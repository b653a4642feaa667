# cmake -DPREFIX= -DEXAMPLE= -DBINARY= -DGENERATOR= -DCONFIG= -DCOMPILER= -DFLAGS= -DLAUNCHER= -P build_and_run_example.cmake
file(REMOVE_RECURSE ${BINARY})
execute_process(COMMAND ${CMAKE_COMMAND} -S ${EXAMPLE} -B ${BINARY} -G ${GENERATOR} -DCMAKE_PREFIX_PATH=${PREFIX}
                        -DCMAKE_BUILD_TYPE=${CONFIG} -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_CXX_FLAGS=${FLAGS}
                        -DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER}
                COMMAND_ERROR_IS_FATAL ANY)

# Another Saltus on this machine must not be the one that was tested.
file(STRINGS ${BINARY}/CMakeCache.txt found REGEX "^saltus_DIR:")
string(FIND "${found}" "${PREFIX}/" at)
if(at EQUAL -1)
  message(FATAL_ERROR "find_package found another saltus: ${found}")
endif()

execute_process(COMMAND ${CMAKE_COMMAND} --build ${BINARY} --config ${CONFIG} COMMAND_ERROR_IS_FATAL ANY)
find_program(program bounces PATHS ${BINARY} ${BINARY}/${CONFIG} NO_DEFAULT_PATH REQUIRED)
execute_process(COMMAND ${program} OUTPUT_VARIABLE actual COMMAND_ERROR_IS_FATAL ANY)
file(READ ${EXAMPLE}/expected.txt expected)
if(NOT actual STREQUAL expected)
  message(FATAL_ERROR "printed:\n${actual}\nexpected:\n${expected}")
endif()
