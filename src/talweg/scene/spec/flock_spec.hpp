/// Particles that see one another, as scenes write them: flocks, and crowds that walk to goals.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "talweg/math/matrix.hpp"
#include "talweg/scene/text/where.hpp"

namespace talweg {

struct FlockSpec {
    double reach;                          // m: who is a neighbour
    double attraction, alignment;          // 1/s², 1/s
    double repulsion, separation;          // m/s², m
    std::optional<double> speed_limit;     // m/s
    double least_speed;                    // m/s
    double wall_repulsion, wall_distance;  // m/s², m
    Where where;

    bool operator==(const FlockSpec&) const = default;
    static void fields(auto& self, auto&& field) {
        field("reach", self.reach);
        field("attraction", self.attraction);
        field("alignment", self.alignment);
        field("repulsion", self.repulsion);
        field("separation", self.separation);
        field("speed_limit", self.speed_limit);
        field("least_speed", self.least_speed);
        field("wall_repulsion", self.wall_repulsion);
        field("wall_distance", self.wall_distance);
    }
};

/// Where walkers go: to the nearest place of a line, if they are in a part of the world.
struct GoalSpec {
    Vec3 from;
    std::optional<Vec3> to;         // absent: the place alone
    std::optional<Vec3> low, high;  // corners of the box in which it counts; absent: without end
    Where where;

    bool operator==(const GoalSpec&) const = default;
    static void fields(auto& self, auto&& field) {
        field("from", self.from);
        field("to", self.to);
        field("low", self.low);
        field("high", self.high);
    }
};

/// A line across which walkers are counted.
struct DoorSpec {
    std::string name;
    Vec3 from, to;
    Where where;

    bool operator==(const DoorSpec&) const = default;
    static void fields(auto& self, auto&& field) {
        field("name", self.name);
        field("from", self.from);
        field("to", self.to);
    }
};

struct CrowdSpec {
    double speed, time;                 // m/s, s: how fast they want to walk, and how soon
    double speed_limit;                 // m/s
    double repulsion, range;            // m/s², m: from one another
    double wall_repulsion, wall_range;  // m/s², m
    std::vector<GoalSpec> goals;        // the first one counts in whose box a walker is
    std::vector<DoorSpec> doors;
    Where where;

    bool operator==(const CrowdSpec&) const = default;
    static void fields(auto& self, auto&& field) {
        field("speed", self.speed);
        field("time", self.time);
        field("speed_limit", self.speed_limit);
        field("repulsion", self.repulsion);
        field("range", self.range);
        field("wall_repulsion", self.wall_repulsion);
        field("wall_range", self.wall_range);
        field("goals", self.goals);
        field("doors", self.doors);
    }
};

}  // namespace talweg
