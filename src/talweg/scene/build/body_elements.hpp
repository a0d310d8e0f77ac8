/// What energies need to know of a body that has elements of them, and what they object to.
#pragma once
#include <array>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "talweg/math/error.hpp"
#include "talweg/model/term.hpp"
#include "talweg/scene/build/creases.hpp"
#include "talweg/scene/build/point_selector.hpp"
#include "talweg/scene/shape/body_shape.hpp"

namespace talweg {

/// The rods of a body: its corners, and where the twist of its edges stands.
struct RodLayout {
    struct Corner {
        std::array<int, 3> points;  // within the body
        std::array<int, 2> edges;
    };
    std::vector<Corner> corners;
    std::vector<Vec3> directors;  // of the edges: the section's first axis at rest
    int first_coordinate = 0;     // in the model: the twist of edge 0
};

/// What energies need to know of a body.
struct BodyElements {
    const BodyShape& shape;           // at rest, placed
    const std::vector<double>& mass;  // per point that is a node
    const PointSelector& selector;
    int first_point;                 // in the model
    double stiffness_damping = 0.0;  // β, s
    const RodLayout* rods = nullptr;
    Mat3 turn = Mat3::identity();  // from rest to the start
    bool flat_at_rest = false;     // sheets: whatever angles it is drawn with
    const Creases* creases = nullptr;
    std::span<const int> ranks = {};  // of points among one another in memory; empty: as they are
};

using Terms = std::vector<std::shared_ptr<const Term>>;

/// Throws Error that names the line of the energy and its element, and says why that one cannot be.
[[noreturn]] void refuse_element(const EnergySpec& energy, std::size_t element, const Error& why);

/// Throws Error: a crease with a rigidity of its own, in sheets of an energy that has one rigidity per element.
[[noreturn]] void refuse_rigidity(const Creases::Fold& crease, std::string_view energy);

}  // namespace talweg
