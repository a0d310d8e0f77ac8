/// A triangle, its three neighbours and the apices across their other edges: how its curvature follows from the angles
/// of the nine edges between them. plate_bending.hpp has the formulas.
#pragma once
#include "talweg/energies/interface/hinge_angle.hpp"
#include "talweg/energies/interface/membrane.hpp"
#include "talweg/math/error.hpp"
#include "talweg/math/symmetric_eigen.hpp"

namespace talweg {

/// Points 0, 1, 2 are the triangle's; 3 + i is the apex across from point i; 6 + 2i and 7 + 2i are the apices that this
/// neighbour has across from points i + 2 and i + 1. Where nothing is across, the point itself stands there.
class PlatePatch {
public:
    static constexpr int hinge_count = 9;

    /// An edge from one point to another with the apex of the triangle that it is seen from, and the one across.
    struct Hinge {
        int from, to, apex, other;
        TALWEG_FN HingeTriangle own() const { return {{from, to, apex}, 1.0}; }
        TALWEG_FN HingeTriangle across() const { return {{from, to, other}, -1.0}; }
        template <class Real>
        TALWEG_FN Real angle(const Points<Real, 12>& x) const {
            return hinge_angle(x[from], x[to], x[apex], x[other]);
        }
    };
    /// Edges 0, 1, 2 lie across from the triangle's points; 3 + 2i and 4 + 2i are the other edges of neighbour i.
    TALWEG_FN static Hinge hinge(int edge) {
        if (edge < 3) return {(edge + 1) % 3, (edge + 2) % 3, edge, 3 + edge};
        const int i = (edge - 3) / 2, second = (i + 1) % 3, third = (i + 2) % 3;
        return (edge - 3) % 2 == 0 ? Hinge{second, 3 + i, third, 6 + 2 * i} : Hinge{3 + i, third, second, 7 + 2 * i};
    }

    PlatePatch(const Points<double, 12>& rest, double nu)
        : x_(rest), elasticity_({1, nu, 0, nu, 1, 0, 0, 0, 2.0 * (1.0 - nu)}) {}
    /// Of a plate with a grain: C of ½ qᵀ C q, q = (Q₁₁, Q₂₂, Q₁₂), axis 1 along the warp as each triangle sees it.
    PlatePatch(const Points<double, 12>& rest, const Mat3& elasticity, const Vec3& warp)
        : x_(rest), elasticity_(elasticity), warp_(warp) {}

    Vector<double, 9> angles() const {
        Vector<double, 9> found = Vector<double, 9>::zero();
        for (int e = 0; e < 9; ++e)
            if (exists(e)) found[e] = hinge(e).angle(x_);
        return found;
    }

    /// K for D = 1: E = ½ θᵀ K θ.
    Matrix<double, 9, 9> stiffness() const {
        const Triangle own = triangle(hinge(0), {0, 1, 2});
        Mat3 moment = own.elasticity;
        Matrix<double, 3, 9> curvature = Matrix<double, 3, 9>::zero();
        for (int i = 0; i < 3; ++i) {
            const Side& side = own.sides[i];
            const Vec3 normals = side.normals * (side.length / own.area);
            if (!exists(i)) {
                // δ is free: what it could cost is taken out.
                const Vec3 felt = moment * normals;
                const double square = dot(normals, felt);
                if (square > 1e-12 * dot(normals, normals))
                    for (int a = 0; a < 3; ++a)
                        for (int b = 0; b < 3; ++b) moment(a, b) -= felt[a] * felt[b] / square;
                continue;
            }
            Vector<double, 9> delta = turned_normal(own, i) * -1.0;
            delta[i] += 0.5;
            for (int a = 0; a < 3; ++a)
                for (int e = 0; e < 9; ++e) curvature(a, e) += normals[a] * delta[e];
        }
        Matrix<double, 9, 9> k = curvature.transposed() * (moment * curvature) * own.area;
        forget_small(k);
        return k;
    }

private:
    /// Of an edge, seen from a triangle: vectors over (Q₁₁, Q₂₂, Q₁₂) in that triangle's plane.
    struct Side {
        double length;
        Vec3 normals;     // n nᵀ
        Vec3 theta, phi;  // θ and φ of a curvature; φ along the direction into the triangle
        bool exists;
    };
    struct Triangle {
        double area;
        Mat3 elasticity;
        Side sides[3];
        int edges[3];              // their numbers in the patch
        Matrix<double, 3, 3> fit;  // the curvature by the angles of the three edges
        bool complete;
    };

    bool exists(int edge) const {
        const Hinge h = hinge(edge);
        if (edge >= 3 && !exists((edge - 3) / 2)) return false;
        return !(x_[h.other] == x_[h.apex]);
    }

    /// In a triangle's own axes.
    Mat3 elasticity(const Mat3& frame) const {
        if (warp_ == Vec3::zero()) return elasticity_;
        const Vec2 seen = {dot(warp_, frame.column(0)), dot(warp_, frame.column(1))};
        if (!(norm(seen) > 1e-6 * norm(warp_)))
            throw Error("the warp points across the sheet; give a direction that lies in it");
        const double c = seen[0] / norm(seen), s = seen[1] / norm(seen);
        Mat3 turn;  // from the curvature in the triangle's axes to that along warp and weft
        turn.set_column(0, {c * c, s * s, -c * s});
        turn.set_column(1, {s * s, c * c, c * s});
        turn.set_column(2, {2.0 * c * s, -2.0 * c * s, c * c - s * s});
        return turn.transposed() * (elasticity_ * turn);
    }

