/// Linear constraints on nodes, A c = d(t), each with a multiplier: averages of groups, planes and lines that points
/// slide along, periodic borders, and the rigs of complementary dynamics.
///
/// A row is a sum of parts: weights of nodes – a stencil, as a row of W is one – along a direction,
///
///     (A c)_r = Σ_parts u · Σ_i w_i c_i .
///
/// What a constraint exerts on the nodes is Aᵀ λ. Joints, which are kept by leaving nodes out, are not among them
/// (model/elimination.hpp).
#pragma once
#include <memory>
#include <string>

#include "talweg/model/curve.hpp"
#include "talweg/model/point_map.hpp"

namespace talweg {

/// What changes the values of rows with time.
class ConstraintDrive {
public:
    virtual ~ConstraintDrive() = default;
    /// Adds to the values of all rows what they are to have gained by a time (s).
    virtual void add(double time, std::vector<double>& d) const = 0;
    /// All that a file has told of it, in a fixed order.
    virtual std::vector<double> read_numbers() const { return {}; }
};

/// A row whose value follows a curve.
class CurveDrive final : public ConstraintDrive {
public:
    CurveDrive(int row, Curve curve) : row_(row), curve_(std::move(curve)) {}
    void add(double time, std::vector<double>& d) const override { d[row_] += curve_.at(time); }

private:
    int row_;
    Curve curve_;
};

struct Constraints {
    struct Part {
        int row, stencil;
        Vec3 direction;
    };
    struct Group {  // what a scene names as one
        std::string name;
        int begin, end;  // its rows
        std::string unit = "N";
    };
    PointMap stencils;
    std::vector<Part> parts;  // by row
    std::vector<Group> groups;
    std::vector<double> values;  // d without drives
    std::vector<std::shared_ptr<const ConstraintDrive>> drives;

    int row_count() const { return static_cast<int>(values.size()); }
    int add_stencil(std::span<const NodeWeight> weights) {
        stencils.add_point(weights);
        return stencils.point_count() - 1;
    }
    /// Returns the row.
    int add_row(int stencil, const Vec3& direction, double value);

    /// d(t)
    std::vector<double> at(double time) const;
    /// A c
    std::vector<double> of(const Nodes& c) const;
    /// d(t) − A c, and nothing where that is no more than rounding.
    std::vector<double> lack(const Nodes& c, double time) const;
    /// f += Aᵀ λ
    void add_forces(std::span<const double> multipliers, Nodes& f) const;
    /// The largest |A c − d| of a row, per length of the row.
    double miss(const Nodes& c, const std::vector<double>& d) const;
};

}  // namespace talweg
