/// A run directory as `talweg run` would leave it, of a motion that is known in closed form: a waving sheet of
/// (cells + 1)² points and, beside it, a point that stands still.
#pragma once
#include <cmath>

#include "talweg/format/csv.hpp"
#include "talweg/record/frames.hpp"
#include "talweg/record/run_directory.hpp"
#include "talweg/record/topology.hpp"

namespace talweg {

struct SampleRun {
    int cells, frames;
    double frame_time = 0.02;

    int points() const { return (cells + 1) * (cells + 1) + 1; }

    std::vector<Vec3> positions(int frame) const {
        const double time = frame * frame_time;
        std::vector<Vec3> x;
        for (int i = 0; i <= cells; ++i)
            for (int j = 0; j <= cells; ++j) {
                const double u = double(i) / cells, v = double(j) / cells;
                x.push_back({u, 1.0 + 0.2 * std::sin(6.0 * u + 4.0 * time) * std::cos(3.0 * v + time), v + 0.1 * time});
            }
        x.push_back({2.0, -1.0, 0.5});
        return x;
    }

    std::vector<Body> bodies() const {
        Body sheet{"sheet", 0, points() - 1, 2, 1.0, {}, {}, {}, {0, cells}};
        const auto at = [this](int i, int j) { return i * (cells + 1) + j; };
        for (int i = 0; i < cells; ++i)
            for (int j = 0; j < cells; ++j) {
                sheet.edges.push_back({at(i, j), at(i + 1, j)});
                sheet.edges.push_back({at(i, j), at(i, j + 1)});
                sheet.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
                sheet.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
            }
        return {sheet, Body{"point", points() - 1, 1, 1, 1.0, {}, {}, {}, {}}};
    }

    /// Every step is a frame; the kinetic energy of step n is n + ½, the number of iterations n mod 5.
    RunDirectory write(const std::filesystem::path& path) const {
        const RunDirectory run{path};
        std::filesystem::create_directories(path);
        replace_file(run.scene(), "{\"title\": \"Waving sheet </script>\", \"time\": {\"step\": 0.02}}");
        replace_file(run.run(), "{\"ended\": \"finished\", \"seconds\": {\"total\": 1.5}}");
        write_topology(run.topology(), bodies());
        FrameWriter writer = FrameWriter::create(run.positions(), points());
        CsvWriter steps = CsvWriter::create(run.steps(), {"step", "time", "newton_iterations", "kinetic", "total"});
        for (int frame = 0; frame < frames; ++frame) {
            writer.append(positions(frame));
            steps.cell(frame).cell(frame * frame_time).cell(frame % 5).cell(frame + 0.5).cell(frame + 1.0).end_row();
        }
        writer.flush();
        steps.flush();
        return run;
    }
};

}  // namespace talweg
