#include "talweg/record/result_table.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "talweg/format/quantity.hpp"
#include "talweg/record/recorded_fields.hpp"
#include "talweg/record/recorded_run.hpp"

namespace talweg {

namespace {

std::string place_text(const std::string& body, const char* what, int index, const Vec3& at) {
    return fmt::format("{}{}[{}] at ({:.3g}, {:.3g}, {:.3g}) m", body, what, index, at[0], at[1], at[2]);
}

/// Keeps the extremes of numbers that come with their places; the first of equals stays.
class Extremes {
public:
    template <class Place>
    void add(double value, const Place& place) {
        if (!std::isfinite(value)) return;
        if (value > largest_.value) largest_ = {value, place()};
        if (value < smallest_.value) smallest_ = {value, place()};
    }
    bool empty() const { return largest_.where.empty(); }
    ResultRow row(std::string quantity, std::string unit) const {
        return {std::move(quantity), std::move(unit), largest_, smallest_};
    }

private:
    static constexpr double infinity = std::numeric_limits<double>::infinity();
    ResultRow::Extreme largest_{-infinity, ""}, smallest_{infinity, ""};
};

Vec3 center(const Body& body, int element, int corners, const std::vector<Vec3>& x) {
    const int* points = corners == 4 ? body.tets[element].data() : body.triangles[element].data();
    Vec3 sum = Vec3::zero();
    for (int c = 0; c < corners; ++c) sum += x[points[c]];
    return sum / corners;
}

}  // namespace

std::vector<ResultRow> measure_results(const RunDirectory& directory) {
    const RecordedRun run(directory.path);
    const std::uint64_t last = run.frames() - 1;
    const std::vector<Vec3> start = run.positions(0), x = run.positions(last);
    std::vector<ResultRow> rows;
    Extremes displacement;
    for (const Body& body : run.bodies())
        for (int i = 0; !body.obstacle && i < body.point_count; ++i) {
            const Vec3& now = x[body.first_point + i];
            displacement.add(norm(now - start[body.first_point + i]),
                             [&] { return place_text(body.name, "", i, now); });
        }
    if (!displacement.empty()) rows.push_back(displacement.row("displacement", "m"));
    const RecordedFields fields = read_recorded_fields(directory, run.bodies());
    for (const RecordedFields::Field& field : fields.fields) {
        const std::size_t components = field.file->components();
        const std::vector<double> values = field.file->read_values(std::min(last, field.file->frames() - 1));
        for (std::size_t c = 0; c < components; ++c) {
            Extremes extremes;
            for (const ElementShare& share : fields.shares) {
                const auto body = std::ranges::find(run.bodies(), share.body, &Body::name);
                for (int e = 0; body != run.bodies().end() && e < share.element_count; ++e)
                    extremes.add(values[(share.first_element + e) * components + c], [&] {
                        return place_text(body->name, " element", e, center(*body, e, share.corners, x));
                    });
            }
            if (!extremes.empty()) rows.push_back(extremes.row(component_name(field.name, c, components), field.unit));
        }
    }
    return rows;
}

std::string describe(const std::vector<ResultRow>& rows) {
    if (rows.empty()) return {};
    std::string text = "results of the last frame:\n";
    for (const ResultRow& row : rows) {
        text += fmt::format("  {:<22} largest {}, {}; smallest {}, {}\n", row.quantity,
                            quantity(row.largest.value, row.unit), row.largest.where,
                            quantity(row.smallest.value, row.unit), row.smallest.where);
    }
    return text;
}

Json to_json(const std::vector<ResultRow>& rows) {
    Json list = Json::array();
    const auto extreme = [](const ResultRow::Extreme& e) { return Json{{"value", e.value}, {"where", e.where}}; };
    for (const ResultRow& row : rows)
        list.push_back({{"quantity", row.quantity},
                        {"unit", row.unit},
                        {"largest", extreme(row.largest)},
                        {"smallest", extreme(row.smallest)}});
    return list;
}

}  // namespace talweg
