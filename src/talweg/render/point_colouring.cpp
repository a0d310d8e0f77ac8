#include "talweg/render/point_colouring.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <tuple>

#include "talweg/math/error.hpp"
#include "talweg/record/frame_range.hpp"
#include "talweg/record/point_fields.hpp"

namespace talweg {

namespace {

constexpr double nowhere = std::numeric_limits<double>::quiet_NaN();

[[noreturn]] void refuse(const std::string& by, const PointFields& fields, bool forces) {
    std::string known = "body, speed, displacement";
    for (const PointFields::Field& field : fields.fields()) known += ", " + field.name;
    if (forces) known += ", contact_force";
    throw Error("--colour " + by + ": this run can be coloured by " + known +
                "; other fields must be recorded (record.elements, record.contact in the scene)");
}

/// As the alphabet of pictures has it.
std::string plain(std::string unit) {
    if (unit == "1" || unit.empty()) return "";
    for (const auto& [sign, letter] : {std::pair<std::string, const char*>{"³", "3"}, {"µ", "u"}})
        if (const std::size_t at = unit.find(sign); at != std::string::npos) unit.replace(at, sign.size(), letter);
    return " " + unit;
}

}  // namespace

PointColouring::PointColouring(const Footage& footage, const std::string& by,
                               const std::optional<std::pair<double, double>>& range) {
    if (by == "body") return;
    choose(footage, by);
    if (range) std::tie(low_, high_) = *range;
}

void PointColouring::choose(const Footage& footage, const std::string& by) {
    const RunDirectory& run = footage.run().directory();
    const bool forces = std::filesystem::exists(run.contact_force());
    if (by == "speed") {
        unit_ = "m/s";
        values_ = [&footage](std::uint64_t frame) { return footage.speeds(frame); };
        high_ = footage.top_speed();
        return;
    }
    if (by == "displacement") {
        unit_ = "m";
        const auto start = std::make_shared<std::vector<Vec3>>(footage.run().positions(0));
        values_ = [start, &footage](std::uint64_t frame) {
            const std::vector<Vec3> x = footage.run().positions(frame);
            std::vector<double> values(x.size(), nowhere);
            for (const Body& body : footage.bodies())
                for (int i = body.first_point; !body.obstacle && i < body.first_point + body.point_count; ++i)
                    values[i] = norm(x[i] - (*start)[i]);
            return values;
        };
        look_at(footage, 0.0);
        return;
    }
    if (by == "contact_force" && forces) {
        unit_ = "N";
        const auto file = std::make_shared<FrameReader>(run.contact_force());
        values_ = [file, &footage](std::uint64_t frame) {
            std::vector<double> values(file->points(), nowhere);
            const std::vector<Vec3> found = file->read(std::min(frame, file->frames() - 1));
            for (const Body& body : footage.bodies())
                for (int i = body.first_point; !body.obstacle && i < body.first_point + body.point_count; ++i)
                    values[i] = norm(found[i]);
            return values;
        };
    } else {
        const auto fields = std::make_shared<PointFields>(run, footage.bodies());
        const std::string name = by == "stress" ? "von_mises_stress" : by;
        const auto field = std::ranges::find(fields->fields(), name, &PointFields::Field::name);
        if (field == fields->fields().end()) refuse(by, *fields, forces);
        unit_ = field->unit;
        values_ = [fields, field](std::uint64_t frame) {
            return fields->read(*field, std::min(frame, fields->frames() - 1), nowhere);
        };
    }
    look_at(footage, by == "contact_force" ? 0.0 : 0.01);
}

/// The scale leaves out `least_share` of the values at either end.
void PointColouring::look_at(const Footage& footage, double least_share) {
    std::vector<double> all;
    for (const std::uint64_t frame : spread_frames(footage.frames(), frames_for_scale))
        for (const double value : values_(frame))
            if (std::isfinite(value)) all.push_back(value);
    if (all.empty()) return;
    const auto left_out = static_cast<std::ptrdiff_t>(least_share * static_cast<double>(all.size() - 1));
    const auto at = [&](std::ptrdiff_t place) {
        std::nth_element(all.begin(), all.begin() + place, all.end());
        return all[static_cast<std::size_t>(place)];
    };
    low_ = at(left_out);
    high_ = at(static_cast<std::ptrdiff_t>(all.size()) - 1 - left_out);
    if (high_ <= low_) high_ = low_ + 1.0;
}

std::vector<double> PointColouring::places(std::uint64_t frame) const {
    std::vector<double> places = values_(frame);
    for (double& place : places)
        if (std::isfinite(place)) place = std::clamp((place - low_) / (high_ - low_), 0.0, 1.0);
    return places;
}

UnitScale PointColouring::scale() const { return scale_for(std::max(std::abs(low_), std::abs(high_)), unit_); }

namespace {

/// Three digits; four of thousands, which would need a power of ten otherwise.
std::string number(double value) {
    const bool thousands = std::fabs(value) >= 999.5 && std::fabs(value) < 9999.5;
    return thousands ? fmt::format("{:.0f}", value) : fmt::format("{:.3g}", value);
}

}  // namespace

std::string PointColouring::low_label() const { return number(low_ / scale().factor); }

std::string PointColouring::high_label() const { return number(high_ / scale().factor) + plain(scale().unit); }

}  // namespace talweg
