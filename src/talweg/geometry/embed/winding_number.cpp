#include "talweg/geometry/embed/winding_number.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "talweg/geometry/measures.hpp"

namespace talweg {
namespace {

constexpr int leaf_size = 8;
// A node stands for its triangles from this many radii on.
constexpr double far_away = 2.0;
constexpr double inverse_4pi = 0.25 / std::numbers::pi;

// tan(Ω/2) = det[a, b, c] / (|a||b||c| + (a·b)|c| + (b·c)|a| + (c·a)|b|), Van Oosterom and Strackee, IEEE Trans.
// Biomed. Eng. 30, 1983: half the solid angle is the angle of the complex number with these two parts.
struct HalfAngle {
    double real, imaginary;
    double angle() const { return std::atan2(imaginary, real); }
};

HalfAngle half_angle(const Vec3& q, const Vec3& pa, const Vec3& pb, const Vec3& pc) {
    const Vec3 a = pa - q, b = pb - q, c = pc - q;
    const double la = norm(a), lb = norm(b), lc = norm(c);
    return {la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb, dot(a, cross(b, c))};
}

// Adds half angles by multiplying complex numbers, and takes an arc tangent only before the product could wind around.
class AngleSum {
public:
    void add(const HalfAngle& h) {
        if (h.real <= 0.0) {
            sum_ += h.angle();
            return;
        }
        product_ = {product_.real * h.real - product_.imaginary * h.imaginary,
                    product_.real * h.imaginary + product_.imaginary * h.real};
        const double size = std::abs(product_.real) + std::abs(product_.imaginary);
        if (product_.real <= 0.0 || size < 1e-100 || size > 1e100) flush();
    }
    double total() {
        flush();
        return sum_;
    }

private:
    void flush() {
        sum_ += product_.angle();
        product_ = {1.0, 0.0};
    }
    HalfAngle product_{1.0, 0.0};
    double sum_ = 0.0;
};

}  // namespace

double solid_angle(const Vec3& q, const Vec3& a, const Vec3& b, const Vec3& c) {
    return 2.0 * inverse_4pi * half_angle(q, a, b, c).angle();
}

WindingNumber::WindingNumber(const Mesh& surface) {
    for (const auto& [a, b, c] : surface.triangles)
        triangles_.push_back({surface.points[a], surface.points[b], surface.points[c]});
    if (!triangles_.empty()) build(0, int(triangles_.size()));
}

int WindingNumber::build(int begin, int end) {
    const int index = int(nodes_.size());
    const auto middle = [](const Triangle& t) { return (t.a + t.b + t.c) / 3.0; };
    Node node{Vec3::zero(), Vec3::zero(), Mat3::zero(), {}, Vec3::zero(), 0.0, begin, end, -1};
    node.second.fill(Mat3::zero());
    Box box;
    double area = 0.0;
    for (int i = begin; i < end; ++i) {
        const Triangle& t = triangles_[i];
        const Vec3 n = area_vector(t.a, t.b, t.c);
        area += norm(n);
        node.center += norm(n) * middle(t);
        node.normal += n;
        box.include(middle(t));
    }
    node.center = area > 0.0 ? node.center / area : box.center();
    for (int i = begin; i < end; ++i) {
        const Triangle& t = triangles_[i];
        const Vec3 n = area_vector(t.a, t.b, t.c), m = middle(t) - node.center;
        // ∫ δ ⊗ δ over a triangle is its area times this.
        Mat3 square = 9.0 * outer(m, m);
        for (const Vec3& corner : {t.a, t.b, t.c}) {
            const Vec3 d = corner - node.center;
            square += outer(d, d);
            node.radius = std::max(node.radius, norm(d));
        }
        node.first += outer(n, m);
        for (int k = 0; k < 3; ++k) node.second[k] += square * (n[k] / 12.0);
    }
    for (int k = 0; k < 3; ++k) {
        node.second_traces += 2.0 * node.second[k].column(k);
        node.second_traces[k] += trace(node.second[k]);
    }
    nodes_.push_back(node);
    if (end - begin > leaf_size) {
        const Vec3 size = box.size();
        const int axis = size[0] >= size[1] && size[0] >= size[2] ? 0 : size[1] >= size[2] ? 1 : 2;
        const int half = begin + (end - begin) / 2;
        std::nth_element(triangles_.begin() + begin, triangles_.begin() + half, triangles_.begin() + end,
                         [&](const Triangle& s, const Triangle& t) { return middle(s)[axis] < middle(t)[axis]; });
        build(begin, half);
        nodes_[index].right = build(half, end);
    }
    return index;
}

// Taylor series of ∫ n · r / (4π |r|³) around the node's centre, r the way from q.
double WindingNumber::far_sum(const Node& node, const Vec3& q) const {
    const Vec3 r = node.center - q;
    const double distance = norm(r);
    const Vec3 d = r / distance;
    const double zeroth = dot(node.normal, d);
    const double first = trace(node.first) - 3.0 * dot(d, node.first * d);
    double cubic = 0.0;
    for (int k = 0; k < 3; ++k) cubic += d[k] * dot(d, node.second[k] * d);
    const double second = 7.5 * cubic - 1.5 * dot(node.second_traces, d);
    return inverse_4pi * (zeroth + (first + second / distance) / distance) / (distance * distance);
}

double WindingNumber::operator()(const Vec3& q) const {
    if (nodes_.empty()) return 0.0;
    double sum = 0.0;
    AngleSum near;
    int stack[128];
    int waiting = 0;
    stack[waiting++] = 0;
    while (waiting > 0) {
        const int index = stack[--waiting];
        const Node& node = nodes_[index];
        const double reach = far_away * node.radius;
        if (norm_squared(node.center - q) > reach * reach) {
            sum += far_sum(node, q);
        } else if (node.right < 0) {
            for (int i = node.begin; i < node.end; ++i)
                near.add(half_angle(q, triangles_[i].a, triangles_[i].b, triangles_[i].c));
        } else {
            stack[waiting++] = node.right;
            stack[waiting++] = index + 1;
        }
    }
    return sum + 2.0 * inverse_4pi * near.total();
}

}  // namespace talweg
