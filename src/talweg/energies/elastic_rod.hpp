/// Bending and twist of a thin rod with any cross-section and natural shape.
///
///     E = [B₁ (κ₁ − κ̄₁)² + B₂ (κ₂ − κ̄₂)² + C (m − m̄)²]/(l̄₀ + l̄₁)
///
/// per corner, with κ₁, κ₂, m of interface/rod_strain.hpp, B = E I about the two axes of the section, C = G J. The
/// points are three of the rod and two coordinates: the angles θ of the edges, times the radius r, in metres along x.
/// Edges lie between points, so that an energy per length of B κ²/2 becomes B κ²/(l̄₀ + l̄₁) at a corner.
///
/// Derivatives by the edges e and angles θ. With strains measured from frames that are carried on from the present ones
/// (Bergou and others 2010), c_k = ∂E/∂κ_k, D = c₁ d₂ − c₂ d₁, D′ = c₁ d₁ + c₂ d₂, S = c₁κ₁ + c₂κ₂, χ = 1 + t₀·t₁,
/// t̃ = (t₀ + t₁)/χ, D̃ = (D₀ + D₁)/χ, the second derivatives of S at constant c are
///
///     ∂²S/∂e₀²    = [2S t̃t̃ᵀ − (t₁×D̃)t̃ᵀ − t̃(t₁×D̃)ᵀ − S/χ (I − t₀t₀ᵀ) + ¼ (κb D₀ᵀ + D₀κbᵀ)]/l₀²
///     ∂²S/∂e₁²    = [2S t̃t̃ᵀ + (t₀×D̃)t̃ᵀ + t̃(t₀×D̃)ᵀ − S/χ (I − t₁t₁ᵀ) + ¼ (κb D₁ᵀ + D₁κbᵀ)]/l₁²
///     ∂²S/∂e₀∂e₁  = [2S t̃t̃ᵀ − (t₁×D̃)t̃ᵀ + t̃(t₀×D̃)ᵀ − S/χ (I + t₀t₁ᵀ) − D̃×]/(l₀l₁)
///     ∂²S/∂e₀∂θᵢ  = [½ (κb·D′ᵢ) t̃ − t₁×D′ᵢ/χ]/l₀,   ∂²S/∂e₁∂θᵢ = [½ (κb·D′ᵢ) t̃ + t₀×D′ᵢ/χ]/l₁,
///     ∂²S/∂θᵢ²    = −½ κb·Dᵢ
///
/// and those of m: −¼ (κb (tᵢ + t̃)ᵀ + (tᵢ + t̃) κbᵀ)/lᵢ² and ½ (2/χ t₀× − κb t̃ᵀ)/(l₀l₁). Frames carried from
/// (t̲, u̲), where the step began, have turned further about t by the area a of the triangle t̲ t t + dt on the sphere:
///
///     ∂a/∂e = −q/(G l),   ∂²a/∂e² = [(t qᵀ + q tᵀ)/G + (q t̲ₙᵀ + t̲ₙ qᵀ)/(2G²)]/l²,   q = t̲×t, G = 1 + t̲·t
///
/// (t̲ₙ: what of t̲ stands across t), so that E is a function of e and θ + a(e), and the chain rule does the rest.
///
/// Projected, what the moments do as the strains' slopes turn is left out (Gauss–Newton): always semi-definite.
#pragma once
#include "talweg/energies/interface/description.hpp"
#include "talweg/energies/interface/rod_strain.hpp"
#include "talweg/math/error.hpp"

namespace talweg {

struct ElasticRod {
    static constexpr const char* name = "elastic_rod";
    static constexpr const char* summary = "Bending and twist of a thin rod, with cross-section and natural shape";
    static constexpr int point_count = 5;
    static constexpr Domain domain = Domain::rods;
    static constexpr Invariance invariance = Invariance::none;  // coordinates do not turn with the points
    static constexpr bool relaxed_at_rest = false;              // a rod drawn bent may want to be straight
    static constexpr bool nearest_projection = false, projection_dominates = false;
    static constexpr Parameter parameters[] = {
        {"bending", "N·m²", "Rigidity B₁ against bending towards the section's first axis; of a round rod E π d⁴/64",
         Range::non_negative},
        {"bending_across", "N·m²", "Rigidity B₂ against bending towards its second axis", Range::non_negative},
        {"torsion", "N·m²", "Rigidity against twist, G J: moment per angle per length", Range::non_negative},
        {"radius", "m", "Radius r by which it resists spinning: an edge of mass m has the inertia ½ m r²",
         Range::positive},
        {"curvature", "1/m", "Natural curvature towards the first axis, beside that of the drawn shape", Range::any},
        {"curvature_across", "1/m", "Natural curvature towards the second axis, likewise", Range::any},
        {"twist", "rad/m", "Natural twist, likewise", Range::any},
        {"drawn", "1", "How much of the shape's own curvature and twist is natural: 0 a straight rod, 1 as drawn",
         Range::non_negative}};

