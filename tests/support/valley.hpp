/// Landscapes of one node that can only move along x: hand-made shapes f(x) to descend.
#pragma once
#include <limits>

#include "support/landscape_around.hpp"
#include "talweg/assembly/elements.hpp"
#include "talweg/model/model_builder.hpp"

namespace talweg::testing {

template <class Shape>
struct Valley {
    static constexpr const char* name = "valley";
    static constexpr int point_count = 1;
    struct Element {};
    template <class Real>
    static Real energy(const Points<Real, 1>& x, const Element&) {
        return Shape::height(x[0][0]);
    }
};

/// f(x), and ½ mass (x − start)².
template <class Shape>
struct ValleyWorld {
    Model model;
    Landscape at;
    Nodes c;

    explicit ValleyWorld(double start, double mass = 0.0) {
        ModelBuilder builder;
        const NodeWeight row{builder.add_node({start, 0, 0}, Vec3::zero(), mass, 6), 1.0};
        builder.add_point({start, 0, 0}, {&row, 1});
        builder.add_term(std::make_shared<Elements<Valley<Shape>>>(std::vector<int>{0},
                                                                   std::vector<typename Valley<Shape>::Element>(1)));
        model = builder.finish();
        c = builder.start();
        at = landscape_around(model, c, 1.0);
    }
};

struct Bowl {
    template <class Real>
    static Real height(const Real& x) {
        return x * x * 0.5;
    }
};

/// Two wells at ±1 and a hump between them.
struct DoubleWell {
    template <class Real>
    static Real height(const Real& x) {
        return x * x * (x * x * 0.25 - Real(0.5));
    }
};

/// Minimum at 1, and no way below 0.
struct Wall {
    template <class Real>
    static Real height(const Real& x) {
        using std::log;
        return x > Real(0.0) ? x - log(x) : Real(std::numeric_limits<double>::infinity());
    }
};

/// A bowl so deep that its last digits hide what happens near the minimum.
struct DeepBowl {
    static constexpr double depth = 1e6;
    template <class Real>
    static Real height(const Real& x) {
        return x * x * 0.5 - Real(depth);
    }
};

/// A ridge as high: both ways lead down.
struct DeepRidge {
    template <class Real>
    static Real height(const Real& x) {
        return x * x * -0.5 - Real(DeepBowl::depth);
    }
};

/// A slope that is nowhere defined but at 1.
struct Edge {
    static constexpr double size = 1e12;
    template <class Real>
    static Real height(const Real& x) {
        const bool there = x >= Real(1.0) && x <= Real(1.0);
        return there ? x + Real(size) : Real(std::numeric_limits<double>::quiet_NaN());
    }
};

/// Nowhere finite.
struct Void {
    template <class Real>
    static Real height(const Real& x) {
        return x + Real(std::numeric_limits<double>::infinity());
    }
};

}  // namespace talweg::testing
