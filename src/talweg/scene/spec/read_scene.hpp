/// From the user's file to a resolved Scene: parse, apply --set, validate, fill in defaults, check.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "talweg/scene/spec/scene.hpp"
#include "talweg/scene/text/document.hpp"

namespace talweg {

/// `settings` are the arguments of --set, applied in order. Throws Error with a line for each problem.
Scene read_scene(const std::filesystem::path& file, const std::vector<std::string>& settings = {});

/// The text of a scene file. Throws Error that says why it cannot be read.
std::string scene_text(const std::filesystem::path& file);

/// The same for a text: `source` is what messages call it, mesh files are looked for relative to `folder`.
Scene parse_scene(std::string_view text, const std::string& source, const std::filesystem::path& folder = ".",
                  const std::vector<std::string>& settings = {});

/// The same for a value that a program made; what messages name as its places, `Document::set_source` says.
Scene resolve_scene(Document document, const std::filesystem::path& folder = ".",
                    const std::vector<std::string>& settings = {});

/// Obstacles may be called what bodies of the same shape are called: box, sphere.
void accept_names_of_bodies(Json& scene);

}  // namespace talweg