    using Memory = RodFrames;
    struct Element {
        double weight[3];   // B₁, B₂, C over l̄₀ + l̄₁, J
        double natural[3];  // κ̄₁, κ̄₂, m̄
        double radius;
        Memory memory;
    };

    /// The rest places of the coordinates are the first axes of the section on the two edges.
    static Element make(const RestElement<5>& rest, const double* values) {
        const Vec3 edges[2] = {rest.x[1] - rest.x[0], rest.x[2] - rest.x[1]};
        const double length = norm(edges[0]) + norm(edges[1]), angles[2] = {0.0, 0.0};
        RodFrames frames;
        for (int i = 0; i < 2; ++i) {
            frames.tangent[i] = edges[i] / norm(edges[i]);
            const Vec3 across = rest.x[3 + i] - dot(rest.x[3 + i], frames.tangent[i]) * frames.tangent[i];
            frames.director[i] = across / norm(across);
            if (!isfinite(norm_squared(frames.director[i])))
                throw Error("an edge has no length at rest, or the section's axis points along it; mend the curve");
        }
        frames.twist = 0.0;
        const RodStrain<double> drawn(edges, angles, frames);
        Element e{};
        for (int k = 0; k < 3; ++k) {
            e.weight[k] = values[k] / length;
            e.natural[k] = values[7] * drawn.values[k] + values[4 + k] * 0.5 * length;
        }
        e.radius = values[3];
        e.memory = frames_of(drawn);
        for (int i = 0; i < 2; ++i) {
            e.memory.tangent[i] = rest.turn * e.memory.tangent[i];
            e.memory.director[i] = rest.turn * e.memory.director[i];
        }
        return e;
    }

    static Memory& memory(Element& e) { return e.memory; }
    static Memory evolve(const Points<double, 5>& x, double /*dt*/, const Element& e) {
        return frames_of(strain(x, e));
    }

    template <class Real>
    TALWEG_FN static RodStrain<Real> strain(const Points<Real, 5>& x, const Element& e) {
        const Vector<Real, 3> edges[2] = {x[1] - x[0], x[2] - x[1]};
        const Real angles[2] = {x[3][0] * (1.0 / e.radius), x[4][0] * (1.0 / e.radius)};
        return {edges, angles, e.memory};
    }

    template <class Real>
    TALWEG_FN static Real energy(const Points<Real, 5>& x, const Element& e) {
        const RodStrain<Real> s = strain(x, e);
        Real sum(0.0);
        for (int k = 0; k < 3; ++k) {
            const Real excess = s.values[k] - e.natural[k];
            sum += excess * excess * e.weight[k];
        }
        return sum;
    }

    TALWEG_FN static Derivatives<5> derivatives(const Points<double, 5>& x, const Element& e) {
        const RodStrain<double> s = strain(x, e);
        const Edges p(x, s);
        Derivatives<5> d;
        d.energy = 0.0;
        double c[3];
        Vector<double, M> slope[3], g = Vector<double, M>::zero();
        Matrix<double, M, M> h = Matrix<double, M, M>::zero();
        slopes(s, p, slope);
        for (int k = 0; k < 3; ++k) {
            const double excess = s.values[k] - e.natural[k];
            d.energy += e.weight[k] * excess * excess;
            c[k] = 2.0 * e.weight[k] * excess;
            for (int j = 0; j < M; ++j) {
                g[j] += c[k] * slope[k][j];
                for (int i = 0; i < M; ++i) h(i, j) += 2.0 * e.weight[k] * slope[k][i] * slope[k][j];
            }
        }
        add_curving(s, p, c, h);
        carry(s, p, e.memory, g, h);
        d.gradient = spread(g, e.radius);
        Matrix<double, 15, M> half;  // of the points by edges and angles
        for (int k = 0; k < M; ++k) half.set_column(k, spread(h.column(k), e.radius));
        for (int i = 0; i < 15; ++i) {
            Vector<double, M> row;
            for (int k = 0; k < M; ++k) row[k] = half(i, k);
            const Vector<double, 15> whole = spread(row, e.radius);
            for (int j = 0; j < 15; ++j) d.hessian(i, j) = whole[j];
        }
        for (int j = 0; j < 15; ++j)  // symmetric to the last digit
            for (int i = 0; i < j; ++i) d.hessian(i, j) = d.hessian(j, i) = 0.5 * (d.hessian(i, j) + d.hessian(j, i));
        return d;
    }

