#include "talweg/compare/compare_methods.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "talweg/compare/comparison_page.hpp"
#include "talweg/format/csv.hpp"
#include "talweg/format/file.hpp"
#include "talweg/math/error.hpp"
#include "talweg/record/recorded_run.hpp"
#include "talweg/run/simulate.hpp"
#include "talweg/scene/spec/read_scene.hpp"
#include "talweg/scene/text/parse_number.hpp"
#include "talweg/step/stepper.hpp"
#include "talweg/verify/verify_run.hpp"

namespace talweg {

namespace {

constexpr const char* reference_label = "minimum";

struct Method {
    std::string integrator;
    int iterations = 0;  // 0: as the scene or the method has it
};

Method parse_method(const std::string& word) {
    const std::size_t at = word.find('@');
    Method method{word.substr(0, at), 0};
    std::vector<std::string> known;
    bool projects = false;
    for (const IntegratorEntry& entry : list_integrators()) {
        known.push_back(entry.name);
        if (entry.name == method.integrator) projects = entry.projects;
    }
    if (std::find(known.begin(), known.end(), method.integrator) == known.end())
        throw Error(fmt::format("--with {}: there is no such integrator; `talweg list integrators` names them", word));
    if (at == std::string::npos) return method;
    char* end = nullptr;
    const long count = std::strtol(word.c_str() + at + 1, &end, 10);
    if (*end != '\0' || count < 1 || count > 1000000)
        throw Error(fmt::format("--with {}: after @ stands a number of iterations, such as xpbd@20", word));
    if (!projects)
        throw Error(fmt::format("--with {}: {} takes as many iterations as it needs", word, method.integrator));
    method.iterations = static_cast<int>(count);
    return method;
}

/// The scene with another integrator; what it says about its own goes, unless it is the same.
Scene scene_with(const CompareOptions& options, const Method& method) {
    std::vector<std::string> settings = options.settings;
    const Scene own = read_scene(options.scene, settings);
    if (own.integrator.type != method.integrator)
        settings.push_back("integrator={\"type\": \"" + method.integrator + "\"}");
    if (method.iterations > 0) settings.push_back(fmt::format("integrator.iterations={}", method.iterations));
    return read_scene(options.scene, settings);
}

/// So much closer than by default is taken for the minimum.
constexpr double converged = 1e-4;

Scene reference_scene(const CompareOptions& options) {
    Scene scene = scene_with(options, {"implicit_euler", 0});
    const World world = build_model(scene);
    scene.solver.tolerance = converged * step_settings(scene, world.model).newton.tolerance;
    return scene;
}

RunSummary run(const Scene& scene, const World& world, const std::filesystem::path& directory,
               const CompareOptions& options) {
    const RunClaim claim(directory, options.overwrite ? RunMode::overwrite : RunMode::fresh);
    SimulationOptions how;
    how.scene_file = options.scene.string();
    how.threads = options.threads;
    how.interrupted = options.interrupted;
    return simulate(scene, world, claim, how);
}

/// Points of what is no obstacle, and the edges between them with their rest lengths.
struct MovingParts {
    std::vector<int> points;
    std::vector<std::array<int, 2>> edges;
    std::vector<double> rest;

