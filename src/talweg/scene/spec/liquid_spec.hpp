/// A body of particles that is a liquid, as scenes write it.
#pragma once
#include <optional>
#include <string>

#include "talweg/scene/text/where.hpp"

namespace talweg {

struct LiquidSpec {
    double viscosity;                    // Pa s
    double compression;                  // part of its volume that it may lose under its own weight
    std::optional<double> bulk_modulus;  // Pa; none: from that
    bool no_slip;                        // plane obstacles hold what is next to them
    std::optional<double> spacing;       // m, at rest; none: that of the shape
    std::string volume;                  // how its change is told: "kernels" or "least_squares"
    Where where;

    bool operator==(const LiquidSpec&) const = default;
    static void fields(auto& self, auto&& field) {
        field("viscosity", self.viscosity);
        field("compression", self.compression);
        field("bulk_modulus", self.bulk_modulus);
        field("no_slip", self.no_slip);
        field("spacing", self.spacing);
        field("volume", self.volume);
    }
};

}  // namespace talweg
