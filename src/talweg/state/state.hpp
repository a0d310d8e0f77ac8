/// What changes from step to step: nodes, their velocities, and what integrators remember. Points follow.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "talweg/model/model.hpp"

namespace talweg {

struct State {
    Nodes c, v;                   // nodes and their velocities
    double time = 0.0;            // s
    std::int64_t step = 0;        // steps taken
    double paced_time = 0.0;      // since then, and
    std::int64_t paced_step = 0;  // since this one, steps have their present length
    double inner_step = 0.0;   // s that error control last found good, or constraints could be led on by; 0: none yet
    double kappa = 0.0;        // stiffness of the barriers between surfaces, Pa; 0: not chosen yet
    double first_kappa = 0.0;  // as it was chosen, Pa
    double delay = 0.0;        // s that scripts are late, because something could not give way in time

    // What integrators of higher order remember, and first guesses; empty at the start and after a restart.
    Nodes a = {};                        // accelerations of the nodes
    Nodes c_before = {}, v_before = {};  // one step ago
    double dt_before = 0.0;              // the length of that step, s

    ElementMemory memory = {};  // what elements remember; empty as long as they have just begun

    std::vector<double> born = {};    // s, by particle of the emitters, all in order: the last time; −∞: never
    std::vector<double> passed = {};  // by door of the crowds, all in order: who has gone through, less who came back

    /// One step of length dt is done: times are multiples of the step, not sums.
    void count_step(double dt) {
        ++step;
        time = paced_time + dt * static_cast<double>(step - paced_step);
    }
    /// From now on steps have another length.
    void change_pace() {
        paced_time = time;
        paced_step = step;
    }

    /// What the clock of the scripts shows.
    double script_time() const { return time - delay; }
};

/// The points of a state: x = W c + b(t).
Positions positions(const Model& model, const State& state);
/// Those that are places: what is shown and recorded.
Positions places(const Model& model, const State& state);
/// A step of length dt, or a part of one, that ended in this state is accepted: elements remember it.
void evolve_memory(const Model& model, double dt, State& state);
/// Whether that is memory of these terms' elements.
bool fits(const Model& model, const ElementMemory& memory);
/// What elements of one model remember, for one whose terms may be others: of terms that both have.
ElementMemory carried_over(const Model& from, const ElementMemory& memory, const Model& to);
/// Velocities of the points: W ċ, and the speed of the scripted ones, by difference over `dt` back in time.
Positions velocities(const Model& model, const State& state, double dt);
/// ½ ċᵀ M ċ, joules, in which obstacles have no part: their mass means nothing.
double kinetic_energy(const Model& model, const State& state);

/// Exact bytes of a state, and back. `restore` throws Error if the bytes are not those of a whole state.
std::vector<std::byte> save(const State& state);
State restore(std::span<const std::byte> bytes);

}  // namespace talweg
