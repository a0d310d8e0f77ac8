/// `--set bodies[0].energies[1].stiffness=2e4`: one value of the scene replaced or added from the command line.
#pragma once
#include <string>

#include "talweg/scene/text/document.hpp"
#include "talweg/scene/text/json.hpp"

namespace talweg {

/// The part after "=" is read as JSON where it is JSON, otherwise taken as text. Objects on the way that the document
/// lacks are added, with the schema's default where there is one, so that gravity[1]=0 works in every scene.
/// The value is not validated here; problems found later with it name the argument instead of a line.
void apply_setting(Document& document, const Json& schema, const std::string& setting);

/// The same for a path and a value; `source` is what messages call it.
void apply_setting(Document& document, const Json& schema, const std::string& path, Json value,
                   const std::string& source);

}  // namespace talweg
