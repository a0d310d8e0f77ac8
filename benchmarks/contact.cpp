/// How long do the geometric phases of contact take on the field's usual workload, cloth falling on a ball between
/// two frames?
///
///     contact [repetitions, default 5]
///
/// Boxes are swept from frame 92 to frame 93 and grown by 1 mm, as others measure it; every phase is timed apart,
/// with one thread and with two, and the fastest repetition counts. The frames already intersect themselves slightly:
/// throughput only.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>

#include "places.hpp"
#include "stopwatch.hpp"
#include "support/threads.hpp"
#include "talweg/geometry/collision_time/collision_time.hpp"
#include "talweg/geometry/distance/distances.hpp"
#include "talweg/geometry/intersection/find_intersections.hpp"
#include "talweg/geometry/read_mesh.hpp"
#include "talweg/geometry/tree/overlaps.hpp"
#include "talweg/geometry/unique_edges.hpp"

using namespace talweg;

namespace {

constexpr double radius = 1e-3, d_hat = 1e-3;

using Pair = std::array<int, 2>;

struct Cloth {
    std::vector<Vec3> x, dx;
    std::vector<std::array<int, 1>> vertices;
    std::vector<std::array<int, 2>> edges;
    std::vector<std::array<int, 3>> faces;
};

template <std::size_t N>
std::vector<Box> swept_boxes(const Cloth& cloth, const std::vector<std::array<int, N>>& elements) {
    std::vector<Box> boxes(elements.size());
    parallel_pieces(int(elements.size()), [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            for (const int v : elements[i]) {
                boxes[i].include(cloth.x[v]);
                boxes[i].include(cloth.x[v] + cloth.dx[v]);
            }
            boxes[i].min -= Vec3{radius, radius, radius};
            boxes[i].max += Vec3{radius, radius, radius};
        }
    });
    return boxes;
}

/// Wall time, and processor time of all threads: the latter hardly notices what else the machine is doing.
struct Cost {
    double wall = 0, processor = 0;
};
struct Phases {
    Cost boxes, build, refit, edge_edge, face_vertex, times, active, crossings;
};

template <class Work>
Cost cost_of(const Work& work) {
    const std::clock_t start = std::clock();
    const double wall = seconds(work);
    return {wall, double(std::clock() - start) / CLOCKS_PER_SEC};
}
struct Found {
    std::size_t edge_edge, face_vertex, active, crossings;
    double time;
};

Points<double, 4> gather(const std::vector<Vec3>& x, int a, int b, int c, int d) { return {{x[a], x[b], x[c], x[d]}}; }

