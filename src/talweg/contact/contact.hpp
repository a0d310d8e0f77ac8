/// Contact of one world while a step is taken: who may touch, who is in reach, what friction remembers.
///
/// Candidates are found once for a whole move and serve every place on it: the guard, the trial points of the line
/// search, and the next assembly.
#pragma once
#include <limits>
#include <memory>

#include "talweg/contact/contact_forces.hpp"
#include "talweg/contact/cover.hpp"
#include "talweg/math/error.hpp"
#include "talweg/model/model.hpp"

namespace talweg {

/// Seconds spent since the start, by phase.
struct ContactCosts {
    double candidates = 0.0, distances = 0.0, collision_times = 0.0;
    long long searches = 0, looks = 0;  // for candidates; at the distances of all of them
};

/// Thrown when so much is near so much that the list of it would fill the memory.
struct Crowded : Error {
    using Error::Error;
};

class Contact {
public:
    /// `interruption` is asked now and then during long searches; it must stay.
    explicit Contact(const Model& model, const Interruption& interruption = none);

    double kappa() const { return kappa_; }
    void set_kappa(double kappa);

    /// Makes sure that the candidates cover the move x → x + dx. Returns the fraction of it that they do: less than 1
    /// when the move is so wild that too much of the world would be near everything else.
    double ensure_candidates(const Positions& x, const Positions& dx);
    /// For x alone.
    void ensure_candidates(const Positions& x);

    /// The barriers at a covered place, and the friction lagged before: terms of the landscape. Asked again for the
    /// same place, as after an accepted step, it gives the same terms.
    const std::vector<std::shared_ptr<const Term>>& terms(const Positions& x);
    /// Renews friction from the contacts at a covered place; as the mean of so many places, this one and the last ones.
    void lag(const Positions& x, int places = 1);
    /// rad/s, of each part whose surface turns without its points showing it; empty: of none.
    void set_spins(std::vector<Vec3> spins) { spins_ = std::move(spins); }
    /// By point: 1 where a loose point is not there, and touches nothing; empty: all are there.
    void set_absent(std::vector<std::uint8_t> absent);
    /// Whether any friction was lagged.
    bool rubs() const { return !friction_terms_.empty(); }
    /// What slides how fast, of the pairs whose friction was lagged, at x that points came to from x_ref at a rate.
    std::vector<SlidingPair> sliding(const Positions& x, const Positions& x_ref, double rate) const;

    /// At a covered place that points came to from x_ref at a rate (1/s).
    ContactForces forces(const Positions& x, const Positions& x_ref, double rate) const;

    double largest_safe_step(const Positions& x, const Positions& dx);
    /// Piece by piece; empty where the candidates do not cover the move.
    std::vector<double> largest_safe_steps(const Positions& x, const Positions& dx,
                                           const std::vector<int>& piece_of_point, int pieces);
    /// The smallest gap at x if it is below d̂; infinite otherwise.
    double smallest_gap(const Positions& x);

    const Candidates& candidates() const { return candidates_; }
    const ContactCosts& costs() const { return costs_; }

private:
    static inline const Interruption none{};
    static constexpr double unlimited = std::numeric_limits<double>::infinity();
    double find_candidates(const Positions& x, const Positions& dx);
    double find_around(const Positions& x, const Positions& dx);
    double longest(const Positions& dx) const;
    void leave_out_absent();
    /// Wherever one looks while the candidates hold: there are none, and the contacts are known to be none.
    bool nothing_near() const { return contacts_hold_ && candidates_.size() == 0; }
    /// At a covered place; found once for each.
    const ContactSet& contacts(const Positions& x) const;

    const ContactWorld& world_;
    const Interruption& interruption_;
    const double margin_;  // candidates are found around so much more than d̂ and a move
    CandidateSearch search_;
    Candidates candidates_;
    Cover cover_;
    std::vector<FrictionSet> lagged_;  // of the last places, the oldest first
    FrictionSet friction_;             // their mean
    std::vector<Vec3> spins_;
    std::vector<std::uint8_t> absent_;
    std::vector<std::shared_ptr<const Term>> friction_terms_;
    std::vector<std::shared_ptr<const Term>> terms_;
    mutable bool terms_hold_ = false;  // they were taken at the last place that was looked at
    double kappa_ = 0.0;
    double reach_ = unlimited;     // of a look at a move, since friction was lagged: farther ones found too much
    mutable ContactSet contacts_;  // of the last place that was looked at
    mutable Positions looked_at_;  // which is this
    mutable bool contacts_hold_ = false;
    mutable ContactCosts costs_;  // looking at contacts changes nothing else
};

}  // namespace talweg
