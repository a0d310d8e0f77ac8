# The schema of scenes is a JSON file that people and editors read; the library carries its text as one string.

set(schema_file ${CMAKE_SOURCE_DIR}/src/talweg/scene/scene.schema.json)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${schema_file})
file(READ ${schema_file} schema_text)

file(CONFIGURE OUTPUT generated/talweg/scene_schema_text.hpp @ONLY CONTENT
"/// The text of src/talweg/scene/scene.schema.json, written by the build.
#pragma once

namespace talweg {

inline constexpr const char* scene_schema_text = R\"schema(@schema_text@)schema\";

}  // namespace talweg
")
