/// The folds of a sheet, edge by edge, as energies of bending need them.
#pragma once
#include <map>
#include <optional>
#include <vector>

#include "talweg/geometry/mesh.hpp"
#include "talweg/scene/build/point_selector.hpp"
#include "talweg/scene/spec/body_spec.hpp"

namespace talweg {

class Creases {
public:
    /// What a crease says of one hinge.
    struct Fold {
        double angle;                    // θ̄ of hinge_angle, radians
        std::optional<double> rigidity;  // N·m
        const Where* where;
    };

    Creases() = default;
    /// Throws Error that names the line of the scene: a crease that no edge between two triangles lies on.
    Creases(const std::vector<CreaseSpec>& specs, const Mesh& mesh, const PointSelector& selector);

    bool empty() const { return folds_.empty(); }
    /// Of the hinge at the edge `from` → `to`, seen from the triangle with that apex; none: no crease lies there.
    std::optional<Fold> at(int from, int to, int apex) const;

private:
    struct Edge {
        double angle;
        std::optional<double> rigidity;
        const Where* where;
        int apex;  // of the triangle that runs along the edge from its lower point to the higher one
    };
    std::map<std::array<int, 2>, Edge> folds_;
};

}  // namespace talweg
