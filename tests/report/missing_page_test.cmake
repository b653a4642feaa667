# cmake -DSOURCE= -DWORK= -P missing_page_test.cmake: a build without npm or without a network goes on, and the program will
# say what is missing and how to get it.
set(maker ${SOURCE}/cmake/make_report_page.cmake)

function(expect_reason reason)
  file(REMOVE_RECURSE ${WORK})
  execute_process(COMMAND ${CMAKE_COMMAND} ${ARGN} -DSOURCE=${SOURCE}/report -DWORK=${WORK} -DOUTPUT=${WORK}/page.cpp -P ${maker}
                  RESULT_VARIABLE failed OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(failed)
    message(FATAL_ERROR "the build would stop here: ${said}")
  endif()
  file(READ ${WORK}/page.cpp page)
  foreach(part IN ITEMS "constexpr char bytes[] = {0}" "${reason}" "build again")
    string(FIND "${page}" "${part}" at)
    if(at EQUAL -1)
      message(SEND_ERROR "expected \"${part}\" in\n${page}")
    endif()
  endforeach()
endfunction()

expect_reason("SALTUS_REPORT_PAGE=OFF" -DENABLED=OFF)
expect_reason("apt-get install nodejs npm" -DENABLED=ON -DNPM=NPM-NOTFOUND -DCMAKE_PROGRAM_PATH= -DCMAKE_FIND_USE_SYSTEM_ENVIRONMENT_PATH=OFF
              -DCMAKE_FIND_USE_CMAKE_SYSTEM_PATH=OFF)
expect_reason("npm could not fetch" -DENABLED=ON -DNPM=/bin/false)
