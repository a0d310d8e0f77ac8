/// The geometric phases of contact on the field's usual workload: cloth that falls on a ball, between two frames.
///
/// Boxes are swept from frame 92 to frame 93 and grown by 1 mm, as others measure it; every phase is timed apart, with
/// one thread and with two, and the fastest repetition counts. The frames already intersect themselves slightly:
/// throughput only. Below the raw walks over trees stand the functions that a step calls, with all its rules; at the
/// end two floors, what the machine needs just to write the pairs and just to gather the points of every pair.
#pragma once
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <numeric>

#include "places.hpp"
#include "stopwatch.hpp"
#include "support/threads.hpp"
#include "talweg/contact/collision_guard.hpp"
#include "talweg/contact/contact_set.hpp"
#include "talweg/geometry/collision_time/collision_time.hpp"
#include "talweg/geometry/distance/distances.hpp"
#include "talweg/geometry/intersection/find_intersections.hpp"
#include "talweg/geometry/read_mesh.hpp"
#include "talweg/geometry/tree/overlaps.hpp"
#include "talweg/geometry/unique_edges.hpp"

namespace talweg::cloth_on_ball {

inline constexpr double radius = 1e-3, d_hat = 1e-3;

using Pair = std::array<int, 2>;

/// The frame before, how it moves, and the same as a world of contact.
struct Cloth {
    std::vector<Vec3> x, dx;
    ContactWorld world;

    Cloth(const Mesh& before, const Mesh& after) : x(before.points), dx(after.points) {
        for (std::size_t i = 0; i < x.size(); ++i) dx[i] -= x[i];
        ContactSurface& s = world.surface;
        s.points.resize(x.size());
        std::iota(s.points.begin(), s.points.end(), 0);
        s.triangles = before.triangles;
        s.edges = unique_edges(s.triangles);
        s.point_area.assign(x.size(), 1e-6);
        s.edge_area.assign(s.edges.size(), 1e-6);
        for (const auto& [a, b] : s.edges) s.edge_length_squared.push_back(norm_squared(x[b] - x[a]));
        s.part.assign(x.size(), 0);
        s.radius.assign(x.size(), 0.0);
        s.prescribed.assign(x.size(), 0);
        world.rules.d_hat = d_hat;
        world.rules.touching = TouchingBodies(1);
    }
    /// The points of a pair of edges, and of a vertex and a face.
    std::array<int, 4> of_edges(const Pair& pair) const {
        const auto &a = world.surface.edges[pair[0]], &b = world.surface.edges[pair[1]];
        return {a[0], a[1], b[0], b[1]};
    }
    std::array<int, 4> of_face(const Pair& pair) const {
        const auto& f = world.surface.triangles[pair[1]];
        return {pair[0], f[0], f[1], f[2]};
    }
};

inline Points<double, 4> gather(const std::vector<Vec3>& x, const std::array<int, 4>& i) {
    return {{x[i[0]], x[i[1]], x[i[2]], x[i[3]]}};
}

template <class Element>
std::vector<Box> swept_boxes(const Cloth& cloth, const std::vector<Element>& elements) {
    std::vector<Box> boxes(elements.size());
    parallel_pieces(int(elements.size()), [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            const auto include = [&](int v) {
                boxes[i].include(cloth.x[v]);
                boxes[i].include(cloth.x[v] + cloth.dx[v]);
            };
            if constexpr (std::is_same_v<Element, int>)
                include(elements[i]);
            else
                for (const int v : elements[i]) include(v);
            boxes[i].min -= Vec3{radius, radius, radius};
            boxes[i].max += Vec3{radius, radius, radius};
        }
    });
    return boxes;
}

/// Wall time, and processor time of all threads: the latter hardly notices what else the machine is doing.
struct Cost {
    double wall = 0, processor = 0;
    void keep_smaller(const Cost& other) {
        wall = wall == 0 ? other.wall : std::min(wall, other.wall);
        processor = processor == 0 ? other.processor : std::min(processor, other.processor);
    }
};

template <class Work>
Cost cost_of(const Work& work) {
    const std::clock_t start = std::clock();
    const double wall = seconds(work);
    return {wall, double(std::clock() - start) / CLOCKS_PER_SEC};
}

struct Phases {
    Cost boxes, build, refit, edge_edge, face_vertex, times, distances, crossings;
    Cost search, guard, contacts;  // as a step calls them
    Cost writing, gathering;
};
inline constexpr Cost Phases::*phases[] = {&Phases::boxes,       &Phases::build, &Phases::refit,     &Phases::edge_edge,
                                           &Phases::face_vertex, &Phases::times, &Phases::distances, &Phases::crossings,
                                           &Phases::search,      &Phases::guard, &Phases::contacts,  &Phases::writing,
                                           &Phases::gathering};
