#include "talweg/record/frame_steps.hpp"

#include <algorithm>

#include "talweg/format/file.hpp"
#include "talweg/math/error.hpp"

namespace talweg {

FrameSteps FrameSteps::read(const RunDirectory& run) {
    std::vector<Stretch> stretches;
    const Json json = run.holds_run() ? Json::parse(read_whole_file(run.run()), nullptr, false) : Json();
    if (json.is_object() && json.contains("frame_steps"))
        for (const Json& json_stretch : json["frame_steps"]) {
            const Stretch next{json_stretch.at("frame"), json_stretch.at("step"), json_stretch.at("steps_per_frame")};
            // Files are made by others, too: the first stretch begins at the start, others where the last one ended.
            const auto goes_on = [&](const Stretch& last) {
                return next.frame > last.frame &&
                       next.step == last.step + (next.frame - last.frame) * last.steps_per_frame;
            };
            const bool follows = stretches.empty() ? next.frame == 0 && next.step == 0 : goes_on(stretches.back());
            constexpr std::uint64_t most = 1'000'000'000'000;  // sums and products of it are still numbers
            if (!follows || next.steps_per_frame == 0 || std::max({next.frame, next.step, next.steps_per_frame}) > most)
                throw Error(run.run().string() +
                            " is damaged: frame_steps does not begin at frame 0 and go on from there");
            stretches.push_back(next);
        }
    FrameSteps steps;
    if (!stretches.empty()) {
        steps.stretches_ = std::move(stretches);
        return steps;
    }
    const Json scene = Json::parse(read_whole_file(run.scene()), nullptr, false);
    if (!scene.is_object() || !scene.contains("time")) return steps;
    return FrameSteps(std::max<std::uint64_t>(1, scene["time"].value("steps_per_frame", std::uint64_t{1})));
}

std::uint64_t FrameSteps::step(std::uint64_t frame) const {
    const auto after = std::upper_bound(stretches_.begin(), stretches_.end(), frame,
                                        [](std::uint64_t f, const Stretch& stretch) { return f < stretch.frame; });
    const Stretch& stretch = after[-1];
    return stretch.step + (frame - stretch.frame) * stretch.steps_per_frame;
}

void FrameSteps::go_on(std::uint64_t frame, std::uint64_t steps_per_frame) {
    if (steps_per_frame == stretches_.back().steps_per_frame) return;
    const Stretch next{frame, step(frame), steps_per_frame};
    if (stretches_.back().frame == frame) stretches_.pop_back();
    stretches_.push_back(next);
}

Json to_json(const FrameSteps& steps) {
    Json list = Json::array();
    for (const auto& [frame, step, steps_per_frame] : steps.stretches())
        list.push_back({{"frame", frame}, {"step", step}, {"steps_per_frame", steps_per_frame}});
    return list;
}

}  // namespace talweg
