/// Hands that pull on points: a spring of no length from a point to the cursor of a viewer, and a damper of the point.
///
///     E = Σ ½ k |x_i − target|²,   D = Σ ½ c |v_i|²,   k = m ω² s,   c = 2 m ω √s
///
/// m is the mass of the piece that the point belongs to and s the strength that viewers chose: critically damped when
/// all of the piece follows, overdamped when only some of it does, so that nothing rings, and the point comes near at
/// the rate ω √s / 2 at least, whatever the mass. Gravity makes it sag by no more than g / (ω² s).
///
/// Both are part of the landscape like any other term, so a pull is implicit and stays stable however hard it is. The
/// terms hold an element for every point of the model, of which all but the pulled ones are empty: grabbing another
/// point changes neither patterns nor factorisations. Pulls change between steps only, by the thread that takes them.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "talweg/model/model.hpp"

namespace talweg {

/// How firm a hand is.
struct Firmness {
    double stiffness;  // N/m
    double damping;    // N s/m
};

/// A hand strong enough for a mass (kg); strength 1 is the usual one, of which the comment above has s.
Firmness firmness_for(double mass, double strength = 1.0);

/// Who pulls on what.
class Hands {
public:
    struct Hold {
        std::uint64_t hand;
        int point;
        Vec3 target;
        Firmness firmness;
    };
    /// Viewer `hand` pulls a point towards `target`; replaces what this hand held before.
    void pull(std::uint64_t hand, int point, const Vec3& target, const Firmness& firmness);
    void release(std::uint64_t hand);
    bool idle() const { return holds_.empty(); }
    const std::vector<Hold>& holds() const { return holds_; }

private:
    std::vector<Hold> holds_;
};

/// One of the two terms of all hands; each ties points to places: ½ κ |x − centre|².
class HandTerm : public Term {
public:
    HandTerm(std::shared_ptr<const Hands> hands, int point_count);

    bool internal() const override { return false; }
    int point_count() const override { return 1; }
    int element_count() const override { return static_cast<int>(points_.size()); }
    const int* points() const override { return points_.data(); }
    double energy(const Configuration& at, int begin, int end) const override;
    EnergySum add_derivatives(const Configuration& at, int begin, int end, const DerivativeTarget& into) const override;
    bool guarded() const override { return false; }
    double largest_safe_step(const Vec3*, const Vec3*, int, int) const override { return 1.0; }
    ForceSize force_size(const Configuration& at, const Vec3* move, int element, Vec3* change) const override;

protected:
    struct Tie {
        double stiffness;
        Vec3 centre;
    };
    virtual Tie tie(const Hands::Hold& hold, const Configuration& at) const = 0;

    std::shared_ptr<const Hands> hands_;

private:
    std::vector<int> points_;
};

/// The springs: κ = k, centre the cursor.
class Grip final : public HandTerm {
public:
    using HandTerm::HandTerm;
    std::string_view name() const override { return "grip"; }
    bool dissipative() const override { return false; }
    void add_forces(const Vec3* x, const Vec3* v, int begin, int end, Vec3* f,
                    const std::byte* memory = nullptr) const override;

private:
    Tie tie(const Hands::Hold& hold, const Configuration&) const override {
        return {hold.firmness.stiffness, hold.target};
    }
};

/// The dampers, as landscapes see them: κ = c · rate, centre where the point was.
class GripDamping final : public HandTerm {
public:
    using HandTerm::HandTerm;
    std::string_view name() const override { return "grip_damping"; }
    bool dissipative() const override { return true; }
    void add_forces(const Vec3* x, const Vec3* v, int begin, int end, Vec3* f,
                    const std::byte* memory = nullptr) const override;

private:
    Tie tie(const Hands::Hold& hold, const Configuration& at) const override {
        return {hold.firmness.damping * at.rate, at.x_ref[hold.point]};
    }
};

}  // namespace talweg
