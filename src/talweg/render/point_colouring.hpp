/// What the colours of points mean: their body, their speed, how far they have come, a recorded field of elements, or
/// the force of contact. The scale is that of the whole run, so that it does not jump. A few points with extreme
/// values, such as stresses in corners, do not take it from all others: it goes from the first to the 99th percentile.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "talweg/format/quantity.hpp"
#include "talweg/render/footage.hpp"

namespace talweg {

class PointColouring {
public:
    /// `by`: "body", "speed", "displacement", "contact_force", the name of a recorded field, or "stress" for
    /// von_mises_stress. Throws Error, with what there is, for others. The footage must outlive it.
    PointColouring(const Footage& footage, const std::string& by,
                   const std::optional<std::pair<double, double>>& range = {});

    bool by_body() const { return !values_; }
    /// Places on the scale from 0 to 1, one per point; NaN where there is no value.
    std::vector<double> places(std::uint64_t frame) const;
    /// Words at the two ends of the scale: megapascals where there are millions of pascals.
    std::string low_label() const;
    std::string high_label() const;

private:
    UnitScale scale() const;
    void choose(const Footage& footage, const std::string& by);
    void look_at(const Footage& footage, double least_share);

    std::function<std::vector<double>(std::uint64_t frame)> values_;  // none: by body
    std::string unit_;
    double low_ = 0.0, high_ = 1.0;
};

}  // namespace talweg
