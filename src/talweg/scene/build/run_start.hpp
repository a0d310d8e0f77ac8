/// The start of a body out of a frame of another run: what a scene needs of it. Files of runs are opened in record/
/// alone, so that is where it is read (record/run_start.cpp).
#pragma once
#include "talweg/model/positions.hpp"
#include "talweg/scene/spec/body_spec.hpp"

namespace talweg {

struct RunStart {
    Positions positions;
    Positions velocities;  // m/s: the way from the frame before, per time between them; of frame 0: none
};

/// Where the points of `body` were in that run; `count` is how many it has here. Throws Error that names the scene's
/// line.
RunStart read_run_start(const RunStartSpec& start, const std::string& body, std::size_t count);

}  // namespace talweg
