/// One frame as viewers get it: float32 x y z of every point, then float64 numbers of the step table; little-endian.
/// Behind that stands what the viewer has asked for: parts, each with its kind and its length in bytes as uint32 before
/// it.
#pragma once
#include <span>

#include "talweg/contact/contact_forces.hpp"
#include "talweg/serve/source.hpp"

namespace talweg {

enum class FramePart : std::uint32_t {
    contact = 1,  // as in record/contact_block.hpp
    field = 2,    // uint32: which one; float32 of every point
    handles = 3,  // float32 x y z of both ends of every handle, which are one where it is a place
};

/// `parts`: as the functions below append them.
Packet frame_packet(std::span<const Vec3> positions, std::span<const double> row, const std::string& parts = {});

void append_contact_part(std::string& parts, const ContactForces& forces);
void append_field_part(std::string& parts, int field, std::span<const double> values);
void append_handles_part(std::string& parts, std::span<const Vec3> ends);

/// Values as float32.
void append_floats(std::string& bytes, std::span<const double> values);

}  // namespace talweg
