# The schemas of scenes and of studies are JSON files that people and editors read; the library carries each as a string.

# talweg_schema(NAME FILE): generated/talweg/NAME_schema_text.hpp with the text of the file as NAME_schema_text.
function(talweg_schema name file)
    set_property(DIRECTORY ${CMAKE_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${file})
    file(READ ${CMAKE_SOURCE_DIR}/${file} schema_text)
    string(REGEX REPLACE "\n *" "" schema_text "${schema_text}")  # a fifth less to read at every start
    file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/talweg/${name}_schema_text.hpp @ONLY CONTENT
"/// The text of @file@, written by the build.
#pragma once

namespace talweg {

inline constexpr const char* @name@_schema_text = R\"schema(@schema_text@)schema\";

}  // namespace talweg
")
endfunction()

talweg_schema(scene src/talweg/scene/scene.schema.json)
talweg_schema(study src/talweg/sweep/study.schema.json)