struct Found {
    std::size_t edge_edge = 0, face_vertex = 0, near = 0, contacts = 0, crossings = 0;
    double time = 1.0, guard = 1.0, sum = 0.0;
};

/// Sums function(pair) over all pairs of one kind.
template <class Function>
auto sum_over(const std::vector<Pair>& pairs, const Function& function) {
    return parallel_sum(int(pairs.size()), [&](int begin, int end) {
        auto sum = function(pairs[begin]);
        for (int k = begin + 1; k < end; ++k) sum += function(pairs[k]);
        return sum;
    });
}
/// The smallest function(pair), at most 1.
template <class Function>
double earliest(const std::vector<Pair>& pairs, const Function& function) {
    return 1.0 - parallel_max(int(pairs.size()), [&](int begin, int end) {
               double first = 1.0;
               for (int k = begin; k < end; ++k) first = std::min(first, function(pairs[k]));
               return 1.0 - first;
           });
}

inline void walk_trees(const Cloth& cloth, Phases& t, std::vector<Pair>& ee, std::vector<Pair>& fv) {
    const ContactSurface& s = cloth.world.surface;
    std::vector<Box> vertex_boxes, edge_boxes, face_boxes;
    t.boxes = cost_of([&] {
        vertex_boxes = swept_boxes(cloth, s.points);
        edge_boxes = swept_boxes(cloth, s.edges);
        face_boxes = swept_boxes(cloth, s.triangles);
    });
    BoundingTree vertices, edges, faces;
    t.build = cost_of([&] {
        vertices.build(vertex_boxes);
        edges.build(edge_boxes);
        faces.build(face_boxes);
    });
    t.refit = cost_of([&] {
        vertices.refit(vertex_boxes);
        edges.refit(edge_boxes);
        faces.refit(face_boxes);
    });
    t.edge_edge = cost_of([&] {
        ee = collect_overlaps<Pair>(edges, [&](int i, int j, std::vector<Pair>& out) {
            const auto &a = s.edges[i], &b = s.edges[j];
            if (a[0] != b[0] && a[0] != b[1] && a[1] != b[0] && a[1] != b[1]) out.push_back({i, j});
        });
    });
    t.face_vertex = cost_of([&] {
        fv = collect_overlaps<Pair>(vertices, faces, [&](int i, int j, std::vector<Pair>& out) {
            const auto& f = s.triangles[j];
            if (i != f[0] && i != f[1] && i != f[2]) out.push_back({i, j});
        });
    });
}

inline Found run(const Cloth& cloth, Phases& t) {
    std::vector<Pair> ee, fv;
    walk_trees(cloth, t, ee, fv);
    Found found{ee.size(), fv.size()};
    t.times = cost_of([&] {
        const double of_edges = earliest(ee, [&](const Pair& pair) {
            const auto i = cloth.of_edges(pair);
            return collision_time_edge_edge(gather(cloth.x, i), gather(cloth.dx, i), 0.0, 0.1);
        });
        const double of_faces = earliest(fv, [&](const Pair& pair) {
            const auto i = cloth.of_face(pair);
            return collision_time_point_triangle(gather(cloth.x, i), gather(cloth.dx, i), 0.0, 0.1);
        });
        found.time = std::min(of_edges, of_faces);
    });
    t.distances = cost_of([&] {
        found.near = sum_over(ee, [&](const Pair& pair) {
            const auto x = gather(cloth.x, cloth.of_edges(pair));
            return std::size_t(edge_edge_squared(x[0], x[1], x[2], x[3]) < d_hat * d_hat);
        });
        found.near += sum_over(fv, [&](const Pair& pair) {
            const auto x = gather(cloth.x, cloth.of_face(pair));
            return std::size_t(point_triangle_squared(x[0], x[1], x[2], x[3]) < d_hat * d_hat);
        });
    });
    const ContactSurface& s = cloth.world.surface;
    t.crossings = cost_of([&] { found.crossings = find_intersections(cloth.x, s.edges, s.triangles).size(); });

    CandidateSearch search(cloth.world);
    Candidates candidates;
    t.search = cost_of([&] {  // half of d̂ comes on top of the margin
        search.find(cloth.x, cloth.dx, radius - 0.5 * d_hat, any_number, candidates);
    });
    t.guard = cost_of([&] { found.guard = largest_safe_step(cloth.world, candidates, cloth.x, cloth.dx); });
    t.contacts = cost_of([&] { found.contacts = find_contacts(cloth.world, candidates, cloth.x, 1.0).size(); });

    std::vector<Pair> copy(ee.size() + fv.size());  // in memory already: only the writing counts
    t.writing = cost_of([&] {
        parallel_pieces(int(copy.size()), [&](int begin, int end) {
            for (int k = begin; k < end; ++k) copy[k] = {k, begin};
        });
    });
    t.gathering = cost_of([&] {
        const auto first = [&](const std::array<int, 4>& i) {
            const auto x = gather(cloth.x, i), dx = gather(cloth.dx, i);
            double sum = 0.0;
            for (int k = 0; k < 4; ++k) sum += x[k][0] + dx[k][0];
            return sum;
        };
        found.sum = sum_over(ee, [&](const Pair& pair) { return first(cloth.of_edges(pair)); });
        found.sum += sum_over(fv, [&](const Pair& pair) { return first(cloth.of_face(pair)); });
    });
    return found;
}

