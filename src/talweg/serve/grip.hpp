/// Hands that pull on points: springs of no length from a point to the cursor of a viewer.
///
///     E = Σ ½ k |x_i − target|²
///
/// Part of the landscape like any other term, so a pull is implicit and stays stable however hard it is. The term holds
/// an element for every point of the model, of which all but the pulled ones are empty: grabbing another point changes
/// neither patterns nor factorisations. Pulls change between steps only, by the thread that takes them.
#pragma once
#include <cstdint>
#include <vector>

#include "talweg/model/model.hpp"

namespace talweg {

class Grip final : public Term {
public:
    explicit Grip(int point_count);

    /// Viewer `hand` pulls point i towards `target` with stiffness k (N/m); replaces what this hand held before.
    void pull(std::uint64_t hand, int point, const Vec3& target, double stiffness);
    void release(std::uint64_t hand);
    bool idle() const { return pulls_.empty(); }

    std::string_view name() const override { return "grip"; }
    bool dissipative() const override { return false; }
    bool internal() const override { return false; }
    int point_count() const override { return 1; }
    int element_count() const override { return static_cast<int>(points_.size()); }
    const int* points() const override { return points_.data(); }
    double energy(const Configuration& at, int begin, int end) const override;
    EnergySum add_derivatives(const Configuration& at, int begin, int end, const DerivativeTarget& into) const override;
    bool guarded() const override { return false; }
    double largest_safe_step(const Vec3*, const Vec3*, int, int) const override { return 1.0; }
    ForceSize force_size(const Configuration& at, const Vec3* move, int element, Vec3* change) const override;
    void add_forces(const Vec3* x, const Vec3* v, int begin, int end, Vec3* f,
                    const std::byte* memory = nullptr) const override;

private:
    struct Pull {
        std::uint64_t hand;
        int point;
        Vec3 target;
        double stiffness;
    };
    std::vector<int> points_;
    std::vector<Pull> pulls_;
};

/// A stiffness that makes a body follow the hand about three times per second, however heavy it is.
double grip_stiffness(const Body& body);

}  // namespace talweg
