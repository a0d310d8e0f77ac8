/// At which step each frame was recorded. One stretch with so many steps per frame, and another for every time that a
/// run was resumed with another time step; frames stay equally far apart in time.
#pragma once
#include <cstdint>
#include <vector>

#include "talweg/record/run_directory.hpp"
#include "talweg/scene/text/json.hpp"

namespace talweg {

class FrameSteps {
public:
    struct Stretch {
        std::uint64_t frame = 0, step = 0;  // where it begins
        std::uint64_t steps_per_frame = 1;
    };

    explicit FrameSteps(std::uint64_t steps_per_frame = 1) : stretches_{{0, 0, steps_per_frame}} {}
    /// From a run directory: what run.json tells, else scene.json.
    static FrameSteps read(const RunDirectory& run);

    std::uint64_t step(std::uint64_t frame) const;
    const std::vector<Stretch>& stretches() const { return stretches_; }
    /// From this frame on, which must be the last one recorded.
    void go_on(std::uint64_t frame, std::uint64_t steps_per_frame);

private:
    std::vector<Stretch> stretches_;
};

Json to_json(const FrameSteps& steps);

}  // namespace talweg
