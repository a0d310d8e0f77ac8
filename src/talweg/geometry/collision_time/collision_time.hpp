/// Continuous collision detection: how long may points, edges and triangles move along straight lines before their
/// distance is no longer larger than a minimum separation ξ?
///
/// Conservative advancement with a turning normal. At any time the vector n between the nearest places separates the
/// two convex features: along n, every point of one lies beyond every point of the other. While all pairs of points
/// (i, j) keep
///
///     (n + τ m)·(yᵢ − yⱼ + τ (vᵢ − vⱼ)) > ξ |n + τ m|,    m ⟂ n
///
/// the features stay farther apart than ξ, whatever n and m are. The largest such τ solves a quadratic; it is taken
/// for m = 0 and for the rate at which n turns, and the larger one counts. The features are moved by it and n is
/// taken anew, until the gap has closed or the end of the move is reached. An additive advance by distance over speed
/// (Li et al. 2021) is never longer than that of m = 0, and much shorter where features slide past each other.
///
/// Every term is rounded against the features, so that "separated" is true of the exact motion of the given numbers.
/// Guaranteed: on [0, result] the distance is larger than ξ. Expected, and tested: the result is at least (1 − slack)
/// of the first time of contact but for a hundredth, and 1 when there is none. A gap that has closed to a millionth
/// of what it was counts as contact. Features that begin in contact, or closer to it than rounding can tell, get 0.
#pragma once
#include "talweg/math/points.hpp"

namespace talweg {

/// Largest safe fraction t ≤ 1 of the move x → x + dx. `slack`, in (0, 1), is the part of the time of contact that is
/// left unused, so that features do not meet at a vanishing distance. Metres.
double collision_time_point_point(const Points<double, 2>& x, const Points<double, 2>& dx, double min_separation,
                                  double slack);
/// Points: p; a, b.
double collision_time_point_edge(const Points<double, 3>& x, const Points<double, 3>& dx, double min_separation,
                                 double slack);
/// Points: p; a, b, c.
double collision_time_point_triangle(const Points<double, 4>& x, const Points<double, 4>& dx, double min_separation,
                                     double slack);
/// Points: a₀, a₁; b₀, b₁.
double collision_time_edge_edge(const Points<double, 4>& x, const Points<double, 4>& dx, double min_separation,
                                double slack);

}  // namespace talweg