    explicit MovingParts(const Model& model) {
        for (const Body& body : model.bodies) {
            if (body.obstacle) continue;
            for (int i = 0; i < body.point_count; ++i) points.push_back(body.first_point + i);
            edges.insert(edges.end(), body.edges.begin(), body.edges.end());
        }
        for (const auto& [a, b] : edges) rest.push_back(norm(model.rest[b] - model.rest[a]));
    }
};

void measure(const MovingParts& what, const RecordedRun& run, const RecordedRun& reference, MethodResult& result) {
    result.at_least_one_frame = run.frames() > 0;
    double squares = 0.0, count = 0.0;
    for (std::uint64_t frame = 0; frame < run.frames(); ++frame) {
        const Positions x = run.positions(frame);
        double longest = 0.0;
        for (std::size_t e = 0; e < what.edges.size(); ++e)
            if (what.rest[e] > 0.0)
                longest = std::max(longest, norm(x[what.edges[e][1]] - x[what.edges[e][0]]) / what.rest[e]);
        result.longest.at.push_back(run.time(frame));
        result.longest.value.push_back(longest);
        result.stretch = std::max(result.stretch, longest);
        if (frame >= reference.frames()) continue;
        const Positions y = reference.positions(frame);
        double sum = 0.0, met = 0.0;
        for (const int i : what.points) {
            const double error = norm(x[i] - y[i]);
            if (!std::isfinite(error)) continue;  // a particle that is not there has no place
            sum += error * error;
            met += 1.0;
            result.error_max = std::max(result.error_max, error);
        }
        squares += sum;
        count += met;
        result.error.at.push_back(run.time(frame));
        result.error.value.push_back(met > 0.0 ? std::sqrt(sum / met) : 0.0);
    }
    if (count > 0.0) result.error_rms = std::sqrt(squares / count);
    const CsvTable steps = read_csv(run.directory().steps());
    const int time = steps.find("time"), total = steps.find("total"), wall = steps.find("wall_ms"),
              iterations = steps.find("newton_iterations");
    for (std::size_t n = 0; n < steps.rows.size(); ++n) {
        result.energy.at.push_back(steps.rows[n][time]);
        result.energy.value.push_back(steps.rows[n][total]);
        if (n == 0) continue;  // the start, not a step
        result.ms_per_step += steps.rows[n][wall] / double(steps.rows.size() - 1);
        result.iterations_per_step += steps.rows[n][iterations] / double(steps.rows.size() - 1);
    }
}

std::string referees_words(const std::filesystem::path& run) {
    std::string words;
    for (const Finding& finding : verify_run(run).findings)
        if (!finding.passed())
            words += fmt::format("{}{}: {} objection{}", words.empty() ? "" : "; ", finding.question,
                                 finding.objection_count, finding.objection_count == 1 ? "" : "s");
    return words.empty() ? "no objections" : words;
}

/// The scene as a method steps it, or why it cannot.
struct Attempt {
    std::string label;
    std::optional<Scene> scene;
    std::string refusal;
};

Attempt attempt(const CompareOptions& options, const std::string& label, const Method& method) {
    try {
        return {label, scene_with(options, method), ""};
    } catch (const Error& error) {
        return {label, {}, error.what()};
    }
}

/// A comparison with nothing is not worth the wait for its reference, and no success at its end.
void require_one(const std::vector<Attempt>& attempts) {
    std::string message = "nothing to compare: every method is refused";
    for (const Attempt& each : attempts) {
        if (each.refusal.empty()) return;
        message += fmt::format("\n{}: {}", each.label, each.refusal);
    }
    throw Error(message);
}

}  // namespace

Comparison compare_methods(const CompareOptions& options) {
    std::vector<Method> methods;
    for (const std::string& word : options.methods) methods.push_back(parse_method(word));
    if (methods.empty()) throw Error("compare needs methods: --with implicit_euler,xpbd,projective_dynamics");
    if (!options.overwrite && std::filesystem::exists(options.directory / reference_label))
        throw Error(options.directory.string() +
                    " already holds a comparison; add --overwrite to replace it, or choose another directory with -o");
    const auto say = [&](const std::string& text) {
        if (options.say) options.say(text);
    };
    const Scene scene = reference_scene(options);
    const World world = build_model(scene);
    std::vector<Attempt> attempts;
    for (std::size_t k = 0; k < methods.size(); ++k)
        attempts.push_back(attempt(options, options.methods[k], methods[k]));
    require_one(attempts);
    const MovingParts what(world.model);
    Comparison comparison;
    comparison.title = scene.title.empty() ? options.scene.stem().string() : scene.title;
    comparison.edges = what.edges;
    const auto begin = [&](const std::string& label) -> MethodResult& {
        say(label + "\n");
        MethodResult& result = comparison.results.emplace_back();
        result.label = label;
        result.run = options.directory / label;
        std::replace(result.label.begin(), result.label.end(), '/', '_');
        return result;
    };
    MethodResult& minimum = begin(reference_label);
    const std::filesystem::path reference_run = minimum.run;
    minimum.ended = run(scene, world, reference_run, options).ended.words();
    const RecordedRun reference(reference_run);
    measure(what, reference, reference, minimum);
    minimum.referee = referees_words(reference_run);
    for (Attempt& each : attempts) {
        if (options.interrupted && options.interrupted()) break;
        MethodResult& result = begin(each.label);
        try {
            if (!each.scene) throw Error(each.refusal);
            result.ended = run(*each.scene, build_model(*each.scene), result.run, options).ended.words();
            measure(what, RecordedRun(result.run), reference, result);
            result.referee = referees_words(result.run);
        } catch (const Error& error) {
            each.refusal = error.what();
            result.ended = "refused: " + each.refusal;
        }
    }
    require_one(attempts);
    replace_file(options.directory / "compare.html", comparison_page(comparison));
    return comparison;
}

std::string comparison_table(const Comparison& comparison) {
    std::size_t width = 6;
    for (const MethodResult& result : comparison.results) width = std::max(width, result.label.size());
    std::string text = fmt::format("{:<{}}  {:>9}  {:>10}  {:>11}  {:>11}  {:>8}  {}\n", "method", width, "ms/step",
                                   "iterations", "error rms m", "error max m", "stretch", "ended; referee");
    for (const MethodResult& r : comparison.results)
        if (r.ran())
            text += fmt::format("{:<{}}  {:>9.3f}  {:>10.1f}  {:>11.3e}  {:>11.3e}  {:>8.4f}  {}; {}\n", r.label, width,
                                r.ms_per_step, r.iterations_per_step, r.error_rms, r.error_max, r.stretch, r.ended,
                                r.referee);
        else
            text += fmt::format("{:<{}}  {}\n", r.label, width, r.ended);
    return text;
}

}  // namespace talweg