    TALWEG_FN static Derivatives<5> projected_derivatives(const Points<double, 5>& x, const Element& e) {
        const RodStrain<double> s = strain(x, e);
        const Edges p(x, s);
        Vector<double, M> slope[3];
        Vector<double, 15> by_points[3];
        slopes(s, p, slope);
        Derivatives<5> d;
        d.energy = 0.0;
        d.gradient = Vector<double, 15>::zero();
        for (int k = 0; k < 3; ++k) {
            for (int i = 0; i < 2; ++i) {
                const Vec3 turn = carried_turn(s, p, e.memory, i);
                for (int a = 0; a < 3; ++a) slope[k][3 * i + a] += turn[a] * slope[k][6 + i];
            }
            const double excess = s.values[k] - e.natural[k];
            by_points[k] = spread(slope[k], e.radius);
            d.energy += e.weight[k] * excess * excess;
            d.gradient += by_points[k] * (2.0 * e.weight[k] * excess);
        }
        for (int j = 0; j < 15; ++j)
            for (int i = j; i < 15; ++i) {
                double sum = 0.0;
                for (int k = 0; k < 3; ++k) sum += 2.0 * e.weight[k] * by_points[k][i] * by_points[k][j];
                d.hessian(i, j) = d.hessian(j, i) = sum;
            }
        return d;
    }

private:
    static constexpr int M = 8;  // e₀, e₁, θ₀, θ₁

    struct Edges {  // of a corner, and what both derivatives need
        double length[2];
        double chi;
        Vec3 mid;  // t̃

        TALWEG_FN Edges(const Points<double, 5>& x, const RodStrain<double>& s)
            : length{norm(x[1] - x[0]), norm(x[2] - x[1])},
              chi(1.0 + dot(s.tangent[0], s.tangent[1])),
              mid((s.tangent[0] + s.tangent[1]) / chi) {}
    };

    /// ∂κ₁, ∂κ₂, ∂m, from frames that go on from the present ones.
    TALWEG_FN static void slopes(const RodStrain<double>& s, const Edges& p, Vector<double, M>* g) {
        const Vec3 sums[2] = {(s.second[0] + s.second[1]) / p.chi, -(s.first[0] + s.first[1]) / p.chi};
        for (int i = 0; i < 2; ++i) {
            const double side = i == 0 ? 1.0 : -1.0;
            for (int k = 0; k < 2; ++k) {
                const Vec3 by_edge = (side * cross(s.tangent[1 - i], sums[k]) - s.values[k] * p.mid) / p.length[i];
                for (int a = 0; a < 3; ++a) g[k][3 * i + a] = by_edge[a];
            }
            for (int a = 0; a < 3; ++a) g[2][3 * i + a] = 0.5 * s.binormal[a] / p.length[i];
            g[0][6 + i] = -0.5 * dot(s.first[i], s.binormal);
            g[1][6 + i] = -0.5 * dot(s.second[i], s.binormal);
            g[2][6 + i] = -side;
        }
    }

    TALWEG_FN static Mat3 skew(const Vec3& v) { return {0, v[2], -v[1], -v[2], 0, v[0], v[1], -v[0], 0}; }
    TALWEG_FN static Mat3 both(const Vec3& a, const Vec3& b) { return outer(a, b) + outer(b, a); }

