/// A world with every way that points can follow nodes: free, pinned, scripted and partly held vertices, an affine
/// body with a full mass block, points between nodes, points beside a node; and elements of every kind across all of
/// them.
#pragma once
#include <random>

#include "support/corner.hpp"
#include "support/landscape_around.hpp"
#include "support/spring_grid.hpp"
#include "talweg/energies/drag.hpp"
#include "talweg/energies/spring_damping.hpp"

namespace talweg::testing {

class RandomWorld {
public:
    explicit RandomWorld(unsigned seed) : random_(seed) {
        ModelBuilder builder;
        builder.add_vertices(vertices());
        const int vertex_points = builder.add_point(Vec3::zero(), {}, vector());
        affine_body(builder);
        const int nodes = static_cast<int>(builder.start().size());
        for (int k = 0; k < 4; ++k) {  // between nodes, one of them perhaps twice
            std::vector<NodeWeight> row(2 + k % 2);
            for (NodeWeight& w : row) w = {pick(nodes), number()};
            builder.add_point(Vec3::zero(), row, vector());
        }
        for (double weight : {1.0, 1.0, 2.0})  // beside the same node
            builder.add_point(Vec3::zero(), std::vector<NodeWeight>{{2, weight}}, vector());
        const int points = builder.add_point(Vec3::zero(), std::vector<NodeWeight>{{5, 1.0}}) + 1;

        add_elements<Spring>(builder, 30, vertex_points, [&] { return Spring::Element{3.0, 20.0 + number()}; });
        add_elements<Spring>(builder, 30, points, [&] { return Spring::Element{4.0, 10.0 + number()}; });
        add_elements<Corner>(builder, 25, points, [&] { return Corner::Element{8.0 + number()}; });
        add_elements<SpringDamping>(builder, 20, points, [&] { return SpringDamping::Element{2.0 + number()}; });
        add_elements<Drag>(builder, points, points, [&] { return Drag::Element{0.2}; });
        add_elements<Gravity>(builder, points, points, [&] { return Gravity::Element{vector()}; });
        add_elements<Spring>(builder, 0, points, [&] { return Spring::Element{1.0, 1.0}; });
        world_.model = builder.finish();
        world_.state = {builder.start(), builder.velocity(), 0.0, 0, 0.0};
    }

    const Model& model() const { return world_.model; }

    /// A landscape around the start, with the prescribed points where they are at time 0.
    Landscape landscape() {
        Landscape at = landscape_around(world_.model, nodes(), 0.5);
        at.c_tilde = nodes();
        return at;
    }
    /// Nodes near the start.
    Nodes nodes() {
        Nodes c = world_.state.c;
        for (Vec3& v : c) v += 0.2 * vector();
        return c;
    }
    Nodes directions() {
        Nodes p(world_.model.node_count());
        for (Vec3& v : p) v = vector();
        return p;
    }
    double number() { return std::uniform_real_distribution<double>(-1.0, 1.0)(random_); }

private:
    Vec3 vector() {
        const double x = number(), y = number();
        return {x, y, number()};
    }
    int pick(int count) { return static_cast<int>(random_() % count); }

    VertexBody vertices() {
        VertexBody body;
        for (int i = 0; i < 14; ++i) {
            body.rest.push_back(vector());
            body.velocity.push_back(vector());
            body.mass.push_back(2.0 + number());
        }
        body.start = body.rest;
        const Motion motion{Vec3::zero(), SteadyPose{{1, 2, 3}, Vec3::zero(), 0.0, 1e30}};
        body.holds = {{{3, 9}, all_axes, {}}, {{4}, all_axes, motion}, {{5}, 1, {}}, {{6}, 6, motion}};
        return body;
    }

    void affine_body(ModelBuilder& builder) {
        int first = 0;
        for (int k = 0; k < 4; ++k) {
            const int node = builder.add_node(vector(), Vec3::zero(), 5.0, k == 3 ? 2 : 0);
            if (k == 0) first = node;
        }
        for (int k = 0; k < 4; ++k)
            for (int l = k + 1; l < 4; ++l) builder.add_coupling(first + l, first + k, number());
        for (int k = 0; k < 5; ++k) {
            const Vec3 r = vector();
            builder.add_point(
                r, std::vector<NodeWeight>{{first, 1.0}, {first + 1, r[0]}, {first + 2, r[1]}, {first + 3, r[2]}});
        }
    }

    /// Elements on random, distinct points out of the first `points`.
    template <class Energy, class Make>
    void add_elements(ModelBuilder& builder, int count, int points, const Make& make) {
        std::vector<int> indices;
        std::vector<typename Energy::Element> elements;
        for (int e = 0; e < count; ++e) {
            const int first = pick(points);
            for (int i = 0; i < Energy::point_count; ++i) indices.push_back((first + i * (1 + e % 4)) % points);
            elements.push_back(make());
        }
        builder.add_term(std::make_shared<Elements<Energy>>(indices, elements));
    }

    std::mt19937 random_;
    World world_;
};

}  // namespace talweg::testing
