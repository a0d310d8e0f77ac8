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

}  // namespace

std::uint64_t RecordedFields::frames() const {
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    for (const Field& field : fields) least = std::min(least, field.file->frames());
    return least;
}

void RecordedFields::refresh() {
    for (const Field& field : fields) field.file->refresh();
}

RecordedFields read_recorded_fields(const RunDirectory& run) {
    RecordedFields recorded;
    if (!std::filesystem::exists(run.element_description())) return recorded;
    const std::string text = read_whole_file(run.element_description());
    try {
        const json description = json::parse(text);
        for (const json& field : description.at("fields")) {
            const std::string name = field.at("name");
            recorded.fields.push_back({name, field.at("unit"), std::make_unique<FrameReader>(run.element_field(name))});
        }
        for (const json& entry : description.at("bodies")) recorded.shares.push_back(read_share(entry));
    } catch (const json::exception& error) {
        throw Error(run.element_description().string() + " is damaged: " + error.what());
    }
    return recorded;
}

}  // namespace talweg
