/// Several holds may speak of the same points: about other axes, or of the same motion. What they lead to different
/// places along one axis cannot be at both.
#pragma once
#include "talweg/model/model_builder.hpp"
#include "talweg/scene/spec/body_spec.hpp"

namespace talweg {

/// A hold as it was written, and as the model has it; a cache makes many of one.
struct WrittenHold {
    const HoldSpec* spec;
    Hold hold;
};

/// Throws Error that names the lines of two holds of a body that lead one of its points to different places between
/// time 0 and the duration (s). `start`: where its points begin.
void require_agreeing_holds(const BodySpec& body, std::span<const WrittenHold> holds, const Positions& start,
                            bool planar, double duration);

}  // namespace talweg
