#include "talweg/record/contact_block.hpp"

#include <bit>
#include <cstdint>
#include <cstring>

namespace talweg {

namespace {

static_assert(std::endian::native == std::endian::little, "pages read little-endian numbers");

void append(std::string& bytes, std::uint32_t number) {
    bytes.append(reinterpret_cast<const char*>(&number), sizeof(number));
}

void append(std::string& bytes, const Vec3& force) {
    for (int axis = 0; axis < 3; ++axis) append(bytes, std::bit_cast<std::uint32_t>(static_cast<float>(force[axis])));
}

}  // namespace

void append_contact_block(std::string& bytes, std::span<const ContactForces::Pair> pairs,
                          std::span<const Vec3> on_point) {
    append(bytes, static_cast<std::uint32_t>(pairs.size()));
    const std::size_t count_at = bytes.size();
    append(bytes, 0u);
    for (const ContactForces::Pair& pair : pairs) {
        for (const int number : {pair.first, pair.second, pair.contacts})
            append(bytes, static_cast<std::uint32_t>(number));
        append(bytes, pair.force);
    }
    std::uint32_t points = 0;
    for (std::size_t i = 0; i < on_point.size(); ++i) {
        if (on_point[i] == Vec3::zero()) continue;
        ++points;
        append(bytes, static_cast<std::uint32_t>(i));
        append(bytes, on_point[i]);
    }
    std::memcpy(bytes.data() + count_at, &points, sizeof(points));
}

}  // namespace talweg
