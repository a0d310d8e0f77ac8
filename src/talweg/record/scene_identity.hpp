/// Whether two runs are of one scene: the same motion, frame for frame. What does not move anything (title, number of
/// frames, expected numbers, the place of mesh files) does not count; the content of mesh files does.
#pragma once
#include <string>
#include <vector>

#include "talweg/scene/json.hpp"
#include "talweg/state/state.hpp"

namespace talweg {

/// Digest of the resolved scene, of the points it made and of their start.
std::uint64_t scene_digest(const Json& resolved_scene, const Model& model, const State& start);

/// What differs between two resolved scenes, as "time.step: 0.004 before, 0.01 now"; at most `limit` lines.
std::vector<std::string> scene_differences(const Json& before, const Json& now, std::size_t limit);

}  // namespace talweg
