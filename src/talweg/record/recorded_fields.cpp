#include "talweg/record/recorded_fields.hpp"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "talweg/math/error.hpp"

namespace talweg {

namespace {

using nlohmann::json;

ElementShare read_share(const json& entry) {
    ElementShare share{entry.at("name"), entry.at("first_element"), entry.at("element_count"), entry.at("corners"), {}};
    for (const json& corners : entry.at("riders")) {
        auto& rider = share.riders.emplace_back();
        for (const json& corner : corners) rider.push_back({corner.at(0), corner.at(1)});
    }
    return share;
}

/// Numbers that others wrote become places in memory: they are held against the body and the files.
void require_fit(const ElementShare& share, std::span<const Body> bodies,
                 const std::vector<RecordedFields::Field>& fields) {
    const auto body = std::ranges::find(bodies, share.body, &Body::name);
    if (body == bodies.end()) throw Error("elements are recorded of '" + share.body + "', which is no body");
    const auto refuse = [&](const char* what) {
        return Error(std::string(what) + " of '" + share.body + "' do not fit");
    };
    if (share.corners != 3 && share.corners != 4) throw refuse("corners");
    const std::size_t count = share.corners == 4 ? body->tets.size() : body->triangles.size();
    if (share.first_element < 0 || share.element_count < 0 || static_cast<std::size_t>(share.element_count) != count)
        throw refuse("elements");
    for (const auto& field : fields)
        if (static_cast<std::uint64_t>(share.first_element) + count > field.file->points()) throw refuse("elements");
    if (share.riders.size() > static_cast<std::size_t>(body->point_count)) throw refuse("riders");
    const int carriers = body->point_count - static_cast<int>(share.riders.size());
    for (const auto& rider : share.riders)
        for (const auto& corner : rider)
            if (corner.point < 0 || corner.point >= carriers) throw refuse("riders");
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
    if (!std::filesystem::exists(run.element_description())) return recorded;
    const std::string text = read_whole_file(run.element_description());
    try {
        const json description = json::parse(text);
        for (const json& field : description.at("fields")) {
            const std::string name = field.at("name");
            recorded.fields.push_back({name, field.at("unit"), std::make_unique<FrameReader>(run.element_field(name))});
        }
        for (const json& entry : description.at("bodies")) {
            recorded.shares.push_back(read_share(entry));
            require_fit(recorded.shares.back(), bodies, recorded.fields);
        }
    } catch (const std::exception& error) {
        throw Error(run.element_description().string() + " is damaged: " + error.what());
    }
    return recorded;
}

}  // namespace talweg
