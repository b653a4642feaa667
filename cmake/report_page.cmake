# The page behind `saltus report`: bundled from report/ with npm while the program is built, and compiled into
# saltus::results. Where there is no npm, or no network, everything else is built, and report_html says what is missing.
option(SALTUS_REPORT_PAGE "Bundle the page of reports, with npm" ${PROJECT_IS_TOP_LEVEL})
set(work ${PROJECT_BINARY_DIR}/report)
set(SALTUS_REPORT_PAGE_SOURCE ${work}/report_page.cpp)
file(GLOB page_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/report/source/*)
set(maker ${PROJECT_SOURCE_DIR}/cmake/make_report_page.cmake)
add_custom_command(OUTPUT ${SALTUS_REPORT_PAGE_SOURCE}
  COMMAND ${CMAKE_COMMAND} -DENABLED=${SALTUS_REPORT_PAGE} -DSOURCE=${PROJECT_SOURCE_DIR}/report -DWORK=${work}
          -DOUTPUT=${SALTUS_REPORT_PAGE_SOURCE} -P ${maker}
  DEPENDS ${maker} ${page_sources} ${PROJECT_SOURCE_DIR}/report/bundle.mjs ${PROJECT_SOURCE_DIR}/report/package.json
          ${PROJECT_SOURCE_DIR}/report/package-lock.json
  COMMENT "Building the page of reports" VERBATIM)
target_sources(saltus_results PRIVATE ${SALTUS_REPORT_PAGE_SOURCE})
