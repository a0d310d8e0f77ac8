/// How often a surface winds around a place: 1 inside, 0 outside, 2 where it overlaps itself, and something between
/// where it has holes, so that "more than one half" is a robust inside.
///   w(q) = Σ solid angle of each triangle seen from q / 4π
/// Jacobson, Kavan, Sorkine-Hornung, "Robust inside-outside segmentation using generalized winding numbers", ACM ToG 32
/// (4), 2013; far triangles as one dipole with its first and second moments: Barill et al., "Fast winding numbers for
/// soups and clouds", ACM ToG 37 (4), 2018.
#pragma once
#include "talweg/geometry/bounding_box.hpp"
#include "talweg/geometry/mesh.hpp"

namespace talweg {

/// Solid angle / 4π of one triangle seen from q; positive when its front faces away from q.
double solid_angle(const Vec3& q, const Vec3& a, const Vec3& b, const Vec3& c);

class WindingNumber {
public:
    /// Keeps a copy of the triangles, sorted into a tree.
    explicit WindingNumber(const Mesh& surface);

    /// Correct to about a hundredth, which is plenty to tell 0 from 1.
    double operator()(const Vec3& q) const;

private:
    struct Triangle {
        Vec3 a, b, c;
    };
    // Sums over its triangles, n the area vector and δ the way from the node's centre.
    struct Node {
        Vec3 center;                 // mean of the triangles, weighted by area
        Vec3 normal;                 // ∫ n
        Mat3 first;                  // ∫ n ⊗ δ
        std::array<Mat3, 3> second;  // ∫ n_i δ ⊗ δ
        Vec3 second_traces;          // 2 Σ_i second[i] e_i + Σ_i trace(second[i]) e_i
        double radius;               // of a ball around center that holds all triangles
        int begin, end;              // triangles
        int right;                   // second child; the first follows its parent; −1 for leaves
    };
    double far_sum(const Node& node, const Vec3& q) const;
    int build(int begin, int end);

    std::vector<Triangle> triangles_;
    std::vector<Node> nodes_;
};

}  // namespace talweg
