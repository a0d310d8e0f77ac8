# The page that plays runs is one HTML file, bundled from web/ and committed; the library carries its text.

set(page_file ${CMAKE_SOURCE_DIR}/web/dist/page.html)
set(page_source ${CMAKE_BINARY_DIR}/generated/talweg/page_text.cpp)
set(page_script ${CMAKE_SOURCE_DIR}/cmake/embed_page.cmake)
add_custom_command(OUTPUT ${page_source}
                   COMMAND ${CMAKE_COMMAND} -DINPUT=${page_file} -DOUTPUT=${page_source} -P ${page_script}
                   DEPENDS ${page_file} ${page_script} VERBATIM)
