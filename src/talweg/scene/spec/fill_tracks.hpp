/// Handles of rigs that follow tracked points: tables of places become keyframes of the handle.
///
///     R, q  =  argmin Σ_k |R (X_k − X̄) + q − x_k(t)|²,   X_k = x_k at the first time
///
/// by the polar rotation of Σ (x_k − x̄)(X_k − X̄)ᵀ (Kabsch, "A solution for the best rotation to relate two sets of
/// vectors", Acta Cryst. A32, 1976). One point shifts its handle; two, or points on a line, turn it the shortest way.
#pragma once
#include <filesystem>

#include "talweg/scene/text/document.hpp"

namespace talweg {

/// Puts "motion" in the place of every "track". Throws Error that names the line of the scene and, where it is about
/// the table, its row and column.
void fill_tracks(Document& document, const std::filesystem::path& folder);

}  // namespace talweg
