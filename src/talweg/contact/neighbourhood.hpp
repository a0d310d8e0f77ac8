/// The features of surfaces around one point, counted by inclusion and exclusion: see contact_set.hpp.
#pragma once
#include <array>
#include <optional>
#include <vector>

#include "talweg/model/positions.hpp"

namespace talweg {

class Neighbourhood {
public:
    /// A corner (one point), edge (two) or triangle (three) that is nearest, and how often it counts.
    struct Feature {
        int size;
        std::array<int, 3> points;
        int count;
    };

    /// Around x[point], up to the given squared distance.
    void start(const Positions& x, int point, double reach_squared);
    void add_triangle(const std::array<int, 3>& corners);
    void add_edge(std::array<int, 2> ends);
    void add_point(int point);

    /// What is nearest of all that was added, each place once; features that cancel are left out.
    const std::vector<Feature>& nearest();
    /// The same without inclusion and exclusion: each that was added counts.
    const std::vector<Feature>& nearest_of_each();

    /// For a ball that a surface may wrap, so that many places of it are near at once: the triangle stands for its own
    /// area, at its nearest place.
    void cover(const std::array<int, 3>& corners, double area);
    /// What was covered: the nearest features, each once, with the areas of their triangles.
    struct Covered {
        Feature feature;
        double area;
    };
    const std::vector<Covered>& covered();

private:
    struct Edge {
        std::array<int, 2> ends;
        int triangles;
    };
    Edge& edge(int a, int b);
    void count(int size, std::array<int, 3> points, int times);
    /// None: out of reach.
    std::optional<Feature> nearest_on(const std::array<int, 3>& corners) const;
    bool count_triangle(const std::array<int, 3>& corners);
    void count_edge(const std::array<int, 2>& ends, int times);
    void count_point(int point, int times);

    const Positions* x_ = nullptr;
    int point_ = 0;
    double reach_squared_ = 0.0;
    std::vector<std::array<int, 3>> triangles_;
    std::vector<Edge> edges_;
    std::vector<int> points_;
    std::vector<Feature> found_;
    std::vector<Covered> covered_;
};

}  // namespace talweg
