/// What the colours of points mean: their body, their speed, a recorded field of elements, or the force of contact. The
/// scale is that of the whole run, so that it does not jump.
#pragma once
#include <functional>
#include <string>

#include "talweg/render/footage.hpp"

namespace talweg {

class PointColouring {
public:
    /// `by`: "body", "speed", "contact_force", the name of a recorded field, or "stress" for von_mises_stress. Throws
    /// Error, with what there is, for others. The footage must outlive it.
    PointColouring(const Footage& footage, const std::string& by);

    bool by_body() const { return !values_; }
    /// Places on the scale from 0 to 1, one per point; NaN where there is no value.
    std::vector<double> places(std::uint64_t frame) const;
    /// Words at the two ends of the scale.
    std::string low_label() const;
    std::string high_label() const;

private:
    void look_at(const Footage& footage);

    std::function<std::vector<double>(std::uint64_t frame)> values_;  // none: by body
    std::string unit_;
    double low_ = 0.0, high_ = 1.0;
};

}  // namespace talweg
