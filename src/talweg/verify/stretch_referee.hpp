/// Judges recorded frames by the limits that sheets have: does any triangle stretch, or any thread, reach its own?
///
/// From the triangle at rest and as it is: F takes one to the other, and its largest principal stretch is the root of
/// the larger eigenvalue of FᵀF. Along the threads of a weave, Green's strains ½ (|F a|² − 1), ½ (|F b|² − 1) and
/// ½ F a·F b. Computed here alone, without the solver's code.
#pragma once
#include <cstdint>
#include <span>

#include "talweg/model/model.hpp"
#include "talweg/record/rest_triangles.hpp"
#include "talweg/verify/finding.hpp"
#include "talweg/verify/obligations.hpp"

namespace talweg {

class StretchReferee {
public:
    /// `rest`: of the triangles of all bodies that have a limit, body after body. Throws Error if there are others.
    StretchReferee(std::span<const Body> bodies, const Obligations& obligations, const RestTriangles& rest);

    void look(std::uint64_t frame, std::span<const Vec3> x);
    Finding finding() const;

private:
    struct Limited {
        const Body* body;
        std::array<int, 3> corners;
        Vec3 edge[2];                      // at rest
        double along[2], across[2];        // warp and weft as sums of these edges
        std::optional<double> limit;       // of the largest stretch
        std::optional<WeaveLimits> weave;  // of strains along threads
    };
    void judge(std::uint64_t frame, const Limited& triangle, const char* what, double value, double at_rest,
               double limit);

    std::vector<Limited> triangles_;
    bool promised_ = false, unknown_ = false;
    double largest_share_ = 0.0;  // of what a limit allows
    std::string where_;
    Finding finding_{"stretch"};
};

}  // namespace talweg
