/// Where results on three meshes, each twice as fine as the one before, are heading, and how fast.
#pragma once
#include <cmath>

namespace talweg::testing {

struct Richardson {
    double limit, order;
    Richardson(double coarse, double middle, double fine) {
        const double ratio = (middle - coarse) / (fine - middle);
        order = std::log2(ratio);
        limit = fine + (fine - middle) / (ratio - 1.0);
    }
};

}  // namespace talweg::testing
