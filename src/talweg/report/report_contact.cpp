#include "talweg/report/report_contact.hpp"

#include <bit>

#include "talweg/format/deflate.hpp"
#include "talweg/record/contact_block.hpp"

namespace talweg {

namespace {

/// To the nearest number with 11 bits after the first: what follows would be noise to the compressor.
double rounded(double value) {
    constexpr std::uint32_t below = 12;
    const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(value));
    return std::bit_cast<float>((bits + (1u << (below - 1))) >> below << below);
}

}  // namespace

std::string pack_contact(const RecordedContact& contact, std::span<const std::uint64_t> chosen) {
    if (contact.empty()) return {};
    Deflate stream;
    for (const std::uint64_t frame : chosen) {
        std::string block;
        if (frame < contact.frames()) {
            std::vector<Vec3> forces = contact.on_points(frame);
            for (Vec3& force : forces)
                for (int axis = 0; axis < 3; ++axis) force[axis] = rounded(force[axis]);
            append_contact_block(block, contact.pairs(frame), forces);
        } else {
            append_contact_block(block, {}, {});
        }
        stream.append({reinterpret_cast<const unsigned char*>(block.data()), block.size()});
    }
    return stream.finish();
}

}  // namespace talweg
