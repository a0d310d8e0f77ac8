/// Rods of a scene: the twist of their edges as coordinates, and the corners between edges as elements.
#pragma once
#include <deque>

#include "talweg/model/model_builder.hpp"
#include "talweg/scene/build/element_collector.hpp"

namespace talweg {

/// Whether an energy acts on rods, which have twist.
bool is_rod(const EnergySpec& energy);

class RodBuilder {
public:
    /// Keeps what the body's rods are made of, where it has some, until all places are known: coordinates come after
    /// them. Throws Error that names the line: forks, folds, twist held where there is none.
    void add(const BodySpec& spec, const BodyShape& shape, const std::vector<double>& mass, int first_point);
    /// Adds a coordinate per edge to the model, and the elements.
    void finish(ModelBuilder& builder, ElementCollector& elements);

private:
    struct Edge {
        std::array<int, 2> points;  // within the body
        double length;              // at rest, m
        Vec3 director;
        const HoldSpec* hold = nullptr;  // what holds its twist
    };
    struct Rods {
        const BodySpec* spec;
        const EnergySpec* energy;
        BodyShape shape;
        std::vector<double> mass;
        int first_point;
        double radius;
        std::vector<Edge> edges;
        RodLayout layout;
    };
    static void find_edges(Rods& rods);
    static void find_holds(Rods& rods);

    std::deque<Rods> rods_;
};

}  // namespace talweg
