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
FrictionSet lag_friction(const ContactWorld& world, const ContactSet& contacts, const Positions& x);

}  // namespace talweg
