#include "talweg/record/element_recording.hpp"

#include <nlohmann/json.hpp>

#include "talweg/format/plain_file.hpp"
#include "talweg/math/error.hpp"
#include "talweg/record/point_means.hpp"

namespace talweg {

namespace {

using nlohmann::json;

json description(const Model& model, const SolidElements& elements, const std::vector<const ElementField*>& fields) {
    json text = {{"fields", json::array()}, {"bodies", json::array()}};
    for (const ElementField* field : fields)
        text["fields"].push_back({{"name", field->name}, {"unit", field->unit}, {"components", field->components}});
    for (const ElementShare& share : element_shares(model, elements)) {
        json embedded = json::array();
        for (const auto& corners : share.embedded) {
            json& carriers = embedded.emplace_back(json::array());
            for (const auto& [point, weight] : corners) carriers.push_back({point, weight});
        }
        text["bodies"].push_back({{"name", share.body},
                                  {"first_element", share.first_element},
                                  {"element_count", share.element_count},
                                  {"corners", share.corners},
                                  {"riders", std::move(embedded)}});
    }
    return text;
}

}  // namespace

ElementRecording::ElementRecording(const Model& model, const std::vector<std::string>& fields) : elements_(model) {
    for (const std::string& name : fields) fields_.push_back(&find_element_field(name));
    if (!fields_.empty() && elements_.count() == 0)
        throw Error("fields of elements are to be recorded, but no body is a solid; leave record.elements out");
}

ElementRecording ElementRecording::create(const RunDirectory& directory, const Model& model,
                                          const std::vector<std::string>& fields) {
    std::error_code error;
    std::filesystem::remove_all(directory.elements(), error);
    ElementRecording recording(model, fields);
    if (fields.empty()) return recording;
    make_plain_directory(directory.elements());
    replace_file(directory.element_description(), description(model, recording.elements_, recording.fields_).dump());
    for (const ElementField* field : recording.fields_)
        recording.writers_.push_back(
            FrameWriter::create(directory.element_field(field->name), recording.elements_.count(), field->components));
    return recording;
}

ElementRecording ElementRecording::resume(const RunDirectory& directory, const Model& model,
                                          const std::vector<std::string>& fields, std::uint64_t frames) {
    ElementRecording recording(model, fields);
    refuse_link(directory.elements());
    for (const ElementField* field : recording.fields_)
        recording.writers_.push_back(FrameWriter::resume(directory.element_field(field->name),
                                                         recording.elements_.count(), frames, field->components));
    return recording;
}

void ElementRecording::append(const Positions& x) {
    if (fields_.empty()) return;
    const std::vector<ElementState> states = elements_.states(x);
    for (std::size_t i = 0; i < fields_.size(); ++i)
        writers_[i].append(std::span<const double>(field_values(*fields_[i], states)));
}

void ElementRecording::flush() {
    for (FrameWriter& writer : writers_) writer.flush();
}

void ElementRecording::sync() {
    for (FrameWriter& writer : writers_) writer.sync();
}

void ElementRecording::drop_unpublished() {
    for (FrameWriter& writer : writers_) writer.drop_unpublished();
}

std::size_t ElementRecording::waiting_bytes() const {
    std::size_t bytes = 0;
    for (const FrameWriter& writer : writers_) bytes += writer.waiting_bytes();
    return bytes;
}

}  // namespace talweg
