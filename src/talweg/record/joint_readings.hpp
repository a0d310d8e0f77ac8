/// What a step tells of the joints of a model: what each does to its second body, whether kept exactly or by energies,
/// and the numbers of motors, limits, guides, gears, bonds and springs.
#pragma once
#include <string>

#include "talweg/model/joint_term.hpp"
#include "talweg/state/state.hpp"
#include "talweg/step/impulses.hpp"

namespace talweg {

/// The names of all joints: those that are kept exactly, without holds of places, then those that energies keep.
std::vector<std::string> joint_names(const Model& model);
/// Those of them whose force is shared with others in a loop that says a thing twice: told as the least that balances.
std::vector<std::string> redundant_joints(const Model& model);
/// N s and N m s about the joint, by the names above. Zero where the step tells none.
std::vector<Momentum> joint_impulses(const Model& model, const Impulses& impulses);

/// Columns of joint_drives: "elbow.target", "elbow.error", … and, where impulses are told, "elbow.motor".
std::vector<std::string> drive_columns(const Model& model, bool with_impulses);
/// A row of them, of a step of length dt that ended in this state; dt 0: none has been taken.
void read_drives(const Model& model, const State& state, const Impulses& impulses, double dt, bool with_impulses,
                 std::vector<double>& row);

}  // namespace talweg
