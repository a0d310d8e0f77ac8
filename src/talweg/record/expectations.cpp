#include "talweg/record/expectations.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "talweg/format/csv.hpp"
#include "talweg/record/frame_steps.hpp"
#include "talweg/record/frames.hpp"
#include "talweg/record/recorded_series.hpp"
#include "talweg/record/topology.hpp"

namespace talweg {

namespace {

/// A recorded run, opened as far as the measures need it.
class Measured {
public:
    explicit Measured(const RunDirectory& run)
        : frame_steps_(FrameSteps::read(run)),
          bodies_(read_bodies(run)),
          frames_(run.positions()),
          steps_(read_csv(run.steps())),
          series_(run) {}

    std::optional<double> measure(const Expectation& what) const {
        if (static_cast<std::uint64_t>(what.frame) >= frames_.frames()) return std::nullopt;
        if (what.measure == "position") return point(what)[axis(what)];
        if (what.measure == "distance") return norm(point(what) - what.from.value());
        if (what.measure == "center") return center(what);
        if (what.measure == "share") return share(what);
        if (what.measure == "momentum") return of_series(what, "momentum", *what.body + "." + *what.axis);
        if (what.measure == "reaction")
            return of_series(what, "impulse_holds", *what.body + "." + *what.axis) / step_length(what.frame);
        if (what.measure == "series") return of_series(what, *what.name, *what.column);
        if (what.measure == "energy") return energy(what);
        if (what.measure == "newton_iterations") return newton_iterations(what);
        throw Error(located(what.where, "no measure \"" + what.measure + "\""));
    }

private:
    static int axis(const Expectation& what) { return what.axis.value()[0] - 'x'; }

    const Body& body(const Expectation& what) const {
        const auto found = std::ranges::find(bodies_, what.body.value(), &Body::name);
        if (found == bodies_.end()) throw Error(located(what.where, "the run has no body \"" + *what.body + "\""));
        return *found;
    }

    Vec3 point(const Expectation& what) const {
        const Body& owner = body(what);
        const int index = what.point.value();
        if (index >= owner.point_count)
            throw Error(located(what.where, fmt::format("body \"{}\" has points 0 to {}, none with number {}",
                                                        owner.name, owner.point_count - 1, index)));
        return frames_.read(what.frame)[owner.first_point + index];
    }

    double center(const Expectation& what) const {
        const Body& owner = body(what);
        const std::vector<Vec3> x = frames_.read(what.frame);
        double sum = 0.0;
        for (int i = 0; i < owner.point_count; ++i) sum += x[owner.first_point + i][axis(what)];
        return sum / owner.point_count;
    }

    double share(const Expectation& what) const {
        const Body& owner = body(what);
        const std::vector<Vec3> x = frames_.read(what.frame);
        int below = 0;
        for (int i = 0; i < owner.point_count; ++i)
            below += x[owner.first_point + i][axis(what)] < what.from.value()[axis(what)];
        return static_cast<double>(below) / owner.point_count;
    }

    /// Rows of the steps up to a frame: one per step, the start included.
    std::span<const std::vector<double>> rows_up_to(int frame) const {
        const std::size_t count = frame_steps_.step(frame) + 1;
        return std::span(steps_.rows).first(std::min(count, steps_.rows.size()));
    }

    double energy(const Expectation& what) const {
        const auto first = steps_.columns.begin() + steps_.find("kinetic");
        const auto last = steps_.columns.begin() + steps_.find("total") + 1;
        const auto found = std::find(first, last, what.name.value());
        if (found == last)
            throw Error(located(what.where, fmt::format("the run has no energy \"{}\"; it has {}", *what.name,
                                                        fmt::join(first, last, ", "))));
        return rows_up_to(what.frame).back()[found - steps_.columns.begin()];
    }

    double of_series(const Expectation& what, const std::string& name, const std::string& column) const {
        try {
            return series_.value(name, column, frame_steps_.step(what.frame));
        } catch (const Error& error) {
            throw Error(located(what.where, error.what()));
        }
    }

    /// s, of the step that ended with the frame.
    double step_length(int frame) const {
        const auto rows = rows_up_to(frame);
        const int time = steps_.find("time");
        return rows.size() < 2 ? 1.0 : rows.back()[time] - rows[rows.size() - 2][time];
    }

    double newton_iterations(const Expectation& what) const {
        double sum = 0.0;
        for (const auto& row : rows_up_to(what.frame)) sum += row[steps_.find("newton_iterations")];
        return sum;
    }

    FrameSteps frame_steps_;
    std::vector<Body> bodies_;
    FrameReader frames_;
    CsvTable steps_;
    RecordedSeries series_;
};

std::string subject_of(const Expectation& what) {
    if (what.measure == "position")
        return fmt::format("position of {}[{}] along {}", *what.body, *what.point, *what.axis);
    if (what.measure == "center") return fmt::format("center of {} along {}", *what.body, *what.axis);
    if (what.measure == "share") return fmt::format("share of {} below a place along {}", *what.body, *what.axis);
    if (what.measure == "distance") return fmt::format("distance of {}[{}]", *what.body, *what.point);
    if (what.measure == "momentum" || what.measure == "reaction")
        return fmt::format("{} of {} along {}", what.measure, *what.body, *what.axis);
    if (what.measure == "series") return fmt::format("{} of {}", *what.column, *what.name);
    if (what.measure == "energy") return *what.name + " energy";
    return "Newton iterations";
}

}  // namespace

std::vector<ExpectationResult> measure_expectations(const Scene& scene, const RunDirectory& run) {
    std::vector<ExpectationResult> results;
    if (scene.expect.empty()) return results;
    const Measured recorded(run);
    for (const Expectation& expectation : scene.expect) results.push_back({expectation, recorded.measure(expectation)});
    return results;
}

std::string measure_name(const Expectation& what) {
    return fmt::format("{} at frame {}", subject_of(what), what.frame);
}

std::string describe(const ExpectationResult& result) {
    const Expectation& what = result.expectation;
    constexpr const char* relation[] = {"", "at most ", "at least "};
    return fmt::format("{}: {}, expected {}{} ± {}", measure_name(what),
                       result.measured ? fmt::format("{}", *result.measured) : "not reached",
                       relation[static_cast<int>(what.compare)], what.value, what.tolerance);
}

std::string describe(const std::vector<ExpectationResult>& results) {
    if (results.empty()) return {};
    const auto met = std::ranges::count_if(results, &ExpectationResult::met);
    std::string text = fmt::format("expected numbers: {} of {} within tolerance\n", met, results.size());
    for (const ExpectationResult& result : results)
        if (!result.met()) text += "  " + describe(result) + "\n";
    return text;
}

}  // namespace talweg