/// One line: milliseconds with one thread and two, pairs per second of one thread, and times a floor.
inline void print_row(const char* name, const Phases (&best)[2], std::initializer_list<Cost Phases::*> of, double pairs,
                      double floor) {
    Cost one, two;
    for (Cost Phases::*phase : of) {
        one.wall += (best[0].*phase).wall;
        one.processor += (best[0].*phase).processor;
        two.wall += (best[1].*phase).wall;
    }
    std::printf("%-34s %12.1f %10.1f %10.1f", name, 1e3 * one.processor, 1e3 * one.wall, 1e3 * two.wall);
    if (pairs > 0) std::printf(" %12.1f", 1e-6 * pairs / one.processor);
    if (floor > 0) std::printf(" %8.1f", one.processor / floor);
    std::printf("\n");
}

inline void print(const Cloth& cloth, const Found& found, const Phases (&best)[2]) {
    const double pairs = double(found.edge_edge + found.face_vertex);
    const double writing = best[0].writing.processor, gathering = best[0].gathering.processor;
    std::printf("cloth_ball92→93: %zu vertices, %zu edges, %zu faces, radius %g m\n", cloth.x.size(),
                cloth.world.surface.edges.size(), cloth.world.surface.triangles.size(), radius);
    std::printf(
        "%zu edge–edge and %zu face–vertex candidates; %zu nearer than %g m, %zu contacts; %zu exact crossings; "
        "safe step %g, of the guard %g\n\n",
        found.edge_edge, found.face_vertex, found.near, d_hat, found.contacts, found.crossings, found.time,
        found.guard);
    std::printf("%-34s %12s %10s %10s %12s %8s\n", "ms", "processor, 1", "clock, 1", "clock, 2", "M pairs/s",
                "÷ floor");
    const auto row = [&](const char* name, std::initializer_list<Cost Phases::*> of, double number, double floor) {
        print_row(name, best, of, number, floor);
    };
    row("boxes", {&Phases::boxes}, 0, 0);
    row("tree build", {&Phases::build}, 0, 0);
    row("tree refit", {&Phases::refit}, 0, 0);
    row("candidates, edge-edge", {&Phases::edge_edge}, double(found.edge_edge), 0);
    row("candidates, face-vertex", {&Phases::face_vertex}, double(found.face_vertex), 0);
    row("all of the search", {&Phases::boxes, &Phases::build, &Phases::edge_edge, &Phases::face_vertex}, pairs,
        writing);
    row("collision times", {&Phases::times}, pairs, gathering);
    row("distances", {&Phases::distances}, pairs, gathering);
    row("exact crossings", {&Phases::crossings}, 0, 0);
    row("a step's search", {&Phases::search}, pairs, writing);
    row("a step's collision times", {&Phases::guard}, pairs, gathering);
    row("a step's contacts", {&Phases::contacts}, pairs, gathering);
    row("floor: the pairs are written", {&Phases::writing}, pairs, 0);
    row("floor: their points are gathered", {&Phases::gathering}, pairs, 0);
    std::printf("\n");
}

}  // namespace talweg::cloth_on_ball

namespace talweg {

inline void cloth(int repetitions) {
    using namespace cloth_on_ball;
    const auto data = std::filesystem::path(TALWEG_SOURCE_DIR) / ".." / "shared" / "data";
    if (!std::filesystem::exists(data / "cloth_ball92.ply")) {
        std::printf("cloth skipped: no cloth_ball92.ply in %s\n", data.lexically_normal().c_str());
        return;
    }
    const Cloth cloth(read_mesh(data / "cloth_ball92.ply"), read_mesh(data / "cloth_ball93.ply"));
    Phases best[2];
    Found found{};
    for (int n = 0; n < repetitions; ++n)
        for (int threads : {1, 2}) {
            Phases t;
            found = testing::with_threads(threads, [&] { return run(cloth, t); });
            for (Cost Phases::*phase : phases) (best[threads - 1].*phase).keep_smaller(t.*phase);
        }
    print(cloth, found, best);
}

}  // namespace talweg
