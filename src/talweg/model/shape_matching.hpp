/// Bodies that are drawn to their rest shape as a whole: moved and turned to where it fits best.
///
///     E = ½ κ Σ m_i |x_i − g_i|²,   g_i = R (X_i − X̄) + x̄,   R the rotation nearest to Σ m (x − x̄)(X − X̄)ᵀ
///
/// X at rest, bars the centres of mass (Müller, Heidelberger, Teschner, Gross, "Meshless Deformations Based on Shape
/// Matching", 2005, there without an energy). R makes E least, so the gradient is κ m_i (x_i − g_i), and neither forces
/// nor their moments move the whole. In the Hessian, κ (M − M's part along translations and turns of the goals), the
/// turn is taken as of a body that fits: it is positive semi-definite, and exact at rest.
///
/// All points of a body couple: the matrix is not assembled but multiplied with (neighbour_term.hpp).
#pragma once
#include "talweg/model/neighbour_term.hpp"

namespace talweg {

struct MatchedShape {
    int first_point = 0;
    double stiffness = 0.0;    // κ, 1/s²
    std::vector<double> mass;  // kg, by point
    std::vector<Vec3> rest;    // X − X̄
    double total = 0.0;        // kg
    bool planar = false;       // turns in the plane only

    /// The rest shape about its centre of mass.
    MatchedShape(int first_point, double stiffness, std::vector<double> mass, std::vector<Vec3> rest, bool planar);

    struct Fit {
        Vec3 center;
        Mat3 turn;
    };
    /// Where the shape fits best to points of it at x(i), i from 0.
    template <class Place>
    Fit fit(const Place& x) const {
        Vec3 center = Vec3::zero();
        for (std::size_t i = 0; i < mass.size(); ++i) center += mass[i] * x(i);
        center = center / total;
        Mat3 moments = Mat3::zero();
        for (std::size_t i = 0; i < mass.size(); ++i) moments += outer(mass[i] * (x(i) - center), rest[i]);
        return {center, nearest_turn(moments)};
    }
    Vec3 goal(const Fit& fit, std::size_t i) const { return fit.center + fit.turn * rest[i]; }

private:
    Mat3 nearest_turn(const Mat3& moments) const;
};

class ShapeMatching final : public NeighbourTerm {
public:
    explicit ShapeMatching(std::vector<MatchedShape> shapes);

    std::string_view name() const override { return "shape_matching"; }
    bool dissipative() const override { return false; }
    bool internal() const override { return true; }
    int element_count() const override { return static_cast<int>(points_.size()); }
    const int* points() const override { return points_.data(); }
    int points_end() const override { return points_end_; }
    std::shared_ptr<const View> look(const Vec3* x_ref) const override;
    const std::vector<MatchedShape>& shapes() const { return *shapes_; }

private:
    std::shared_ptr<const std::vector<MatchedShape>> shapes_;
    std::vector<int> points_;
    int points_end_ = 0;
};

}  // namespace talweg
