#include "talweg/render/point_colouring.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>

#include "talweg/math/error.hpp"
#include "talweg/record/frame_range.hpp"
#include "talweg/record/point_fields.hpp"

namespace talweg {

namespace {

constexpr double nowhere = std::numeric_limits<double>::quiet_NaN();

[[noreturn]] void refuse(const std::string& by, const PointFields& fields, bool forces) {
    std::string known = "body, speed";
    for (const PointFields::Field& field : fields.fields()) known += ", " + field.name;
    if (forces) known += ", contact_force";
    throw Error("--colour " + by + ": this run can be coloured by " + known +
                "; other fields must be recorded (record.elements, record.contact in the scene)");
}

/// As the alphabet of pictures has it.
std::string plain(std::string unit) {
    if (unit == "1") return "";
    if (const std::size_t at = unit.find("³"); at != std::string::npos) unit.replace(at, std::string("³").size(), "3");
    return " " + unit;
}

}  // namespace

PointColouring::PointColouring(const Footage& footage, const std::string& by) {
    if (by == "body") return;
    const RunDirectory& run = footage.run().directory();
    const bool forces = std::filesystem::exists(run.contact_force());
    if (by == "speed") {
        unit_ = "m/s";
        values_ = [&footage](std::uint64_t frame) { return footage.speeds(frame); };
        high_ = footage.top_speed();
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
    look_at(footage);
}

void PointColouring::look_at(const Footage& footage) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const std::uint64_t frame : spread_frames(footage.frames(), frames_for_scale))
        for (const double value : values_(frame))
            if (std::isfinite(value)) {
                low = std::min(low, value);
                high = std::max(high, value);
            }
    low_ = low <= high ? low : 0.0;
    high_ = high > low_ ? high : low_ + 1.0;
}

std::vector<double> PointColouring::places(std::uint64_t frame) const {
    std::vector<double> places = values_(frame);
    for (double& place : places) place = (place - low_) / (high_ - low_);
    return places;
}

std::string PointColouring::low_label() const { return fmt::format("{:.3g}", low_); }

std::string PointColouring::high_label() const { return fmt::format("{:.3g}{}", high_, plain(unit_)); }

}  // namespace talweg
