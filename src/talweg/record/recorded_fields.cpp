#include "talweg/record/recorded_fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "talweg/format/plain_file.hpp"
#include "talweg/math/error.hpp"
#include "talweg/record/foreign_text.hpp"

namespace talweg {

namespace {

using nlohmann::json;

constexpr std::int64_t most = std::numeric_limits<int>::max();

/// Numbers that others wrote become places in memory: they are held against the body, and elements follow those before.
ElementShare read_share(const json& entry, std::span<const Body> bodies, std::int64_t first_element) {
    ElementShare share{entry.at("name"), 0, 0, 0, {}};
    const auto body = std::ranges::find(bodies, share.body, &Body::name);
    if (body == bodies.end()) throw Error("elements are recorded of '" + share.body + "', which is no body");
    const auto refuse = [&](const char* what) {
        return Error(std::string(what) + " of '" + share.body + "' do not fit");
    };
    share.corners = number_below(entry.at("corners"), 5, "corners");
    if (share.corners < 3) throw refuse("corners");
    const std::size_t count = share.corners == 4 ? body->tets.size() : body->triangles.size();
    share.first_element = number_below(entry.at("first_element"), most, "first_element");
    share.element_count = number_below(entry.at("element_count"), most - share.first_element, "element_count");
    if (share.first_element != first_element || static_cast<std::size_t>(share.element_count) != count)
        throw refuse("elements");
    const json& embedded = entry.at("riders");
    if (!embedded.is_array() || embedded.size() > static_cast<std::size_t>(body->point_count)) throw refuse("riders");
    const int carriers = body->point_count - static_cast<int>(embedded.size());
    for (const json& corners : embedded) {
        auto& row = share.embedded.emplace_back();
        for (const json& corner : corners)
            row.push_back({number_below(corner.at(0), carriers, "an embedded point's corner"), corner.at(1)});
    }
    return share;
}

RecordedFields::Field open_field(const RunDirectory& run, const json& field) {
    const std::string name = field.at("name"), unit = field.at("unit");
    if (!is_recorded_name(name)) throw Error("a field is called \"" + name + "\", which is no name");
    require_one_line(unit, "a unit");
    auto file = std::make_unique<FrameReader>(run.element_field(name));
    if (number_below(field.at("components"), most, "components") != static_cast<std::int64_t>(file->components()))
        throw Error("'" + name + "' has not the components that are in its file");
    return {name, unit, std::move(file)};
}

}  // namespace

std::uint64_t RecordedFields::frames() const {
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    for (const Field& field : fields) least = std::min(least, field.file->frames());
    return least;
}

void RecordedFields::refresh() {
    for (const Field& field : fields) field.file->refresh();
}

RecordedFields read_recorded_fields(const RunDirectory& run, std::span<const Body> bodies) {
    RecordedFields recorded;
    refuse_link(run.elements());
    if (!std::filesystem::exists(run.element_description())) return recorded;
    const std::string text = read_whole_file(run.element_description());
    try {
        const json description = json::parse(text);
        for (const json& field : description.at("fields")) recorded.fields.push_back(open_field(run, field));
        std::int64_t elements = 0;
        for (const json& entry : description.at("bodies")) {
            recorded.shares.push_back(read_share(entry, bodies, elements));
            elements += recorded.shares.back().element_count;
        }
        for (const auto& field : recorded.fields)
            if (static_cast<std::int64_t>(field.file->points()) != elements)
                throw Error(fmt::format("the bodies have {} elements, but {}.npy has {}", elements, field.name,
                                        field.file->points()));
    } catch (const std::exception& error) {
        throw Error(run.element_description().string() + " is damaged: " + error.what());
    }
    return recorded;
}

}  // namespace talweg
