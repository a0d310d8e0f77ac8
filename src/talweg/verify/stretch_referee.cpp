#include "talweg/verify/stretch_referee.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "talweg/geometry/doctor/issue.hpp"
#include "talweg/math/error.hpp"

namespace talweg {
namespace {

// Two ways to compute the same stretch differ by rounding.
constexpr double rounding_of_stretch = 1e-12;

/// u = s₀ e₀ + s₁ e₁ of a direction u in the plane of both.
void in_edges(const Vec3& u, const Vec3 (&edge)[2], double (&s)[2]) {
    const double aa = dot(edge[0], edge[0]), ab = dot(edge[0], edge[1]), bb = dot(edge[1], edge[1]);
    const double ua = dot(u, edge[0]), ub = dot(u, edge[1]), whole = aa * bb - ab * ab;
    s[0] = (bb * ua - ab * ub) / whole;
    s[1] = (aa * ub - ab * ua) / whole;
}

Vec3 unit_of(const Vec3& v) { return v / norm(v); }

}  // namespace

StretchReferee::StretchReferee(std::span<const Body> bodies, const Obligations& obligations,
                               const RestTriangles& rest) {
    std::size_t next = 0;
    for (std::size_t b = 0; b < bodies.size(); ++b) {
        const BodyObligations& must = obligations.bodies[b];
        if (!must.stretches()) continue;
        promised_ = true;
        if (rest.empty()) {
            unknown_ = true;
            continue;
        }
        for (const auto& corners : bodies[b].triangles) {
            if (next == rest.size()) throw Error("rest.npy has fewer triangles than the bodies with a limit");
            const auto& at = rest[next++];
            Limited one{&bodies[b], corners, {at[1] - at[0], at[2] - at[0]}, {}, {}, must.stretch, must.weave};
            const Vec3 normal = unit_of(cross(one.edge[0], one.edge[1]));
            const Vec3 wanted = must.weave ? must.weave->direction : one.edge[0];
            const Vec3 warp = unit_of(wanted - dot(wanted, normal) * normal);
            in_edges(warp, one.edge, one.along);
            in_edges(cross(normal, warp), one.edge, one.across);
            triangles_.push_back(one);
        }
    }
    if (next != rest.size()) throw Error("rest.npy has more triangles than the bodies with a limit");
}

void StretchReferee::judge(std::uint64_t frame, const Limited& triangle, const char* what, double value, double at_rest,
                           double limit) {
    const double share = (value - at_rest) / (limit - at_rest);
    if (!(share <= largest_share_)) {
        largest_share_ = share;
        where_ = fmt::format("{} {:.6g} of {:.6g}, {} of {}, frame {}", what, value, limit,
                             feature_name(triangle.corners, triangle.body->first_point), triangle.body->name, frame);
    }
    if (!(value < limit * (1.0 + rounding_of_stretch)))
        finding_.object(fmt::format("frame {}: {} of {} has a {} of {:.9g}, its limit is {:.9g}", frame,
                                    feature_name(triangle.corners, triangle.body->first_point), triangle.body->name,
                                    what, value, limit));
}

void StretchReferee::look(std::uint64_t frame, std::span<const Vec3> x) {
    for (const Limited& triangle : triangles_) {
        const Vec3 e0 = x[triangle.corners[1]] - x[triangle.corners[0]];
        const Vec3 e1 = x[triangle.corners[2]] - x[triangle.corners[0]];
        const Vec3 c = triangle.along[0] * e0 + triangle.along[1] * e1;
        const Vec3 d = triangle.across[0] * e0 + triangle.across[1] * e1;
        const double cc = dot(c, c), cd = dot(c, d), dd = dot(d, d);
        if (triangle.limit)
            judge(frame, triangle, "stretch", std::sqrt(0.5 * (cc + dd) + std::hypot(0.5 * (cc - dd), cd)), 1.0,
                  *triangle.limit);
        if (!triangle.weave) continue;
        judge(frame, triangle, "strain along the warp", 0.5 * (cc - 1.0), 0.0, triangle.weave->warp);
        judge(frame, triangle, "strain along the weft", 0.5 * (dd - 1.0), 0.0, triangle.weave->weft);
        judge(frame, triangle, "shear", 0.5 * std::fabs(cd), 0.0, triangle.weave->shear);
    }
}

Finding StretchReferee::finding() const {
    Finding result = finding_;
    result.asked = !triangles_.empty();
    if (triangles_.empty()) {
        result.answer = unknown_ ? "the run has not recorded its bodies at rest" : "no body has a limit to its stretch";
        return result;
    }
    result.answer = fmt::format("{} triangles with a limit", triangles_.size());
    if (largest_share_ > 0.0)
        result.answer += fmt::format(", at most {:.4g} % of what it allows: {}", 100.0 * largest_share_, where_);
    return result;
}

}  // namespace talweg
