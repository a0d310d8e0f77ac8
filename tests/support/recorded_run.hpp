/// A scene that is run into a directory of its own, and what can be read from there afterwards.
#pragma once
#include <algorithm>

#include "support/temporary_directory.hpp"
#include "talweg/format/csv.hpp"
#include "talweg/record/frames.hpp"
#include "talweg/record/recorded_series.hpp"
#include "talweg/record/topology.hpp"
#include "talweg/run/simulate.hpp"
#include "talweg/scene/spec/read_scene.hpp"
#include "talweg/verify/verify_run.hpp"

namespace talweg::testing {

class RecordedRun {
public:
    explicit RecordedRun(const std::string& text, const std::vector<std::string>& settings = {}) {
        scene = parse_scene(text, "scene.json", ".", settings);
        SimulationOptions options;
        options.threads = 1;
        summary = simulate(scene, build_model(scene), RunClaim(folder(), RunMode::fresh), options);
    }

    RunDirectory run() const { return RunDirectory{folder()}; }
    Certificate verify() const { return verify_run(folder()); }
    std::vector<Body> bodies() const { return read_topology(run().topology()); }
    RecordedSeries series() const { return RecordedSeries(run()); }
    /// A column of steps.csv, the start included.
    std::vector<double> column(const std::string& name) const {
        const CsvTable steps = read_csv(run().steps());
        std::vector<double> values;
        for (const auto& row : steps.rows) values.push_back(row[steps.find(name)]);
        return values;
    }
    double largest(const std::string& name) const { return std::ranges::max(column(name)); }
    std::vector<Vec3> frame(std::uint64_t number) const { return FrameReader(run().positions()).read(number); }
    std::vector<Vec3> last_frame() const { return frame(FrameReader(run().positions()).frames() - 1); }
    /// The mean of a body's points.
    Vec3 middle(std::uint64_t number, int body) const { return middle_of(frame(number), bodies()[body]); }
    Vec3 last_middle(int body) const { return middle_of(last_frame(), bodies()[body]); }

    Scene scene;
    RunSummary summary;

private:
    static Vec3 middle_of(const std::vector<Vec3>& x, const Body& body) {
        Vec3 sum = Vec3::zero();
        for (int i = 0; i < body.point_count; ++i) sum += x[body.first_point + i] / double(body.point_count);
        return sum;
    }
    std::filesystem::path folder() const { return directory_ / "run"; }
    TemporaryDirectory directory_;
};

}  // namespace talweg::testing
