#include "talweg/scene/build/element_values.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "talweg/scene/text/read_numbers.hpp"

namespace talweg {

namespace {

bool is_within(double value, Range range) {
    switch (range) {
        case Range::any:
            return true;
        case Range::positive:
            return value > 0.0;
        case Range::non_negative:
            return value >= 0.0;
        case Range::above_one:
            return value > 1.0;
        case Range::poissons_ratio:
            return value > -1.0 && value < 0.5;
    }
    return false;
}

std::vector<double> from_file(const ParameterSpec& spec, const Parameter& parameter, std::size_t count) {
    const auto fail = [&](const std::string& message) {
        throw Error(located(spec.where, subject(spec.where) + ": " + message));
    };
    std::vector<double> values;
    try {
        values = read_numbers(*spec.file);
    } catch (const Error& error) {
        fail(error.what());
    }
    if (values.size() != count)
        fail(fmt::format("{} has {} numbers, but the body has {} elements; give one number for each, in their order",
                         *spec.file, values.size(), count));
    for (std::size_t e = 0; e < count; ++e)
        if (!is_within(values[e], parameter.range))
            fail(fmt::format("{} gives element {} a {} of {} {}, which is out of range", *spec.file, e, parameter.name,
                             values[e], parameter.unit));
    return values;
}

}  // namespace

std::vector<double> element_values(const ParameterSpec& spec, const Parameter& parameter, std::span<const int> corners,
                                   int per_element, const PointSelector& selector) {
    const std::size_t count = corners.size() / per_element;
    if (spec.file) return from_file(spec, parameter, count);
    std::vector<double> values(count, spec.value.value());
    for (const ParameterPart& part : spec.parts) {
        const std::vector<int> points = selector.select(part.select);
        std::size_t found = 0;
        for (std::size_t e = 0; e < count; ++e) {
            const auto of = corners.subspan(e * per_element, per_element);
            const auto selected = [&](int point) { return std::binary_search(points.begin(), points.end(), point); };
            if (!std::all_of(of.begin(), of.end(), selected)) continue;
            values[e] = part.value;
            ++found;
        }
        if (found == 0)
            throw Error(located(part.select.where,
                                fmt::format("{} selects {} points but no element: all points of an element must be "
                                            "selected; make the selection larger or the mesh finer",
                                            subject(part.select.where), points.size())));
    }
    return values;
}

}  // namespace talweg
