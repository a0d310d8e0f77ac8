/// The liquids of a run as surfaces, for pictures and exports: of every frame a closed mesh for each liquid in space.
#pragma once
#include "talweg/geometry/isosurface/particle_surface.hpp"
#include "talweg/record/recorded_run.hpp"

namespace talweg {

/// The surface of one liquid in one frame, and which points of the run carry its own.
struct LiquidSurface {
    std::size_t body;
    std::vector<Vec3> points = {};
    std::vector<std::array<int, 3>> triangles = {};                  // outward
    std::vector<std::vector<std::pair<int, double>>> carriers = {};  // by point: points of the run, and parts of 1

    /// What particles have, at the points of the surface.
    template <class Value>
    std::vector<Value> carried(const std::vector<Value>& of_run, const Value& none) const {
        std::vector<Value> values(points.size(), none);
        for (std::size_t i = 0; i < points.size(); ++i)
            for (const auto& [particle, part] : carriers[i]) values[i] = values[i] + part * of_run[particle];
        return values;
    }
};

class LiquidSurfaces {
public:
    /// None in planar scenes.
    explicit LiquidSurfaces(const RecordedRun& run);

    bool empty() const { return liquids_.empty(); }
    /// Whether this body of the run is shown so.
    bool has(std::size_t body) const;
    std::vector<LiquidSurface> at(std::uint64_t frame) const;

private:
    struct Liquid {
        std::size_t body;
        double spacing;
    };
    const RecordedRun& run_;
    std::vector<Liquid> liquids_;
};

}  // namespace talweg
