#include "talweg/model/joint_meter.hpp"

#include "talweg/math/jet.hpp"

namespace talweg {

JointReading read_meter(const JointMeter& meter, const Positions& x, const Positions& v) {
    Points<double, 6> at, velocity;
    for (int i = 0; i < 6; ++i) {
        at[i] = velocity[i] = Vec3::zero();
        for (int k = 0; k < 4; ++k) {
            at[i] += meter.places[i].weights[k] * x[meter.places[i].points[k]];
            velocity[i] += meter.places[i].weights[k] * v[meter.places[i].points[k]];
        }
    }
    const auto slope =
        differentiate<6>(at, [&](const auto& jets) { return joint_coordinate(jets, meter.frame, 0.0); }).gradient;
    JointReading reading{joint_coordinate(at, meter.frame, 0.0), 0.0};
    for (int i = 0; i < 6; ++i)
        for (int a = 0; a < 3; ++a) reading.speed += slope[3 * i + a] * velocity[i][a];
    return reading;
}

}  // namespace talweg