    /// The triangle that a hinge is seen from, with its edges.
    Triangle triangle(const Hinge& corner, std::array<int, 3> edges) const {
        Triangle t;
        const Points<double, 3> corners = {{x_[corner.apex], x_[corner.from], x_[corner.to]}};
        t.area = 0.5 * norm(cross(corners[1] - corners[0], corners[2] - corners[0]));
        if (!(t.area > 0.0)) throw Error("a triangle has no area at rest; mend the mesh");
        const Mat3 frame = plane_frame(corners);
        t.elasticity = elasticity(frame);
        t.complete = true;
        for (int k = 0; k < 3; ++k) {
            t.edges[k] = edges[k];
            t.sides[k] = side(edges[k], corner, frame);
            t.complete &= t.sides[k].exists;
        }
        t.fit = fit(t);
        return t;
    }

    /// The edge as seen from the triangle with these corners, whichever of its two triangles that is.
    Side side(int edge, const Hinge& corner, const Mat3& frame) const {
        Hinge h = hinge(edge);
        const auto belongs = [&](int p) { return p == corner.from || p == corner.to || p == corner.apex; };
        if (!belongs(h.apex)) h = {h.to, h.from, h.other, h.apex};
        const Vec3 along_edge = x_[h.to] - x_[h.from], middle = x_[h.from] + 0.5 * along_edge;
        const double length = norm(along_edge), quarter = 0.25 * length * length;
        const Vec3 along = along_edge / length;
        const double f = dot(x_[h.apex] - middle, along);
        const Vec3 up = x_[h.apex] - middle - f * along;
        const double high = norm(up);
        if (!(high > 0.0)) throw Error("a triangle has no area at rest; mend the mesh");
        const Vec2 m = {dot(up / high, frame.column(0)), dot(up / high, frame.column(1))};
        const Vec2 t = {dot(along, frame.column(0)), dot(along, frame.column(1))};
        Side s = {length, {m[0] * m[0], m[1] * m[1], m[0] * m[1]}, Vec3::zero(), Vec3::zero(), exists(edge)};
        if (!s.exists) return s;
        const double g = dot(x_[h.other] - middle, along), low = norm(x_[h.other] - middle - g * along);
        if (!(low > 0.0)) throw Error("a triangle has no area at rest; mend the mesh");
        const Vec3 mm = {m[0] * m[0], m[1] * m[1], 2.0 * m[0] * m[1]},
                   tt = {t[0] * t[0], t[1] * t[1], 2.0 * t[0] * t[1]};
        const Vec3 mt = {m[0] * t[0], m[1] * t[1], m[0] * t[1] + m[1] * t[0]};
        const double one = (f * f - quarter) / high, two = (g * g - quarter) / low;
        s.theta = mm * (0.5 * (high + low)) + mt * (f - g) + tt * (0.5 * (one + two));
        s.phi = (mm * (0.5 * (high - low)) + mt * (f + g) + tt * (0.5 * (one - two))) * -0.5;
        return s;
    }

    /// Of all curvatures with these angles the cheapest: S Cᵀ (C S Cᵀ)⁻¹, S the compliance; where all three edges
    /// exist, C⁻¹. Six points almost on a conic hardly tell a curvature: there less is believed of them.
    Mat3 fit(const Triangle& t) const {
        const Mat3 compliance = inverse(t.elasticity);
        Mat3 g = Mat3::zero(), c = Mat3::zero();  // columns of c: S θᵢ
        double largest = 0.0;
        for (int i = 0; i < 3; ++i) c.set_column(i, compliance * t.sides[i].theta);
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) {
                g(i, j) = dot(t.sides[i].theta, c.column(j));
                largest = larger(largest, g(i, j));
            }
        const SymmetricEigen<3> modes = symmetric_eigen(g);
        Mat3 inverted = Mat3::zero();
        for (int k = 0; k < 3; ++k)
            if (modes.values[k] > 1e-12 * largest)
                for (int i = 0; i < 3; ++i)
                    for (int j = 0; j < 3; ++j)
                        inverted(i, j) +=
                            modes.vectors(i, k) * modes.vectors(j, k) / larger(modes.values[k], 1e-4 * largest);
        return c * inverted;
    }

    /// φ of edge i, along the direction into the triangle, by all angles: what the two triangles' curvatures make it,
    /// those of a triangle at a border only where there is no better one.
    Vector<double, 9> turned_normal(const Triangle& own, int i) const {
        const Hinge there = hinge(i);
        // Seen from the neighbour, the edge runs the other way, and what is inward here is outward there.
        const Triangle across = triangle({there.to, there.from, there.other, there.apex}, {i, 3 + 2 * i, 4 + 2 * i});
        const double share = own.complete == across.complete ? 0.5 : own.complete ? 1.0 : 0.0;
        Vector<double, 9> phi = Vector<double, 9>::zero();
        for (int k = 0; k < 3; ++k) {
            phi[own.edges[k]] += share * dot(own.sides[i].phi, own.fit.column(k));
            phi[across.edges[k]] -= (1.0 - share) * dot(across.sides[0].phi, across.fit.column(k));
        }
        return phi;
    }

    /// On regular meshes φ is 0 but for rounding: angles of edges far away are then not asked for.
    static void forget_small(Matrix<double, 9, 9>& k) {
        double largest = 0.0;
        for (int e = 0; e < 9; ++e) largest = larger(largest, k(e, e));
        for (int e = 0; e < 9; ++e)
            if (k(e, e) <= 1e-20 * largest)
                for (int o = 0; o < 9; ++o) k(e, o) = k(o, e) = 0.0;
    }

    const Points<double, 12>& x_;
    Mat3 elasticity_;
    Vec3 warp_ = Vec3::zero();
};

}  // namespace talweg
