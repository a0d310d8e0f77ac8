/// Friction of the pairs in contact at one moment: normal forces and tangent planes are taken there and kept.
#pragma once
#include "talweg/contact/contact_set.hpp"
#include "talweg/energies/contact_friction.hpp"

namespace talweg {

struct FrictionSet {
    ElementList<PairFriction<2>> two;
    ElementList<PairFriction<3>> three;
    ElementList<PairFriction<4>> four;

    int size() const { return two.size() + three.size() + four.size(); }
};

/// Of pairs whose barriers count negatively, which take back what others push too much, there is none: a friction that
/// drives would have no minimum.
/// `spins`: rad/s, of each part whose surface turns without its points showing it; empty: of none.
FrictionSet lag_friction(const ContactWorld& world, const ContactSet& contacts, const Positions& x,
                         const std::vector<Vec3>& spins = {}, const Interruption& interruption = {});
/// A friction that is the mean of several.
FrictionSet mean(std::span<const FrictionSet> sets);

/// Two features with friction between them.
struct SlidingPair {
    std::array<int, 2> points;  // the first and the last of the pair: one of either side
    double speed, slip;         // by which they slide, and below which that is sticking, m/s
    double friction;            // at most, N
};
std::vector<SlidingPair> sliding(const FrictionSet& friction, const Positions& x, const Positions& x_ref, double rate);

}  // namespace talweg
