# cmake -DNPM= -DSOURCE= -DWORK= -P fetch_driver.cmake: what drives the browser, into WORK/node_modules.
file(READ ${SOURCE}/package-lock.json wanted)
set(present "")
if(EXISTS ${WORK}/installed.json)
  file(READ ${WORK}/installed.json present)
endif()
if(NOT wanted STREQUAL present)
  file(COPY ${SOURCE}/package.json ${SOURCE}/package-lock.json DESTINATION ${WORK})
  execute_process(COMMAND ${NPM} ci --ignore-scripts --prefer-offline --no-audit --no-fund WORKING_DIRECTORY ${WORK}
                  COMMAND_ERROR_IS_FATAL ANY)
  file(COPY_FILE ${WORK}/package-lock.json ${WORK}/installed.json)
endif()