    /// Adds the second derivatives of c₁κ₁ + c₂κ₂ + c₃m at constant c.
    TALWEG_FN static void add_curving(const RodStrain<double>& s, const Edges& p, const double* c,
                                      Matrix<double, M, M>& h) {
        const Vec3 &t0 = s.tangent[0], &t1 = s.tangent[1], &kb = s.binormal, &mid = p.mid;
        Vec3 d[2], turned[2];
        for (int i = 0; i < 2; ++i) {
            d[i] = c[0] * s.second[i] - c[1] * s.first[i];
            turned[i] = c[0] * s.first[i] + c[1] * s.second[i];
        }
        const double sum = c[0] * s.values[0] + c[1] * s.values[1];
        const Vec3 mean = (d[0] + d[1]) / p.chi, a = cross(t1, mean), b = cross(t0, mean);
        const Mat3 common = (2.0 * sum) * outer(mid, mid);
        const Mat3 blocks[2] = {common - both(a, mid), common + both(b, mid)};
        for (int i = 0; i < 2; ++i) {
            const Vec3& t = s.tangent[i];
            add(h, 3 * i, 3 * i,
                (blocks[i] - (Mat3::identity() - outer(t, t)) * (sum / p.chi) + both(kb, d[i]) * 0.25 -
                 both(kb, t + mid) * (0.25 * c[2])) /
                    (p.length[i] * p.length[i]));
            h(6 + i, 6 + i) -= 0.5 * dot(kb, d[i]);
            const Vec3 half = (0.5 * dot(kb, turned[i])) * mid;
            const Vec3 with[2] = {(half - cross(t1, turned[i]) / p.chi) / p.length[0],
                                  (half + cross(t0, turned[i]) / p.chi) / p.length[1]};
            for (int k = 0; k < 6; ++k) {
                h(k, 6 + i) += with[k / 3][k % 3];
                h(6 + i, k) += with[k / 3][k % 3];
            }
        }
        const Mat3 mixed =
            (common - outer(a, mid) + outer(mid, b) - (Mat3::identity() + outer(t0, t1)) * (sum / p.chi) - skew(mean) +
             (skew(t0) * (2.0 / p.chi) - outer(kb, mid)) * (0.5 * c[2])) /
            (p.length[0] * p.length[1]);
        add(h, 0, 3, mixed);
        add(h, 3, 0, mixed.transposed());
    }

    TALWEG_FN static void add(Matrix<double, M, M>& h, int row, int column, const Mat3& block) {
        for (int a = 0; a < 3; ++a)
            for (int b = 0; b < 3; ++b) h(row + a, column + b) += block(a, b);
    }

    /// ∂a/∂e of an edge.
    TALWEG_FN static Vec3 carried_turn(const RodStrain<double>& s, const Edges& p, const RodFrames& frames, int i) {
        const Vec3 &t = s.tangent[i], &start = frames.tangent[i];
        return cross(start, t) * (-1.0 / ((1.0 + dot(start, t)) * p.length[i]));
    }
    /// By edges and angles whose frames go on from the present ones → by those whose frames come from the step's start.
    TALWEG_FN static void carry(const RodStrain<double>& s, const Edges& p, const RodFrames& frames,
                                Vector<double, M>& g, Matrix<double, M, M>& h) {
        for (int i = 0; i < 2; ++i) {
            const Vec3 &t = s.tangent[i], &start = frames.tangent[i];
            const double wide = 1.0 + dot(start, t), length = p.length[i];
            const Vec3 q = cross(start, t), across = start - dot(start, t) * t;
            const Vec3 slope = carried_turn(s, p, frames, i);
            // Rows, then columns: H ← Jᵀ H J with J = I but ∂θ/∂e = slope.
            for (int k = 0; k < M; ++k)
                for (int a = 0; a < 3; ++a) h(3 * i + a, k) += slope[a] * h(6 + i, k);
            for (int k = 0; k < M; ++k)
                for (int a = 0; a < 3; ++a) h(k, 3 * i + a) += slope[a] * h(k, 6 + i);
            add(h, 3 * i, 3 * i,
                (both(t, q) / wide + both(q, across) / (2.0 * wide * wide)) * (g[6 + i] / (length * length)));
            for (int a = 0; a < 3; ++a) g[3 * i + a] += slope[a] * g[6 + i];
        }
    }

    /// To the points: x₀ ends the first edge, x₂ the second, x₁ begins one and ends the other; coordinates lie along x,
    /// as lengths.
    TALWEG_FN static Vector<double, 15> spread(const Vector<double, M>& g, double radius) {
        Vector<double, 15> on_points = Vector<double, 15>::zero();
        for (int a = 0; a < 3; ++a) {
            on_points[a] = -g[a];
            on_points[3 + a] = g[a] - g[3 + a];
            on_points[6 + a] = g[3 + a];
        }
        for (int k = 0; k < 2; ++k) on_points[9 + 3 * k] = g[6 + k] / radius;
        return on_points;
    }
};

}  // namespace talweg
