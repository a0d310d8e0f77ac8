#include "talweg/record/element_recording.hpp"

#include <nlohmann/json.hpp>

#include "talweg/math/error.hpp"

namespace talweg {

namespace {

using nlohmann::json;

/// The point that equals each node, or −1.
std::vector<int> points_of_nodes(const Model& model) {
    std::vector<int> points(model.node_count(), -1);
    for (int i = model.point_count() - 1; i >= 0; --i)
        if (const int node = model.map.single_node(i); node >= 0) points[node] = i;
    return points;
}

json riders_of(const Model& model, const Body& body, const std::vector<int>& point_of_node) {
    json riders = json::array();
    for (int i = body.first_point; i < body.first_point + body.point_count; ++i) {
        const auto row = model.map.row(i);
        if (row.size() < 2) continue;
        json corners = json::array();
        for (const auto& [node, weight] : row) corners.push_back({point_of_node[node] - body.first_point, weight});
        riders.push_back(std::move(corners));
    }
    return riders;
}

json description(const Model& model, const SolidElements& elements, const std::vector<const ElementField*>& fields) {
    json text = {{"fields", json::array()}, {"bodies", json::array()}};
    for (const ElementField* field : fields)
        text["fields"].push_back({{"name", field->name}, {"unit", field->unit}, {"components", field->components}});
    const std::vector<int> point_of_node = points_of_nodes(model);
    for (const ElementRange& range : elements.ranges()) {
        const Body& body = model.bodies[range.body];
        text["bodies"].push_back({{"name", body.name},
                                  {"first_element", range.first},
                                  {"element_count", range.count},
                                  {"corners", range.corner_count},
                                  {"riders", riders_of(model, body, point_of_node)}});
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
    std::filesystem::create_directories(directory.elements(), error);
    if (error) throw_system_error("create the directory " + directory.elements().string(), error.value());
    replace_file(directory.element_description(), description(model, recording.elements_, recording.fields_).dump());
    for (const ElementField* field : recording.fields_)
        recording.writers_.push_back(
            FrameWriter::create(directory.element_field(field->name), recording.elements_.count(), field->components));
    return recording;
}

ElementRecording ElementRecording::resume(const RunDirectory& directory, const Model& model,
                                          const std::vector<std::string>& fields, std::uint64_t frames) {
    ElementRecording recording(model, fields);
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
