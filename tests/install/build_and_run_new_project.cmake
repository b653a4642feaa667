# cmake -DPREFIX= -DBINARY= -DGENERATOR= -DCONFIG= -DCOMPILER= -DFLAGS= -DLAUNCHER= -P build_and_run_new_project.cmake
file(REMOVE_RECURSE ${BINARY})
file(MAKE_DIRECTORY ${BINARY})
find_program(saltus saltus PATHS ${PREFIX}/bin NO_DEFAULT_PATH REQUIRED)
execute_process(COMMAND ${saltus} new tank_and_pump WORKING_DIRECTORY ${BINARY} OUTPUT_VARIABLE said COMMAND_ERROR_IS_FATAL ANY)

# It says what to type next, and that works here.
string(FIND "${said}" "-DCMAKE_PREFIX_PATH=${PREFIX}" at)
if(at EQUAL -1)
  message(FATAL_ERROR "the program does not know where it is installed:\n${said}")
endif()
set(project ${BINARY}/tank_and_pump)
execute_process(COMMAND ${CMAKE_COMMAND} -S ${project} -B ${project}/build -G ${GENERATOR} -DCMAKE_PREFIX_PATH=${PREFIX}
                        -DCMAKE_BUILD_TYPE=${CONFIG} -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_CXX_FLAGS=${FLAGS}
                        -DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER}
                COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${project}/build --config ${CONFIG} COMMAND_ERROR_IS_FATAL ANY)
find_program(program tank_and_pump PATHS ${project}/build ${project}/build/${CONFIG} NO_DEFAULT_PATH REQUIRED)
execute_process(COMMAND ${program} OUTPUT_VARIABLE actual COMMAND_ERROR_IS_FATAL ANY)

# Up from 1.5 to 2 at 0.3 takes 5/3, down to 1 at 0.5 takes 2, up to 2 takes 10/3: the first three events, and so on.
foreach(expected IN ITEMS "t = 1.66666666667  state  level >= 2 becomes true" "t = 3.66666666667  state  level <= 1 becomes true"
                          "t = 7  state  level >= 2 becomes true" "reached the end at t = 20")
  string(FIND "${actual}" "${expected}" at)
  if(at EQUAL -1)
    message(FATAL_ERROR "printed:\n${actual}\nwithout: ${expected}")
  endif()
endforeach()

# Without a Saltus to be found, the project says what is missing.
execute_process(COMMAND ${CMAKE_COMMAND} -S ${project} -B ${project}/lost -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${COMPILER}
                        -DCMAKE_DISABLE_FIND_PACKAGE_saltus=ON
                ERROR_VARIABLE complaint OUTPUT_QUIET RESULT_VARIABLE code)
string(REGEX REPLACE "[ \n]+" " " complaint "${complaint}")
if(code EQUAL 0 OR NOT complaint MATCHES "Say where it is installed")
  message(FATAL_ERROR "a missing package goes unnoticed: ${complaint}")
endif()
