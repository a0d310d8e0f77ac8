/// Numbers with units as people read them: 103680 J is 103.7 kJ. The page does the same (web/src/panel/quantity.ts).
#pragma once
#include <string>
#include <string_view>

namespace talweg {

struct UnitScale {
    double factor = 1.0;  // a number in the plain unit is so many times the one shown
    std::string unit;
};

/// The prefix with which the largest number has one to three digits before its point: of Pa, J, N, W and m (no
/// kilometres); other units stay as they are.
UnitScale scale_for(double largest, std::string_view unit);

/// Four digits and the unit; of "1", the number alone.
std::string quantity(double value, std::string_view unit);

}  // namespace talweg
