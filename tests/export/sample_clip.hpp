/// A run directory with a body of every kind, moving in a known way, for tests of what other programs get to see: a
/// sheet of 4 points, a rope of 3, two tetrahedra on 5 points, and a lattice of one tetrahedron with an embedded
/// triangle.
#pragma once
#include "support/temporary_directory.hpp"
#include "support/two_bodies.hpp"
#include "talweg/record/frames.hpp"
#include "talweg/record/run_directory.hpp"
#include "talweg/record/topology.hpp"

namespace talweg {

struct SampleClip {
    static constexpr int point_count = 19, frame_count = 4, elements = 3;
    static constexpr double frame_time = 0.04;

    static std::vector<Body> bodies() {
        std::vector<Body> all = two_bodies();
        all.push_back({"dice", 7, 5, 3, 1.0, {}, {}, {{7, 8, 9, 10}, {8, 9, 10, 11}}, {}});
        all.push_back({"jelly", 12, 7, 3, 1.0, {}, {{16, 17, 18}}, {{12, 13, 14, 15}}, {}});
        return all;
    }

    /// Every point goes its own straight way; frame 0 is at time 0.
    static std::vector<Vec3> positions(int frame) {
        std::vector<Vec3> x;
        for (int i = 0; i < point_count; ++i) {
            const Vec3 start{0.3 * i, 1.0 / (1 + i % 5), 0.1 * (i % 3)};
            x.push_back(start + frame_time * frame * velocity(i));
        }
        return x;
    }
    static Vec3 velocity(int point) { return {1.0 + point, -0.5, 0.25 * point}; }

    static double stress(int frame, int element) { return 1000.0 * frame + element; }

    SampleClip() {
        replace_file(run.run(), std::string_view("{}"));
        replace_file(run.scene(), std::string_view(R"({"time": {"step": 0.02, "steps_per_frame": 2}})"));
        write_topology(run.topology(), bodies());
        for (int frame = 0; frame < frame_count; ++frame) writer.append(positions(frame));
        writer.flush();
    }

    /// Adds a field of one number and one of three per element.
    void record_fields() const {
        std::filesystem::create_directories(run.elements());
        replace_file(run.element_description(), std::string_view(R"({
            "fields": [{"name": "stress", "unit": "Pa", "components": 1},
                       {"name": "stretches", "unit": "1", "components": 3}],
            "bodies": [{"name": "dice", "first_element": 0, "element_count": 2, "corners": 4, "riders": []},
                       {"name": "jelly", "first_element": 2, "element_count": 1, "corners": 4,
                        "riders": [[[0, 0.5], [1, 0.5]], [[2, 1]], [[3, 1]]]}]})"));
        FrameWriter one = FrameWriter::create(run.element_field("stress"), elements, 1);
        FrameWriter three = FrameWriter::create(run.element_field("stretches"), elements, 3);
        for (int frame = 0; frame < frame_count; ++frame) {
            std::vector<double> numbers, triples;
            for (int e = 0; e < elements; ++e) {
                numbers.push_back(stress(frame, e));
                for (int k = 0; k < 3; ++k) triples.push_back(stress(frame, e) + 0.125 * k);
            }
            one.append(std::span<const double>(numbers));
            three.append(std::span<const double>(triples));
        }
        one.flush();
        three.flush();
    }

    /// Forces of contact: frame number along x, number of the point along y.
    void record_forces() const {
        FrameWriter forces = FrameWriter::create(run.contact_force(), point_count);
        for (int frame = 0; frame < frame_count; ++frame) {
            std::vector<Vec3> f;
            for (int i = 0; i < point_count; ++i) f.push_back({1.0 * frame, 1.0 * i, 0.5});
            forces.append(f);
        }
        forces.flush();
    }

    TemporaryDirectory directory;
    RunDirectory run{directory.path()};
    FrameWriter writer = FrameWriter::create(run.positions(), point_count);
};

/// Some of the points of a frame, in single precision.
inline std::vector<std::array<float, 3>> floats_of(const std::vector<Vec3>& x, const std::vector<int>& points) {
    std::vector<std::array<float, 3>> result;
    for (const int i : points) result.push_back({float(x[i][0]), float(x[i][1]), float(x[i][2])});
    return result;
}

}  // namespace talweg
