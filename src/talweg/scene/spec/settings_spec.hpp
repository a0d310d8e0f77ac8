/// What a scene says about time, integrator and solver.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "talweg/scene/text/where.hpp"

namespace talweg {

struct TimeSpec {
    double step = 0.0;  // s
    int frames = 0;
    int steps_per_frame = 1;
    Where where;

    double duration() const { return step * frames * steps_per_frame; }  // s
    bool operator==(const TimeSpec&) const = default;
    static void fields(auto& self, auto&& field) {
        field("step", self.step);
        field("frames", self.frames);
        field("steps_per_frame", self.steps_per_frame);
    }
};

struct IntegratorSpec {
    std::string type;
    std::optional<double> error_tolerance;  // m per step
    // Of methods that project; none: as the method has it.
    std::optional<int> iterations, substeps;
    std::optional<double> stiffness;            // part of a correction
    std::optional<double> stretch_limit;        // times the rest length
    std::optional<double> compliance;           // m/N
    std::optional<double> relaxation;           // of the density of liquids
    std::optional<double> artificial_pressure;  // likewise
    Where where;

    bool operator==(const IntegratorSpec&) const = default;
    static void fields(auto& self, auto&& field) {
        field("type", self.type);
        field("error_tolerance", self.error_tolerance);
        field("iterations", self.iterations);
        field("substeps", self.substeps);
        field("stiffness", self.stiffness);
        field("stretch_limit", self.stretch_limit);
        field("compliance", self.compliance);
        field("relaxation", self.relaxation);
        field("artificial_pressure", self.artificial_pressure);
    }
};

struct SolverSpec {
    std::optional<double> tolerance;  // m/s; none: derived from the scene
    int max_iterations = 0;
    std::string linear;
    Where where;

    bool operator==(const SolverSpec&) const = default;
    static void fields(auto& self, auto&& field) {
        field("tolerance", self.tolerance);
        field("max_iterations", self.max_iterations);
        field("linear", self.linear);
    }
};

/// What is recorded beside the positions.
struct RecordSpec {
    std::vector<std::string> elements;  // fields of elements, by name
    bool contact = false;               // forces of contact
    bool series = true;                 // momenta and impulses of bodies
    std::vector<std::string> exports;   // formats written when the run ends

    bool operator==(const RecordSpec&) const = default;
    static void fields(auto& self, auto&& field) {
        field("elements", self.elements);
        field("contact", self.contact);
        field("series", self.series);
        field("export", self.exports);
    }
};

}  // namespace talweg
