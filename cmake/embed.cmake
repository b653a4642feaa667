# embed.cmake: a text file as a constant of a program.
#
#   saltus_embed(TARGET saltus_cli NAME error_pages_text FILE docs/reference/errors.md)
#
# adds a source that defines `extern const std::string_view saltus::embedded::error_pages_text` and is made anew when the
# file changes. This file is also the script that makes it.
if(CMAKE_SCRIPT_MODE_FILE)
  file(READ "${FILE}" text)
  # A string literal may be limited to 64 kB, and CMake's lists know nothing of brackets: pieces, cut by length.
  set(pieces "")
  string(LENGTH "${text}" length)
  set(at 0)
  while(at LESS length)
    string(SUBSTRING "${text}" ${at} 8000 piece)
    string(APPEND pieces "R\"__saltus__(${piece})__saltus__\"\n")
    math(EXPR at "${at} + 8000")
  endwhile()
  if(pieces STREQUAL "")
    set(pieces "\"\"")
  endif()
  file(WRITE "${OUTPUT}" "#include <string_view>\n\nnamespace saltus::embedded {\nextern const std::string_view ${NAME};\nconst std::string_view ${NAME} =\n${pieces};\n}\n")
  return()
endif()

set(SALTUS_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_FILE} CACHE INTERNAL "")
function(saltus_embed)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "TARGET;NAME;FILE" "")
  get_filename_component(file ${arg_FILE} ABSOLUTE BASE_DIR ${CMAKE_CURRENT_SOURCE_DIR})
  set(source ${CMAKE_CURRENT_BINARY_DIR}/embedded/${arg_NAME}.cpp)
  add_custom_command(OUTPUT ${source} DEPENDS ${file} ${SALTUS_EMBED_SCRIPT} VERBATIM
                     COMMAND ${CMAKE_COMMAND} -DFILE=${file} -DOUTPUT=${source} -DNAME=${arg_NAME} -P ${SALTUS_EMBED_SCRIPT}
                     COMMENT "Embedding ${arg_FILE}")
  target_sources(${arg_TARGET} PRIVATE ${source})
endfunction()
