/// looks.json: what artists' files say about the surfaces of a run's bodies. Pictures and exports use it, nothing else.
///
///     { "bodies": [ { "quads": [t…], "texture": [[u, v, u, v, u, v]…] } … ] }
///
/// Triangles by their numbers in the body; of those without looks, an empty object. A run without any has no such file.
#pragma once
#include <span>
#include <vector>

#include "talweg/geometry/mesh_looks.hpp"
#include "talweg/model/model.hpp"
#include "talweg/record/run_directory.hpp"

namespace talweg {

/// What the file holds; "null" where nobody has looks.
std::string looks_text(std::span<const MeshLooks> looks);
/// Of a recorded run, likewise.
std::string looks_text(const RunDirectory& run);
/// `looks` of the first bodies; those that follow have none.
void write_looks(const RunDirectory& run, std::span<const MeshLooks> looks);
/// One for each body. Throws Error when the file is damaged, or tells of other triangles.
std::vector<MeshLooks> read_looks(const RunDirectory& run, std::span<const Body> bodies);

}  // namespace talweg
