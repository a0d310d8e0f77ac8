/// What a scene may say about how steps are taken. Numbers of the solver, never of the material.
#pragma once
#include <functional>
#include <string>

#include "talweg/solve/newton.hpp"
#include "talweg/step/projection_settings.hpp"

namespace talweg {

struct StepSettings {
    double dt = 0.01;       // s
    NewtonSettings newton;  // tolerance in m/s
    std::string linear_solver = "auto";
    std::string integrator = "implicit_euler";
    double error_tolerance = 0.0;            // m per step, for explicit integrators; 0: fixed steps
    ProjectionSettings projection;           // for methods that project
    int max_subdivisions = 10;               // a step that does not converge is halved this often at most
    std::function<bool()> interrupted = {};  // asked within steps; true gives one up, by throwing Interrupted
};

/// A tolerance that is small beside the motion itself: a hundred-thousandth of the speed that one step of gravity gives
/// or, without gravity, of one scene diagonal per second squared; and, however long the step, no more than a millionth
/// of a diagonal in it.
double default_tolerance(const Model& model, double dt);

}  // namespace talweg
