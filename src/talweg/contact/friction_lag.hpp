/// Friction of the pairs in contact at one moment: normal forces and tangent planes are taken there and kept.
#pragma once
#include <tuple>

#include "talweg/contact/contact_set.hpp"
#include "talweg/energies/grain_friction.hpp"

namespace talweg {

struct FrictionSet {
    ElementList<PairFriction<2>> two;
    ElementList<PairFriction<3>> three;
    ElementList<PairFriction<4>> four;
    // Of grains that turn. Points are places at first and last, and spins between; of what rolls, spins alone.
    ElementList<TurningFriction<3>> turning_three;
    ElementList<TurningFriction<4>> turning_four;
    ElementList<TurningFriction<5>> turning_five;
    ElementList<TurningFriction<1>> rolling_one;
    ElementList<TurningFriction<2>> rolling_two;

    static auto lists(auto& set) {
        return std::tie(set.two, set.three, set.four, set.turning_three, set.turning_four, set.turning_five,
                        set.rolling_one, set.rolling_two);
    }
    /// function(list) for each.
    static void each(auto& set, const auto& function) {
        std::apply([&](auto&... list) { (function(list), ...); }, lists(set));
    }
    int size() const {
        int sum = 0;
        each(*this, [&](const auto& list) { sum += list.size(); });
        return sum;
    }
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
    std::array<int, 2> points;  // the first and the last of the pair, one of either side, or two spins; −1: none
    double speed, slip;         // by which they slide or roll, and below which that is sticking, m/s
    double friction;            // at most, N
    double share = 1.0;         // of the mass of what is stopped: friction turns a grain too, which stops it sooner
};
std::vector<SlidingPair> sliding(const FrictionSet& friction, const Positions& x, const Positions& x_ref, double rate,
                                 bool planar);

}  // namespace talweg