Found run(const Cloth& cloth, Phases& t) {
    std::vector<Box> vertex_boxes, edge_boxes, face_boxes;
    t.boxes = cost_of([&] {
        vertex_boxes = swept_boxes(cloth, cloth.vertices);
        edge_boxes = swept_boxes(cloth, cloth.edges);
        face_boxes = swept_boxes(cloth, cloth.faces);
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
    const auto& e = cloth.edges;
    const auto& f = cloth.faces;
    std::vector<Pair> ee, fv;
    t.edge_edge = cost_of([&] {
        ee = collect_overlaps<Pair>(edges, [&](int i, int j, std::vector<Pair>& out) {
            const auto &a = e[i], &b = e[j];
            if (a[0] != b[0] && a[0] != b[1] && a[1] != b[0] && a[1] != b[1]) out.push_back({i, j});
        });
    });
    t.face_vertex = cost_of([&] {
        fv = collect_overlaps<Pair>(vertices, faces, [&](int i, int j, std::vector<Pair>& out) {
            if (i != f[j][0] && i != f[j][1] && i != f[j][2]) out.push_back({i, j});
        });
    });
    const int ee_count = int(ee.size()), fv_count = int(fv.size());
    Found found{ee.size(), fv.size(), 0, 0, 1.0};
    const auto nearest_edges = [&](const std::vector<Vec3>& x, int k) {
        return gather(x, e[ee[k][0]][0], e[ee[k][0]][1], e[ee[k][1]][0], e[ee[k][1]][1]);
    };
    const auto nearest_face = [&](const std::vector<Vec3>& x, int k) {
        const auto& face = f[fv[k][1]];
        return gather(x, fv[k][0], face[0], face[1], face[2]);
    };
    t.times = cost_of([&] {
        const double earliest_edges =
            1.0 - parallel_max(ee_count, [&](int begin, int end) {
                double first = 1.0;
                for (int k = begin; k < end; ++k)
                    first = std::min(first, collision_time_edge_edge(nearest_edges(cloth.x, k),
                                                                     nearest_edges(cloth.dx, k), 0.0, 0.1));
                return 1.0 - first;
            });
        const double earliest_faces =
            1.0 - parallel_max(fv_count, [&](int begin, int end) {
                double first = 1.0;
                for (int k = begin; k < end; ++k)
                    first = std::min(first, collision_time_point_triangle(nearest_face(cloth.x, k),
                                                                          nearest_face(cloth.dx, k), 0.0, 0.1));
                return 1.0 - first;
            });
        found.time = std::min(earliest_edges, earliest_faces);
    });
    t.active = cost_of([&] {
        found.active = parallel_sum(ee_count, [&](int begin, int end) {
            std::size_t near = 0;
            for (int k = begin; k < end; ++k) {
                const auto x = nearest_edges(cloth.x, k);
                near += edge_edge_squared(x[0], x[1], x[2], x[3]) < d_hat * d_hat;
            }
            return near;
        });
        found.active += parallel_sum(fv_count, [&](int begin, int end) {
            std::size_t near = 0;
            for (int k = begin; k < end; ++k) {
                const auto x = nearest_face(cloth.x, k);
                near += point_triangle_squared(x[0], x[1], x[2], x[3]) < d_hat * d_hat;
            }
            return near;
        });
    });
    t.crossings = cost_of([&] { found.crossings = find_intersections(cloth.x, e, f).size(); });
    return found;
}

Cost faster(const Cost& a, const Cost& b) {
    return a.wall == 0 ? b : Cost{std::min(a.wall, b.wall), std::min(a.processor, b.processor)};
}

void keep_fastest(Phases& best, const Phases& t) {
    for (Cost Phases::*phase : {&Phases::boxes, &Phases::build, &Phases::refit, &Phases::edge_edge,
                                &Phases::face_vertex, &Phases::times, &Phases::active, &Phases::crossings})
        best.*phase = faster(best.*phase, t.*phase);
}

}  // namespace

int main(int count, char** arguments) {
    const int repetitions = count > 1 ? std::atoi(arguments[1]) : 5;
    const auto data = std::filesystem::path(TALWEG_SOURCE_DIR) / ".." / "shared" / "data";
    if (!std::filesystem::exists(data / "cloth_ball92.ply")) {
        std::printf("skipped: no cloth_ball92.ply in %s\n", data.lexically_normal().c_str());
        return 0;
    }
    const Mesh before = read_mesh(data / "cloth_ball92.ply"), after = read_mesh(data / "cloth_ball93.ply");
    Cloth cloth{before.points, after.points, {}, unique_edges(before.triangles), before.triangles};
    for (std::size_t i = 0; i < cloth.x.size(); ++i) {
        cloth.dx[i] -= cloth.x[i];
        cloth.vertices.push_back({int(i)});
    }
    Phases best[2];
    Found found{};
    for (int n = 0; n < repetitions; ++n)
        for (int threads : {1, 2}) {
            Phases t;
            found = testing::with_threads(threads, [&] { return run(cloth, t); });
            keep_fastest(best[threads - 1], t);
        }
    const double pairs = double(found.edge_edge + found.face_vertex);
    std::printf("cloth_ball92→93: %zu vertices, %zu edges, %zu faces, radius %g m\n", cloth.x.size(),
                cloth.edges.size(), cloth.faces.size(), radius);
    std::printf(
        "%zu edge–edge and %zu face–vertex candidates; %zu nearer than %g m; %zu exact crossings; safe step %g\n\n",
        found.edge_edge, found.face_vertex, found.active, d_hat, found.crossings, found.time);
    std::printf("%-26s %10s %10s %15s %12s\n", "phase", "1 thread", "2 threads", "processor time", "M pairs/s");
    const auto row = [&](const char* name, std::initializer_list<Cost Phases::*> phases, double number) {
        Cost one, two;
        for (Cost Phases::*phase : phases) {
            one.wall += (best[0].*phase).wall;
            one.processor += (best[0].*phase).processor;
            two.wall += (best[1].*phase).wall;
        }
        std::printf("%-26s %7.1f ms %7.1f ms %12.1f ms", name, 1e3 * one.wall, 1e3 * two.wall, 1e3 * one.processor);
        if (number > 0) std::printf(" %12.1f", 1e-6 * number / two.wall);
        std::printf("\n");
    };
    row("boxes", {&Phases::boxes}, 0);
    row("tree build", {&Phases::build}, 0);
    row("tree refit", {&Phases::refit}, 0);
    row("candidates, edge-edge", {&Phases::edge_edge}, double(found.edge_edge));
    row("candidates, face-vertex", {&Phases::face_vertex}, double(found.face_vertex));
    row("all of the search", {&Phases::boxes, &Phases::build, &Phases::edge_edge, &Phases::face_vertex}, pairs);
    row("collision times", {&Phases::times}, pairs);
    row("distances below d_hat", {&Phases::active}, pairs);
    row("exact crossings", {&Phases::crossings}, 0);
}
