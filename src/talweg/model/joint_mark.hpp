/// What is drawn of a connection between bodies: marks where it is, and lines along its axes or links.
#pragma once
#include <array>
#include <span>
#include <string>
#include <vector>

#include "talweg/math/matrix.hpp"

namespace talweg {

struct JointMark {
    /// A place that goes with a body, Σ weight · point of the model, or that stands in the world.
    struct Place {
        bool world = false;
        Vec3 at = Vec3::zero();  // m, where it stands in the world
        std::array<int, 4> points{};
        std::array<double, 4> weights{};

        Vec3 now(std::span<const Vec3> x) const {
            if (world) return at;
            Vec3 sum = Vec3::zero();
            for (int k = 0; k < 4; ++k) sum += weights[k] * x[points[k]];
            return sum;
        }
    };
    std::string name, type;  // type: as in the scene
    std::vector<Place> dots = {};
    std::vector<std::array<Place, 2>> lines = {};
};

}  // namespace talweg
