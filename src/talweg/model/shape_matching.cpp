#include "talweg/model/shape_matching.hpp"

#include <algorithm>

#include "talweg/math/polar.hpp"

namespace talweg {

MatchedShape::MatchedShape(int first, double kappa, std::vector<double> masses, std::vector<Vec3> places, bool in_plane)
    : first_point(first), stiffness(kappa), mass(std::move(masses)), rest(std::move(places)), planar(in_plane) {
    Vec3 center = Vec3::zero();
    for (std::size_t i = 0; i < mass.size(); ++i) {
        total += mass[i];
        center += mass[i] * rest[i];
    }
    center = center / total;
    for (Vec3& x : rest) x -= center;
}

Mat3 MatchedShape::nearest_turn(const Mat3& moments) const {
    if (!planar) return polar_rotation(moments);
    const Mat2 in_plane = polar_rotation(Mat2{moments(0, 0), moments(1, 0), moments(0, 1), moments(1, 1)});
    Mat3 turn = Mat3::identity();
    for (int c = 0; c < 2; ++c)
        for (int r = 0; r < 2; ++r) turn(r, c) = in_plane(r, c);
    return turn;
}

namespace {

using Shapes = std::vector<MatchedShape>;

MatchedShape::Fit fit_at(const MatchedShape& shape, const Vec3* x) {
    return shape.fit([&](std::size_t i) { return x[shape.first_point + static_cast<int>(i)]; });
}

/// A shape that fits, and how it resists turning: Σ m (|q|² 1 − q qᵀ), q the goals about their centre.
struct Fitted {
    MatchedShape::Fit fit;
    Mat3 inverse_inertia;

    Fitted(const MatchedShape& shape, const Vec3* x) : fit(fit_at(shape, x)) {
        Mat3 inertia = Mat3::zero();
        for (std::size_t i = 0; i < shape.mass.size(); ++i) {
            const Vec3 q = fit.turn * shape.rest[i];
            inertia += shape.mass[i] * (norm_squared(q) * Mat3::identity() - outer(q, q));
        }
        // A line does not resist turning about itself: a little more does no harm there.
        const double size = inertia(0, 0) + inertia(1, 1) + inertia(2, 2);
        inverse_inertia = size > 0.0 ? inverse(inertia + (1e-12 * size) * Mat3::identity()) : Mat3::zero();
    }
};

struct MatchingProduct final : PointProduct {
    std::shared_ptr<const Shapes> shapes;
    std::vector<Fitted> fitted;
    double scale;

    void add_product(const Vec3* d, Vec3* y) const override {
        for (std::size_t s = 0; s < shapes->size(); ++s) {
            const MatchedShape& shape = (*shapes)[s];
            const Mat3& turn = fitted[s].fit.turn;
            const Vec3* moves = d + shape.first_point;
            Vec3 mean = Vec3::zero(), moment = Vec3::zero();
            for (std::size_t i = 0; i < shape.mass.size(); ++i) {
                mean += (shape.mass[i] / shape.total) * moves[i];
                moment += shape.mass[i] * cross(turn * shape.rest[i], moves[i]);
            }
            const Vec3 angle = fitted[s].inverse_inertia * moment;
            for (std::size_t i = 0; i < shape.mass.size(); ++i)
                y[shape.first_point + static_cast<int>(i)] +=
                    (scale * shape.stiffness * shape.mass[i]) * (moves[i] - mean - cross(angle, turn * shape.rest[i]));
        }
    }
    void add_diagonal(Mat3* blocks) const override {
        for (const MatchedShape& shape : *shapes)
            for (std::size_t i = 0; i < shape.mass.size(); ++i)
                blocks[shape.first_point + static_cast<int>(i)] +=
                    (scale * shape.stiffness * shape.mass[i]) * Mat3::identity();
    }
};

struct MatchingView final : NeighbourTerm::View {
    std::shared_ptr<const Shapes> shapes;

    double energy(const Configuration& at) const override {
        return visit(at, [](int, const Vec3&) {}).value;
    }
    EnergySum add_gradient(const Configuration& at, double scale, Vec3* gradient) const override {
        return visit(at, [&](int point, const Vec3& pull) { gradient[point] += scale * pull; });
    }
    std::shared_ptr<const PointProduct> hessian(const Configuration& at, double scale) const override {
        auto product = std::make_shared<MatchingProduct>();
        product->shapes = shapes;
        product->scale = scale;
        for (const MatchedShape& shape : *shapes) product->fitted.emplace_back(shape, at.x);
        return product;
    }

private:
    /// Calls with every point and its gradient; returns joules.
    template <class Function>
    EnergySum visit(const Configuration& at, const Function& function) const {
        EnergySum sum;
        for (const MatchedShape& shape : *shapes) {
            const MatchedShape::Fit fit = fit_at(shape, at.x);
            for (std::size_t i = 0; i < shape.mass.size(); ++i) {
                const int point = shape.first_point + static_cast<int>(i);
                const Vec3 away = at.x[point] - shape.goal(fit, i);
                const double k = shape.stiffness * shape.mass[i], joules = 0.5 * k * norm_squared(away);
                function(point, k * away);
                // The force reacts to the last digit of its place.
                sum += EnergySum{joules, joules + k * norm(away) * norm(at.x[point])};
            }
        }
        return sum;
    }
};

}  // namespace

ShapeMatching::ShapeMatching(std::vector<MatchedShape> shapes)
    : shapes_(std::make_shared<const Shapes>(std::move(shapes))) {
    for (const MatchedShape& shape : *shapes_)
        for (std::size_t i = 0; i < shape.mass.size(); ++i) {
            points_.push_back(shape.first_point + static_cast<int>(i));
            points_end_ = std::max(points_end_, points_.back() + 1);
        }
}

std::shared_ptr<const NeighbourTerm::View> ShapeMatching::look(const Vec3*) const {
    auto view = std::make_shared<MatchingView>();
    view->shapes = shapes_;
    return view;
}

}  // namespace talweg
