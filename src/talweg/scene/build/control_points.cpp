#include "talweg/scene/build/control_points.hpp"

#include <algorithm>

namespace talweg {

namespace {

/// Directions from the first point, made orthonormal one after the other.
class Span {
public:
    double distance(const Vec3& x) const {
        if (count_ == 0) return 1e300;
        Vec3 d = x - origin_;
        for (int k = 0; k + 1 < count_; ++k) d -= dot(d, along_[k]) * along_[k];
        return norm(d);
    }
    void add(const Vec3& x) {
        if (count_ == 0) {
            origin_ = x;
        } else {
            Vec3 d = x - origin_;
            for (int twice = 0; twice < 2; ++twice)
                for (int k = 0; k + 1 < count_; ++k) d -= dot(d, along_[k]) * along_[k];
            along_[count_ - 1] = d / norm(d);
        }
        ++count_;
    }

private:
    Vec3 origin_;
    std::array<Vec3, 3> along_;
    int count_ = 0;
};

}  // namespace

std::array<Vec3, 4> choose_control_points(const std::vector<Vec3>& anchors, const std::array<Vec3, 4>& own,
                                          double radius) {
    std::array<Vec3, 4> chosen;
    std::size_t count = 0;
    Span span;
    const auto take = [&](const Vec3& x) {
        chosen[count++] = x;
        span.add(x);
    };
    for (const Vec3& anchor : anchors)
        if (count < 4 && span.distance(anchor) > 0.05 * radius) take(anchor);
    while (count < 4)
        take(*std::max_element(own.begin(), own.end(),
                               [&](const Vec3& a, const Vec3& b) { return span.distance(a) < span.distance(b); }));
    return chosen;
}

}  // namespace talweg
