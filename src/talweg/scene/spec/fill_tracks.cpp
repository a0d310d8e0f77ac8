#include "talweg/scene/spec/fill_tracks.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numbers>

#include "talweg/math/polar.hpp"
#include "talweg/model/motion.hpp"
#include "talweg/scene/spec/read_table.hpp"
#include "talweg/scene/text/json_path.hpp"
#include "talweg/scene/text/refuse.hpp"

namespace talweg {

namespace {

Vec3 mean(const std::vector<Vec3>& points) {
    Vec3 sum = Vec3::zero();
    for (const Vec3& x : points) sum += x;
    return sum / static_cast<double>(points.size());
}

/// The shortest turn that brings the direction of a to that of b, both of length 1.
Mat3 shortest_turn(const Vec3& a, const Vec3& b) {
    const Vec3 axis = cross(a, b);
    const double sine = norm(axis), cosine = dot(a, b);
    if (sine > 1e-12) return rotation_matrix((std::atan2(sine, cosine) / sine) * axis);
    if (cosine > 0.0) return Mat3::identity();
    const Vec3 aside = std::fabs(a[0]) < 0.9 ? cross(a, Vec3{1, 0, 0}) : cross(a, Vec3{0, 1, 0});
    return rotation_matrix((std::numbers::pi / norm(aside)) * aside);
}

/// The rotation about their means that brings points nearest to others.
Mat3 fitted_rotation(const std::vector<Vec3>& from, const std::vector<Vec3>& to) {
    const Vec3 a = mean(from), b = mean(to);
    Mat3 products = Mat3::zero();
    for (std::size_t k = 0; k < from.size(); ++k)
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) products(i, j) += (to[k] - b)[i] * (from[k] - a)[j];
    const Svd<3> parts = svd(products);
    constexpr double on_a_line = 1e-9;
    if (!(parts.sigma[0] > 0.0)) return Mat3::identity();
    if (std::fabs(parts.sigma[1]) < on_a_line * parts.sigma[0])
        return shortest_turn(parts.v.column(0), parts.u.column(0));
    return parts.u * parts.v.transposed();
}

/// The vector of the same rotation that is nearest to the one before: whole turns count on.
Vec3 going_on(const Vec3& r, const Vec3& before) {
    constexpr double whole = 2.0 * std::numbers::pi;
    const double length = norm(r), earlier = norm(before);
    if (length < 1e-12 && earlier < 1e-12) return r;
    const Vec3 axis = length < 1e-12 ? before / earlier : r / length;
    const double turns = std::round((dot(before, axis) - length) / whole);
    return (length + whole * turns) * axis;
}

Json as_json(const Vec3& x) { return {x[0], x[1], x[2]}; }

class TrackReader {
public:
    TrackReader(const Document& document, const std::filesystem::path& folder) : document_(document), folder_(folder) {}

    void fill(Json& handle, const std::string& at) {
        if (!handle.contains("track")) return;
        const Where where = document_.where(pointer_to(at, "track"));
        if (handle.contains("motion")) refuse(where, "has a motion beside it; choose one");
        const Json track = handle["track"];
        const std::string file = track["file"].get<std::string>();
        try {
            const CsvTable table = read_table(folder_ / file);
            handle["motion"] = motion(table, track["points"].get<std::vector<std::string>>());
            handle.erase("track");
        } catch (const Error& error) {
            throw Error(
                located(where, fmt::format("{} cannot be read from {}: {}", subject(where), file, error.what())));
        }
    }

private:
    static Json motion(const CsvTable& table, const std::vector<std::string>& names) {
        const std::size_t time = column_of(table, "time");
        std::vector<std::array<std::size_t, 3>> columns;
        for (const std::string& name : names)
            columns.push_back(
                {column_of(table, name + "_x"), column_of(table, name + "_y"), column_of(table, name + "_z")});
        if (table.rows.empty()) throw Error("it has no rows");
        const auto number = [&](std::size_t row, std::size_t column) {
            const double value = table.rows[row][column];
            if (!std::isfinite(value))
                throw Error(fmt::format("row {} has no number in column \"{}\"; fill the gap, or leave the row out",
                                        row + 1, table.columns[column]));
            return value;
        };
        const auto places = [&](std::size_t row) {
            std::vector<Vec3> x;
            for (const auto& [i, j, k] : columns) x.push_back({number(row, i), number(row, j), number(row, k)});
            return x;
        };
        const std::vector<Vec3> first = places(0);
        const Vec3 center = mean(first);
        Json keyframes = Json::array();
        Vec3 before = Vec3::zero();
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            const double t = number(row, time);
            if (row > 0 && !(t > table.rows[row - 1][time]))
                throw Error(fmt::format("the time of row {} does not come after the one before it; put rows in order",
                                        row + 1));
            const std::vector<Vec3> now = places(row);
            before = going_on(rotation_vector(fitted_rotation(first, now)), before);
            Json key = {{"time", t}, {"translate", as_json(mean(now) - center)}};
            if (const double angle = norm(before); angle > 0.0)
                key["rotate"] = {{"axis", as_json(before)}, {"angle", angle * 180.0 / std::numbers::pi}};
            keyframes.push_back(std::move(key));
        }
        return {{"keyframes", std::move(keyframes)}, {"center", as_json(center)}};
    }

    const Document& document_;
    const std::filesystem::path& folder_;
};

}  // namespace

void fill_tracks(Document& document, const std::filesystem::path& folder) {
    Json value = document.value;
    if (!value.contains("bodies")) return;
    TrackReader reader(document, folder);
    for (std::size_t b = 0; b < value["bodies"].size(); ++b) {
        Json& body = value["bodies"][b];
        if (!body.contains("rig") || !body["rig"].contains("handles")) continue;
        const std::string at = pointer_to(pointer_to(pointer_to(pointer_to("", "bodies"), b), "rig"), "handles");
        for (std::size_t h = 0; h < body["rig"]["handles"].size(); ++h)
            reader.fill(body["rig"]["handles"][h], pointer_to(at, h));
    }
    document.value = std::move(value);
}

}  // namespace talweg
