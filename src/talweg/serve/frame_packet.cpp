#include "talweg/serve/frame_packet.hpp"

#include <bit>
#include <cstring>

namespace talweg {

Packet frame_packet(std::span<const Vec3> positions, std::span<const double> row) {
    static_assert(std::endian::native == std::endian::little, "the page reads little-endian numbers");
    auto bytes = std::make_shared<std::string>();
    bytes->resize(positions.size() * 3 * sizeof(float) + row.size_bytes());
    char* out = bytes->data();
    for (const Vec3& x : positions)
        for (int axis = 0; axis < 3; ++axis, out += sizeof(float)) {
            const auto value = static_cast<float>(x[axis]);
            std::memcpy(out, &value, sizeof(float));
        }
    std::memcpy(out, row.data(), row.size_bytes());
    return bytes;
}

}  // namespace talweg
