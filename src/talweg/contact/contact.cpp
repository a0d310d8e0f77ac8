#include "talweg/contact/contact.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "talweg/assembly/elements.hpp"
#include "talweg/contact/collision_guard.hpp"
#include "talweg/contact/contact_kinds.hpp"
#include "talweg/math/parallel.hpp"
#include "talweg/math/stopwatch.hpp"

namespace talweg {

namespace {

template <class Energy>
void add_term(ElementList<Energy> list, std::vector<std::shared_ptr<const Term>>& terms) {
    if (list.size() > 0)
        terms.push_back(std::make_shared<Elements<Energy>>(std::move(list.points), std::move(list.elements)));
}

/// How far from the way of a move candidates are looked for beyond d̂: as far again serves many moves. But where edges
/// are hardly longer than that, all neighbours along a surface would be candidates, everywhere and at every look.
double usual_margin(const ContactWorld& world) {
    const double d_hat = world.rules.d_hat;
    std::vector<double> squared = world.surface.edge_length_squared;
    if (squared.empty()) return d_hat;
    const auto middle = squared.begin() + static_cast<std::ptrdiff_t>(squared.size() / 2);
    std::nth_element(squared.begin(), middle, squared.end());
    // Boxes around two features overlap where these are nearer than d̂ and the margins of both.
    const double apart = 0.8 * std::sqrt(*middle);
    return std::clamp(0.5 * (apart - d_hat), 0.25 * d_hat, d_hat);
}

}  // namespace

Contact::Contact(const Model& model, const Interruption& interruption)
    : world_(*model.contact),
      interruption_(interruption),
      margin_(usual_margin(world_)),
      search_(world_),
      cover_(world_) {}

/// All candidates around x, and the part of a move that stays within the margin.
double Contact::find_around(const Positions& x, const Positions& dx) {
    constexpr std::size_t most = 50'000'000;
    if (!search_.find(x, Positions(x.size(), Vec3::zero()), margin_, most, candidates_, interruption_))
        throw Crowded(
            "more than 50 million pairs of features are within reach of one another; choose a contact.distance below "
            "the "
            "length of the edges, or coarser meshes");
    const double length = longest(dx);
    return length > margin_ ? margin_ / length : 1.0;
}

/// Of the moves of points that can touch.
double Contact::longest(const Positions& dx) const {
    double squared = 0.0;
    for (const int p : cover_.points()) squared = std::max(squared, norm_squared(dx[p]));
    return std::sqrt(squared);
}

double Contact::ensure_candidates(const Positions& x, const Positions& dx) {
    const Stopwatch watch(costs_.candidates);
    return cover_.holds(x, dx) ? 1.0 : find_candidates(x, dx);
}

void Contact::ensure_candidates(const Positions& x) {
    const Stopwatch watch(costs_.candidates);
    if (!cover_.holds(x)) find_candidates(x, Positions(x.size(), Vec3::zero()));
}

double Contact::find_candidates(const Positions& x, const Positions& dx) {
    ++costs_.searches;
    contacts_hold_ = false;
    // So many pairs per point are a crowd; a move that makes one is looked at in parts. What is near without any move
    // has to be known whole.
    const std::size_t features = world_.surface.points.size() + world_.surface.edges.size();
    const std::size_t crowd = 1000 + 200 * features, many = 1000 + 40 * features;
    const double length = longest(dx);
    double fraction = length > reach_ ? reach_ / length : 1.0;
    Positions part = dx;
    const auto shorten = [&] {
        for (std::size_t i = 0; i < part.size(); ++i) part[i] = fraction * dx[i];
    };
    if (fraction < 1.0) shorten();
    cover_.clear();  // nothing is, should the search be interrupted
    while (!search_.find(x, part, margin_, crowd, candidates_, interruption_)) {
        fraction *= 0.25;
        if (fraction < 1e-3) {
            fraction = find_around(x, dx);
            part.assign(dx.size(), Vec3::zero());
            break;
        }
        shorten();
        reach_ = fraction * length;
    }
    leave_out_absent();
    if (candidates_.size() > many) reach_ = std::min(reach_, length);
    cover_.set(x, part, margin_);
    return fraction;
}

void Contact::set_absent(std::vector<std::uint8_t> absent) {
    if (absent == absent_) return;
    absent_ = std::move(absent);
    cover_.clear();  // those who are there now were left out
    lagged_.clear();
    terms_hold_ = false;
}

void Contact::leave_out_absent() {
    if (absent_.empty()) return;
    each_contact_kind([&]<class Kind>(const Kind&) {
        std::erase_if(candidates_.*Kind::candidates, [&](const Candidates::Pair& pair) {
            const auto points = Kind::points(world_.surface, pair);
            return std::any_of(points.begin(), points.end(), [&](int point) { return absent_[point] != 0; });
        });
    });
}

void Contact::set_kappa(double kappa) {
    if (kappa != kappa_) terms_hold_ = contacts_hold_ = false;
    kappa_ = kappa;
}

const ContactSet& Contact::contacts(const Positions& x) const {
    if (nothing_near()) return contacts_;
    const bool same = x == looked_at_;
    if (!same || !contacts_hold_) {
        ++costs_.looks;
        terms_hold_ = terms_hold_ && same;
        contacts_hold_ = false;  // should a look be interrupted
        contacts_ = find_contacts(world_, candidates_, x, kappa_, interruption_);
        if (!same) looked_at_ = x;
        contacts_hold_ = true;
    }
    return contacts_;
}

const std::vector<std::shared_ptr<const Term>>& Contact::terms(const Positions& x) {
    const Stopwatch watch(costs_.distances);
    if (terms_hold_ && (nothing_near() || x == looked_at_)) return terms_;
    const ContactSet& set = contacts(x);
    terms_.clear();
    each_contact_kind([&]<class Kind>(const Kind&) { add_term(set.*Kind::contacts, terms_); });
    terms_.insert(terms_.end(), friction_terms_.begin(), friction_terms_.end());
    terms_hold_ = true;
    return terms_;
}

void Contact::lag(const Positions& x, int places) {
    const Stopwatch watch(costs_.distances);
    lagged_.push_back(lag_friction(world_, contacts(x), x, spins_, interruption_));
    if (static_cast<int>(lagged_.size()) > places) lagged_.erase(lagged_.begin(), lagged_.end() - places);
    friction_ = places == 1 ? lagged_.back() : mean(lagged_);
    reach_ = unlimited;
    friction_terms_.clear();
    FrictionSet::each(friction_, [&](const auto& list) { add_term(list, friction_terms_); });
    terms_hold_ = false;
}

std::vector<SlidingPair> Contact::sliding(const Positions& x, const Positions& x_ref, double rate) const {
    return talweg::sliding(friction_, x, x_ref, rate, world_.surface.planar);
}

ContactForces Contact::forces(const Positions& x, const Positions& x_ref, double rate) const {
    const Stopwatch watch(costs_.distances);
    const ContactSet& set = contacts(x);
    ContactForces forces = contact_forces(world_, set, friction_, x, x_ref, rate);
    const FrictionSet anew = lag_friction(world_, set, x, spins_, interruption_);
    if (friction_.size() + anew.size() > 0) {
        const Positions& lagged = forces.friction_on_point;
        const Positions now = contact_forces(world_, {}, anew, x, x_ref, rate).on_point;
        for (std::size_t i = 0; i < x.size(); ++i)
            if (!world_.surface.prescribed[i]) forces.lag_error = std::max(forces.lag_error, norm(now[i] - lagged[i]));
    }
    return forces;
}

double Contact::largest_safe_step(const Positions& x, const Positions& dx) {
    const double covered = ensure_candidates(x, dx);
    const Stopwatch watch(costs_.collision_times);
    Positions part;
    if (covered < 1.0) {
        part = dx;
        for (Vec3& d : part) d = covered * d;
    }
    const bool clear =
        covered == 1.0 &&
        (nothing_near() || (contacts_hold_ && x == looked_at_ && is_clearly_safe(world_, contacts_, x, longest(dx))));
    const double limit =
        clear ? 1.0 : talweg::largest_safe_step(world_, candidates_, x, covered < 1.0 ? part : dx, interruption_);
    // Where looking far finds many pairs, the next look goes a little farther than this move came.
    if (reach_ < unlimited) reach_ = std::max(4.0 * covered * limit * longest(dx), world_.rules.d_hat);
    return covered * limit;
}

std::vector<double> Contact::largest_safe_steps(const Positions& x, const Positions& dx,
                                                const std::vector<int>& piece_of_point, int pieces) {
    if (ensure_candidates(x, dx) < 1.0) return {};
    const Stopwatch watch(costs_.collision_times);
    return talweg::largest_safe_steps(world_, candidates_, x, dx, piece_of_point, pieces, interruption_);
}

double Contact::smallest_gap(const Positions& x) {
    ensure_candidates(x);
    // Of pairs farther apart it depends on earlier moves which are candidates.
    const double gap = talweg::smallest_gap(world_, candidates_, x, interruption_);
    return gap < world_.rules.d_hat ? gap : std::numeric_limits<double>::infinity();
}

}  // namespace talweg
