/// steps.csv, one row per time step with the start as step 0, and newton.csv, one row per applied Newton direction.
///
/// steps.csv: step, time (s), newton_iterations, residual (m/s), kinetic (J), the potentials by name (J), total (J),
/// momentum_x, _y, _z (kg m/s, of all that is no obstacle), alpha (smallest step length), substeps, rejected_substeps,
/// at_floor (1: rounding ended the descent), force_error (what is left to change of a force of contact, over what is
/// allowed), imbalance (m/s: what is left to move or turn a free piece as a whole) and imbalance_body (number of its
/// body, −1: none), fall (m/s: what is left of the descent), wall_ms; with contact min_distance (m), kappa (Pa),
/// lag_error (N: by which friction, taken anew at the end of the step, would differ at a point) and script_delay (s).
/// newton.csv: step, iteration, energy (of the landscape, J·s²), residual (m/s), slope, limit, alpha, regularization.
#pragma once
#include "talweg/format/csv.hpp"
#include "talweg/record/checkpoint.hpp"
#include "talweg/record/energy_balance.hpp"
#include "talweg/record/run_directory.hpp"

namespace talweg {

class StepTables {
public:
    static StepTables create(const RunDirectory& directory, const Model& model);
    static StepTables resume(const RunDirectory& directory, const Model& model, const RunMark& mark);

    /// The step that led to `state`; for the start, a report that only has potentials.
    void add_step(const State& state, const StepReport& report, double wall_seconds);
    /// Newton's iterations on the way to step number `step`.
    void add_iterations(std::int64_t step, const std::vector<Iteration>& iterations);

    void flush();
    void sync();
    void drop_unwritten();

    /// Energies of the step added last.
    const EnergyBalance& balance() const { return balance_; }
    std::uint64_t steps_bytes() const { return steps_.bytes(); }
    std::uint64_t newton_bytes() const { return newton_.bytes(); }
    std::size_t waiting_bytes() const { return steps_.waiting_bytes() + newton_.waiting_bytes(); }

private:
    StepTables(CsvWriter steps, CsvWriter newton, const Model& model);

    CsvWriter steps_, newton_;
    const Model& model_;
    EnergyBalance balance_;
};

}  // namespace talweg
