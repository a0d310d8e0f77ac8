/// What scenes ask of earlier runs (scene/build/run_start.hpp), read as every recorded run is.
#include "talweg/scene/build/run_start.hpp"

#include <fmt/format.h>

#include "talweg/record/recorded_run.hpp"
#include "talweg/scene/text/printable.hpp"

namespace talweg {

namespace {

const Body& find_body(const std::vector<Body>& bodies, const std::string& name) {
    std::vector<std::string> known;
    for (const Body& body : bodies) {
        if (body.name == name) return body;
        known.push_back(in_quotes(body.name));
    }
    throw Error(fmt::format("there is no body {} in that run; there are: {}", in_quotes(name), listed(known)));
}

RunStart read_start(const RunStartSpec& start, const std::string& own_name, std::size_t count) {
    const RecordedRun run(start.directory);
    const std::string name = start.body.value_or(own_name);
    const Body& body = find_body(run.bodies(), name);
    if (static_cast<std::size_t>(body.point_count) != count)
        throw Error(fmt::format("{} has {} points there and {} here", in_quotes(name), body.point_count, count));
    const auto frames = static_cast<std::int64_t>(run.frames());
    const std::int64_t frame = start.frame < 0 ? frames + start.frame : start.frame;
    if (frame < 0 || frame >= frames)
        throw Error(fmt::format("there is no frame {}: that run has frames 0 to {}", start.frame, frames - 1));
    const auto read = [&](std::int64_t number) {
        const Positions all = run.positions(static_cast<std::uint64_t>(number));
        return Positions(all.begin() + body.first_point, all.begin() + body.first_point + body.point_count);
    };
    RunStart result{read(frame), Positions(count, Vec3::zero())};
    if (frame == 0) return result;
    const Positions before = read(frame - 1);
    for (std::size_t i = 0; i < count; ++i) result.velocities[i] = (result.positions[i] - before[i]) / run.frame_time();
    return result;
}

}  // namespace

RunStart read_run_start(const RunStartSpec& start, const std::string& body, std::size_t count) {
    try {
        return read_start(start, body, count);
    } catch (const Error& error) {
        throw Error(located(start.where, subject(start.where) + ": " + error.what()));
    }
}

}  // namespace talweg
