#include "talweg/record/step_tables.hpp"

#include <algorithm>

namespace talweg {

StepTables::StepTables(CsvWriter steps, CsvWriter newton, const Model& model)
    : steps_(std::move(steps)), newton_(std::move(newton)), model_(model), balance_(model) {}

StepTables StepTables::create(const RunDirectory& directory, const Model& model) {
    std::vector<std::string> columns = {"step", "time", "newton_iterations", "residual", "kinetic"};
    for (const std::string& name : EnergyBalance(model).names) columns.push_back(name);
    for (const char* name :
         {"total", "momentum_x", "momentum_y", "momentum_z", "alpha", "substeps", "rejected_substeps", "at_floor",
          "force_error", "imbalance", "imbalance_body", "fall", "wall_ms"})
        columns.emplace_back(name);
    if (model.contact) columns.insert(columns.end(), {"min_distance", "kappa", "lag_error", "script_delay"});
    return {CsvWriter::create(directory.steps(), columns),
            CsvWriter::create(directory.newton(),
                              {"step", "iteration", "energy", "residual", "slope", "limit", "alpha", "regularization"}),
            model};
}

StepTables StepTables::resume(const RunDirectory& directory, const Model& model, const RunMark& mark) {
    return {CsvWriter::resume(directory.steps(), mark.steps_csv_bytes),
            CsvWriter::resume(directory.newton(), mark.newton_csv_bytes), model};
}

void StepTables::add_step(const State& state, const StepReport& report, double wall_seconds) {
    balance_.measure(model_, state, report);
    double alpha = 1.0;
    for (const Iteration& iteration : report.iterations) alpha = std::min(alpha, iteration.alpha);

    steps_.cell(state.step).cell(state.time).cell(static_cast<int>(report.iterations.size())).cell(report.residual);
    steps_.cell(balance_.kinetic);
    for (const double potential : balance_.potentials) steps_.cell(potential);
    steps_.cell(balance_.total);
    for (int axis = 0; axis < 3; ++axis) steps_.cell(balance_.momentum[axis]);
    steps_.cell(alpha).cell(report.substeps).cell(report.rejected_substeps);
    steps_.cell(report.at_floor ? 1 : 0).cell(report.left.forces).cell(report.left.balance).cell(report.left.body);
    steps_.cell(report.left.fall).cell(1e3 * wall_seconds);
    if (model_.contact) steps_.cell(report.gap).cell(state.kappa).cell(report.contact.lag_error).cell(state.delay);
    steps_.end_row();
    add_iterations(state.step, report.iterations);
}

void StepTables::add_iterations(std::int64_t step, const std::vector<Iteration>& iterations) {
    for (std::size_t i = 0; i < iterations.size(); ++i) {
        const Iteration& at = iterations[i];
        newton_.cell(step).cell(static_cast<int>(i + 1)).cell(at.energy).cell(at.residual);
        newton_.cell(at.slope).cell(at.limit).cell(at.alpha).cell(at.regularization);
        newton_.end_row();
    }
}

void StepTables::flush() {
    newton_.flush();
    steps_.flush();
}

void StepTables::sync() {
    newton_.sync();
    steps_.sync();
}

void StepTables::drop_unwritten() {
    newton_.drop_unwritten();
    steps_.drop_unwritten();
}

}  // namespace talweg
