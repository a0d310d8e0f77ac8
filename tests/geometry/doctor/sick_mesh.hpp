/// Small meshes to be made ill, and a way to ask what the doctor found.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>

#include "talweg/geometry/doctor/diagnose_mesh.hpp"
#include "talweg/geometry/doctor/marked_triangles.hpp"

namespace talweg::testing {

/// The surface of a unit cube with a corner at `at`: 8 points, 12 triangles, outward.
inline Mesh cube(const Vec3& at = {0, 0, 0}) {
    Mesh mesh;
    mesh.dimension = 2;
    for (int i = 0; i < 8; ++i) mesh.points.push_back(at + Vec3{double(i & 1), double(i >> 1 & 1), double(i >> 2)});
    mesh.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                      {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    return mesh;
}

inline void append(Mesh& mesh, const Mesh& other) {
    const int shift = int(mesh.points.size());
    mesh.points.insert(mesh.points.end(), other.points.begin(), other.points.end());
    for (const auto& t : other.triangles) mesh.triangles.push_back({t[0] + shift, t[1] + shift, t[2] + shift});
}

struct Diagnosed {
    explicit Diagnosed(const Mesh& mesh, const MeshQuestions& questions = {})
        : triangles(mesh.triangles), all(diagnose_mesh(mesh, questions)) {}

    /// The one whose words contain these.
    const Issue& operator()(const std::string& words) const {
        for (const Issue& issue : all)
            if (issue.what.find(words) != std::string::npos) return issue;
        ADD_FAILURE() << "nothing found about \"" << words << '"';
        return nothing;
    }
    const Issue& only() const {
        for (std::size_t i = 1; i < all.size(); ++i) ADD_FAILURE() << "also found: " << all[i].what;
        return (*this)("");
    }

    /// How many triangles would be coloured.
    int marked(const std::string& words) const {
        const auto shown = marked_triangles(triangles, (*this)(words).features);
        return int(std::count(shown.begin(), shown.end(), true));
    }

    std::vector<std::array<int, 3>> triangles;
    std::vector<Issue> all;
    Issue nothing{Weight::note, "", ""};
};

}  // namespace talweg::testing
