#include "talweg/verify/verify_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "talweg/format/file.hpp"
#include "talweg/math/error.hpp"
#include "talweg/record/frame_steps.hpp"
#include "talweg/record/frames.hpp"
#include "talweg/record/recorded_ages.hpp"
#include "talweg/record/recorded_fields.hpp"
#include "talweg/record/run_directory.hpp"
#include "talweg/record/topology.hpp"
#include "talweg/verify/balance_referee.hpp"
#include "talweg/verify/default_speed.hpp"
#include "talweg/verify/frame_referee.hpp"
#include "talweg/verify/settlement_referee.hpp"
#include "talweg/verify/step_referee.hpp"
#include "talweg/verify/stretch_referee.hpp"

namespace talweg {
namespace {

/// Energies (J) that carried points to the end of each step: what was recorded. BDF2's velocity, (3x − 4xⁿ + xⁿ⁻¹)/(2h)
/// is not that of the last move, d/h = ⅔ v + ⅓ dⁿ/h: what comes to a stop still moves by a third of its last move.
std::vector<double> carrying_energies(const CsvTable& steps, const Obligations& obligations) {
    const int column = steps.find("kinetic");
    std::vector<double> energies;
    double root = 0.0;  // of the energy that a move at d/h has
    for (const auto& row : steps.rows) {
        const double recorded = row[column];
        root = energies.empty() ? std::sqrt(std::max(0.0, recorded))
                                : (2.0 * std::sqrt(std::max(0.0, recorded)) + root) / 3.0;
        energies.push_back(obligations.integrator == "bdf2" ? std::max(recorded, root * root) : recorded);
    }
    return energies;
}

/// The largest of the steps from one frame to the next, both included.
double largest_towards(std::uint64_t frame, const std::vector<double>& energies, const FrameSteps& frame_steps) {
    const std::size_t end = std::min<std::size_t>(energies.size(), frame_steps.step(frame) + 1);
    double largest = 0.0;
    for (std::size_t row = frame == 0 ? 0 : frame_steps.step(frame - 1); row < end; ++row)
        largest = std::max(largest, energies[row]);
    return largest;
}

std::string recorded_end(const RunDirectory& directory) {
    const auto json = nlohmann::json::parse(read_whole_file(directory.run()), nullptr, false);
    return json.is_object() && json.contains("ended") && json["ended"].is_string() ? json["ended"].get<std::string>()
                                                                                   : "unknown";
}

const char* status(const Finding& finding) {
    return !finding.asked ? "not asked" : finding.passed() ? "ok" : "REFUTED";
}

}  // namespace

bool Certificate::passed() const { return std::ranges::all_of(findings, &Finding::passed); }

std::string Certificate::text() const {
    std::string text = fmt::format("{} ({})\n", run.string(), ended);
    for (const Finding& finding : findings) {
        text += fmt::format("  {:14} {:10} {}\n", finding.question, status(finding), finding.answer);
        for (const std::string& objection : finding.objections) text += "      " + objection + "\n";
        if (finding.objection_count > finding.objections.size())
            text += fmt::format("      and {} more\n", finding.objection_count - finding.objections.size());
    }
    return text + (passed() ? "verified: nothing to object\n" : "not verified: see above\n");
}

Certificate verify_run(const std::filesystem::path& run) {
    const RunDirectory directory{run};
    if (!directory.holds_run()) throw Error(run.string() + " is not the directory of a run (it has no run.json)");
    const std::vector<Body> bodies = read_bodies(directory);
    std::vector<std::string> names;
    for (const Body& body : bodies) names.push_back(body.name);
    Obligations obligations = read_obligations(directory.scene(), names);
    obligations.sewn = read_sewn_pairs(directory.topology(),
                                       bodies.empty() ? 0 : bodies.back().first_point + bodies.back().point_count);
    read_recorded_fields(directory, bodies);  // throws what does not fit
    const CsvTable steps = read_csv(directory.steps());
    const FrameReader frames(directory.positions());
    const RecordedAges ages(directory);

    Certificate certificate{run, recorded_end(directory), judge_steps(steps, obligations)};
    FrameReferee referee(bodies, obligations);
    StretchReferee stretches(bodies, obligations, read_rest_triangles(directory));
    const FrameSteps frame_steps = FrameSteps::read(directory);
    const std::vector<double> carrying = carrying_energies(steps, obligations);
    Whereabouts where(bodies);
    for (std::uint64_t frame = 0; frame < frames.frames(); ++frame) {
        const std::vector<Vec3> x = frames.read(frame);
        where.add(frame_steps.step(frame), x);
        referee.look(frame, x, largest_towards(frame, carrying, frame_steps), ages.read(frame));
        stretches.look(frame, x);
    }
    if (frames.frames() > 0) {
        const double size = size_at_start(bodies, obligations, frames.read(0));
        certificate.findings.push_back(judge_settlement(steps, obligations, size));
        certificate.findings.push_back(
            judge_balance(RecordedSeries(directory), steps, bodies, obligations, size, where));
    }
    auto found = referee.findings();
    found.push_back(stretches.finding());
    certificate.findings.insert(certificate.findings.begin(), found.begin(), found.end());
    return certificate;
}

}  // namespace talweg
