#include "talweg/report/report_fields.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "talweg/format/deflate.hpp"

namespace talweg {

namespace {

constexpr double largest_value = 65534.0;
constexpr std::uint16_t none = 65535;

/// "von_mises_stress" as people write it.
std::string in_words(std::string name) {
    std::replace(name.begin(), name.end(), '_', ' ');
    return name;
}

PackedField pack(const PointFields& fields, const PointFields::Field& field, std::span<const std::uint64_t> chosen) {
    const auto at = [&](std::uint64_t frame) {
        return fields.read(field, std::min(frame, fields.frames() - 1), std::numeric_limits<double>::quiet_NaN());
    };
    PackedField packed{in_words(field.name),
                       field.unit,
                       std::numeric_limits<double>::infinity(),
                       -std::numeric_limits<double>::infinity(),
                       {}};
    for (const std::uint64_t frame : chosen)
        for (const double value : at(frame))
            if (std::isfinite(value)) {
                packed.low = std::min(packed.low, value);
                packed.high = std::max(packed.high, value);
            }
    if (!(packed.low <= packed.high)) packed.low = packed.high = 0.0;
    const double step = (packed.high - packed.low) / largest_value;
    Deflate stream;
    for (const std::uint64_t frame : chosen) {
        const std::vector<double> values = at(frame);
        std::vector<unsigned char> bytes(2 * values.size());
        for (std::size_t i = 0; i < values.size(); ++i) {
            const double steps =
                step > 0.0 ? std::clamp(std::round((values[i] - packed.low) / step), 0.0, largest_value) : 0.0;
            const auto q = std::isfinite(values[i]) ? static_cast<std::uint16_t>(steps) : none;
            bytes[i] = static_cast<unsigned char>(q & 0xff);
            bytes[values.size() + i] = static_cast<unsigned char>(q >> 8);
        }
        stream.append(bytes);
    }
    packed.stream = stream.finish();
    return packed;
}

}  // namespace

std::vector<PackedField> pack_fields(const PointFields& fields, std::span<const std::uint64_t> chosen) {
    std::vector<PackedField> packed;
    if (fields.fields().empty() || fields.frames() == 0) return packed;
    for (const PointFields::Field& field : fields.fields()) packed.push_back(pack(fields, field, chosen));
    return packed;
}

}  // namespace talweg
