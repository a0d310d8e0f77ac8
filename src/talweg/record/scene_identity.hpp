/// Whether two runs are of one scene: the same bodies under the same forces. What does not move anything (title, number
/// of frames, expected numbers, the place of files) does not count; the content of files does. Nor does what says how
/// steps are taken, or how things touch: a run can be resumed with other such numbers, and tells what changed when.
#pragma once
#include <string>
#include <vector>

#include "talweg/scene/spec/scene.hpp"
#include "talweg/scene/text/json.hpp"
#include "talweg/state/state.hpp"

namespace talweg {

/// Digest of the scene, of the points it made and of their start.
std::uint64_t scene_digest(const Scene& scene, const Model& model, const State& start);

/// What differs between two resolved scenes, as "bodies[0].density: 200 before, 300 now"; at most `limit` lines.
std::vector<std::string> scene_differences(const Json& before, const Json& now, std::size_t limit);
/// Likewise of what a resumed run may change.
std::vector<std::string> changes_of_course(const Json& before, const Json& now);

}  // namespace talweg
