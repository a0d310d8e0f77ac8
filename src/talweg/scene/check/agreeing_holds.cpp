#include "talweg/scene/check/agreeing_holds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "talweg/geometry/bounding_box.hpp"
#include "talweg/scene/text/printable.hpp"
#include "talweg/scene/text/refuse.hpp"

namespace talweg {

namespace {

constexpr int looks = 200;                // between the beginning and the end
constexpr std::size_t most_points = 256;  // looked at for each two holds
constexpr double written_digits = 1e-6;   // of the body: to which places that mean the same may differ

Vec3 place(const Hold& hold, const Vec3& start, double time) {
    return hold.motion ? hold.motion->at(start, time) : start;
}

/// When two holds are compared: evenly, and where keyframes and intervals begin and end.
std::vector<double> times_of(const Hold& a, const Hold& b, double duration) {
    std::vector<double> times;
    for (int k = 0; k <= looks; ++k) times.push_back(duration * k / looks);
    for (const Hold* hold : {&a, &b}) {
        if (!hold->motion) continue;
        if (const auto* keyed = std::get_if<KeyframedPose>(&hold->motion->pose))
            for (const Keyframe& frame : keyed->keyframes) times.push_back(frame.time);
        if (const auto* steady = std::get_if<SteadyPose>(&hold->motion->pose))
            times.insert(times.end(), {steady->from, steady->until});
    }
    std::erase_if(times, [&](double time) { return !(time >= 0.0 && time <= duration); });
    std::sort(times.begin(), times.end());
    return times;
}

std::string text(const Vec3& x) { return fmt::format("({:.4g}, {:.4g}, {:.4g}) m", x[0], x[1], x[2]); }

class Comparison {
public:
    Comparison(const BodySpec& body, const Positions& start, double duration)
        : body_(body), start_(start), duration_(duration) {
        Box box;
        for (const Vec3& x : start) box.include(x);
        size_ = start.empty() ? 0.0 : norm(box.size());
    }

    void compare(const WrittenHold& first, const WrittenHold& second, Axes axes, std::span<const int> points) const {
        const std::vector<double> times = times_of(first.hold, second.hold, duration_);
        // What two motions differ by is affine in where a point starts, so that some of many points tell.
        const std::size_t stride = 1 + points.size() / most_points;
        for (std::size_t k = 0; k < points.size(); k += stride)
            for (const double time : times) {
                const Vec3 &start = start_[points[k]], a = place(first.hold, start, time),
                           b = place(second.hold, start, time);
                double apart = 0.0;
                for (int axis = 0; axis < 3; ++axis)
                    if (axes & (1 << axis)) apart = std::max(apart, std::fabs(a[axis] - b[axis]));
                if (apart > written_digits * std::max(size_, norm(a - start)))
                    refuse_both(first, second, points[k], time, a, b);
            }
    }

private:
    [[noreturn]] void refuse_both(const WrittenHold& first, const WrittenHold& second, int point, double time,
                                  const Vec3& a, const Vec3& b) const {
        const std::string whom =
            body_.stiff() ? fmt::format("{}, which moves as a whole and is held as a whole,", in_quotes(body_.name))
                          : fmt::format("point {} of {}", point, in_quotes(body_.name));
        const std::string differ =
            body_.stiff() ? "otherwise than" : fmt::format("to {}, not to {} as", text(b), text(a));
        refuse(second.spec->where, fmt::format("leads {} at t = {:.4g} s {} {} does; leave one of the holds out, or "
                                               "let each hold points or axes of its own",
                                               whom, time, differ, subject(first.spec->where)));
    }

    const BodySpec& body_;
    const Positions& start_;
    double duration_, size_ = 0.0;
};

}  // namespace

void require_agreeing_holds(const BodySpec& body, std::span<const WrittenHold> holds, const Positions& start,
                            bool planar, double duration) {
    if (holds.size() < 2) return;
    // By two holds that share axes: the points that both hold.
    std::map<std::pair<int, int>, std::vector<int>> shared;
    const auto axes_of = [&](int k) { return static_cast<Axes>(holds[k].hold.axes & (planar ? 3 : 7)); };
    std::vector<std::vector<int>> holding(start.size());
    for (int k = 0; k < static_cast<int>(holds.size()); ++k)
        for (const int point : holds[k].hold.points) {
            for (const int before : holding[point])
                if (holds[before].spec != holds[k].spec && (axes_of(before) & axes_of(k)) &&
                    !(holds[before].spec->motion == holds[k].spec->motion))
                    shared[{before, k}].push_back(point);
            holding[point].push_back(k);
        }
    const Comparison comparison(body, start, duration);
    for (const auto& [pair, points] : shared)
        comparison.compare(holds[pair.first], holds[pair.second],
                           static_cast<Axes>(axes_of(pair.first) & axes_of(pair.second)), points);
}

}  // namespace talweg
