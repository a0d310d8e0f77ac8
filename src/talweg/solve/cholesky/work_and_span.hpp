/// How much a factorisation computes in all, and along the longest chain of what has to wait: counted from the
/// structure, so that it tells of machines that are not at hand. With P cores the time is at least max(work / P, span),
/// and at most (work − span) / P + span (Brent, J. ACM 21, 1974).
#pragma once
#include "talweg/math/span_profile.hpp"
#include "talweg/solve/cholesky/supernodes.hpp"

namespace talweg {

/// In flops.
WorkAndSpan factorisation_work(const Supernodes& structure);

}  // namespace talweg
