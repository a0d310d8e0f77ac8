/// What energies do, for those who only know the name that a scene gives one: their headers are not read by more files
/// than must be, because each of those is compiled again when one changes.
#pragma once
#include "talweg/scene/spec/body_spec.hpp"

namespace talweg {

/// What `damping.bending` damps, of sheets and lines.
bool resists_bending(const EnergySpec& energy);
/// Whether its hinges can rest at angles that a scene gives: `bending_rest`, creases.
bool rests_at_angles(const EnergySpec& energy);
/// Whether the stretch of its triangles has a limit.
bool limits_stretch(const EnergySpec& energy);

}  // namespace talweg
