/// Tells when a motion has gained more energy than it was given. Newmark's rule keeps the energy of linear systems, but
/// stiff ones that turn can gain without bound (ropes, cloth).
#pragma once
#include <algorithm>
#include <cmath>

#include "talweg/record/energy_balance.hpp"

namespace talweg {

/// For worlds that are given energy by gravity alone; loads and scripts do work that is not counted.
class EnergyWatch {
public:
    /// Asked after every step, the start included: true when the total has grown by more than all that the motion
    /// began with and gravity has given since.
    bool gains(const EnergyBalance& balance) {
        double own = balance.kinetic, height = 0.0;
        for (std::size_t i = 0; i < balance.potentials.size(); ++i)
            (balance.names[i] == "gravity" ? height : own) += balance.potentials[i];
        if (!began_) {
            began_ = true;
            total_ = balance.total;
            own_ = std::fabs(own);
            height_ = height;
        }
        fallen_ = std::max(fallen_, height_ - height);
        return balance.total - total_ > own_ + fallen_ + 1e-9 * std::fabs(height_);
    }

private:
    bool began_ = false;
    double total_ = 0.0, own_ = 0.0, height_ = 0.0;  // J, at the start
    double fallen_ = 0.0;                            // J that gravity has given
};

}  // namespace talweg
