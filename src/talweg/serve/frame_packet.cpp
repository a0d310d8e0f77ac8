#include "talweg/serve/frame_packet.hpp"

#include <bit>
#include <cstring>

#include "talweg/record/contact_block.hpp"

namespace talweg {

namespace {

template <class Number>
void append(std::string& bytes, Number number) {
    bytes.append(reinterpret_cast<const char*>(&number), sizeof(number));
}

void append_part(std::string& parts, FramePart kind, const std::string& content) {
    append(parts, static_cast<std::uint32_t>(kind));
    append(parts, static_cast<std::uint32_t>(content.size()));
    parts += content;
}

}  // namespace

Packet frame_packet(std::span<const Vec3> positions, std::span<const double> row, const std::string& parts) {
    static_assert(std::endian::native == std::endian::little, "the page reads little-endian numbers");
    auto bytes = std::make_shared<std::string>();
    bytes->reserve(positions.size() * 3 * sizeof(float) + row.size_bytes() + parts.size());
    bytes->resize(positions.size() * 3 * sizeof(float) + row.size_bytes());
    char* out = bytes->data();
    for (const Vec3& x : positions)
        for (int axis = 0; axis < 3; ++axis, out += sizeof(float)) {
            const auto value = static_cast<float>(x[axis]);
            std::memcpy(out, &value, sizeof(float));
        }
    std::memcpy(out, row.data(), row.size_bytes());
    *bytes += parts;
    return bytes;
}

void append_contact_part(std::string& parts, const ContactForces& forces) {
    std::string block;
    append_contact_block(block, forces.pairs, forces.on_point);
    append_part(parts, FramePart::contact, block);
}

void append_field_part(std::string& parts, int field, std::span<const double> values) {
    std::string content;
    append(content, static_cast<std::uint32_t>(field));
    append_floats(content, values);
    append_part(parts, FramePart::field, content);
}

void append_handles_part(std::string& parts, std::span<const Vec3> ends) {
    std::string content;
    for (const Vec3& end : ends)
        for (int axis = 0; axis < 3; ++axis) append(content, static_cast<float>(end[axis]));
    append_part(parts, FramePart::handles, content);
}

void append_floats(std::string& bytes, std::span<const double> values) {
    bytes.reserve(bytes.size() + values.size() * sizeof(float));
    for (const double value : values) append(bytes, static_cast<float>(value));
}

}  // namespace talweg
