# cmake -DENABLED= -DSOURCE= -DWORK= -DOUTPUT= -P make_report_page.cmake
#
# Fetches what report/package-lock.json names into WORK/node_modules, bundles the page, and writes it as C++ to OUTPUT. What
# cannot be fetched is a page that is missing, with the reason in the program; a page that cannot be bundled is our mistake
# and stops the build.
file(MAKE_DIRECTORY ${WORK})

function(write_page bytes missing)
  file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[
// Written by cmake/make_report_page.cmake.
#include <saltus/results/report_page.hpp>

namespace saltus::results {
namespace {
constexpr char bytes[] = {@bytes@0};
}
const std::string_view report_page(bytes, sizeof bytes - 1);
const std::string_view report_page_missing = R"(@missing@)";
}  // namespace saltus::results
]])
  file(TOUCH ${OUTPUT})  # also when it is the same as before: the build goes by dates
endfunction()

function(without_page reason)
  message("Reports will not be available: ${reason}")
  write_page("" "${reason}")
endfunction()

set(again "then remove the folder ${WORK} and build again")
if(NOT ENABLED)
  without_page("It was configured with SALTUS_REPORT_PAGE=OFF: configure with ON and build again.")
  return()
endif()
find_program(NODE NAMES node nodejs)
find_program(NPM npm)
if(NOT NODE OR NOT NPM)
  without_page("There was no npm: install it (Debian: apt-get install nodejs npm), ${again}.")
  return()
endif()
execute_process(COMMAND ${NODE} --version OUTPUT_VARIABLE version OUTPUT_STRIP_TRAILING_WHITESPACE)
string(REPLACE "v" "" version "${version}")
if(version VERSION_LESS 18)
  without_page("Node.js was ${version}, and 18 is needed: install a newer one, ${again}.")
  return()
endif()

# npm is asked again only when the list of packages has changed.
file(READ ${SOURCE}/package-lock.json wanted)
set(present "")
if(EXISTS ${WORK}/installed.json)
  file(READ ${WORK}/installed.json present)
endif()
if(NOT wanted STREQUAL present)
  file(REMOVE ${WORK}/installed.json)
  file(COPY ${SOURCE}/package.json ${SOURCE}/package-lock.json DESTINATION ${WORK})
  execute_process(COMMAND ${NPM} ci --ignore-scripts --prefer-offline --no-audit --no-fund --fetch-retries=2
                          --fetch-retry-mintimeout=1000 --fetch-retry-maxtimeout=4000 --fetch-timeout=60000
                  WORKING_DIRECTORY ${WORK} RESULT_VARIABLE failed OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(failed)
    message("${said}")
    without_page("npm could not fetch uPlot, dagre and esbuild: see that the registry of npm can be reached, ${again}.")
    return()
  endif()
  file(COPY_FILE ${WORK}/package-lock.json ${WORK}/installed.json)
endif()

execute_process(COMMAND ${NODE} ${SOURCE}/bundle.mjs ${WORK}/node_modules ${WORK}/page.html COMMAND_ERROR_IS_FATAL ANY)
file(READ ${WORK}/page.html bytes HEX)
string(REGEX REPLACE "(..)" "'\\\\x\\1'," bytes "${bytes}")
write_page("${bytes}" "")
