/// The coordinate of a hinge or slider, read off the points of its bodies.
#pragma once
#include <array>
#include <string>

#include "talweg/energies/interface/joint_coordinate.hpp"
#include "talweg/model/positions.hpp"

namespace talweg {

struct JointMeter {
    /// A place of a body: Σ weight · point of the model.
    struct Place {
        std::array<int, 4> points{};
        std::array<double, 4> weights{};
    };
    std::string name;  // of the joint
    bool turns;        // by an angle; otherwise it shifts
    JointFrame frame;
    std::array<Place, 6> places;  // as joint_coordinate has them
};

/// What a meter shows: rad and rad/s, or m and m/s. Of an angle, in (−π, π].
struct JointReading {
    double coordinate, speed;
};
JointReading read_meter(const JointMeter& meter, const Positions& x, const Positions& v);

}  // namespace talweg
