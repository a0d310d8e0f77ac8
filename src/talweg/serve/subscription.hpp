/// What a viewer wants of a live scene besides positions: forces of contact, and a field of elements to colour by.
#pragma once
#include <compare>

namespace talweg {

struct Subscription {
    bool contact = false;
    int field = -1;  // counted as in the greeting; −1: none

    auto operator<=>(const Subscription&) const = default;
};

}  // namespace talweg
