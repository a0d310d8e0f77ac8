/// What touches at one moment, for pages: in frames of a live scene, in answers about a recorded run, in reports.
///
///     uint32 pairs, uint32 points,
///     per pair   int32 first, second, contacts, float32 x y z of the force on the first, N
///     per point  uint32 index, float32 x y z of its force, N; only points that feel one
///
/// Little-endian. The reader is web/src/data/contact_block.ts.
#pragma once
#include <span>
#include <string>

#include "talweg/contact/contact_forces.hpp"

namespace talweg {

void append_contact_block(std::string& bytes, std::span<const ContactForces::Pair> pairs,
                          std::span<const Vec3> on_point);

}  // namespace talweg
