#include "talweg/contact/contact.hpp"

#include <algorithm>
#include <limits>

#include "talweg/assembly/elements.hpp"
#include "talweg/contact/collision_guard.hpp"
#include "talweg/math/parallel.hpp"
#include "talweg/math/stopwatch.hpp"

namespace talweg {

namespace {

template <class Energy>
void add_term(ElementList<Energy> list, std::vector<std::shared_ptr<const Term>>& terms) {
    if (list.size() > 0)
        terms.push_back(std::make_shared<Elements<Energy>>(std::move(list.points), std::move(list.elements)));
}

bool holds(const Box& box, const Vec3& p) {
    for (int a = 0; a < 3; ++a)
        if (!(box.min[a] <= p[a] && p[a] <= box.max[a])) return false;
    return true;
}

}  // namespace

Contact::Contact(const Model& model) : world_(*model.contact), search_(world_), watched_(world_.surface.points) {
    for (const ContactPlane& plane : world_.surface.planes) watched_.push_back(plane.origin);
}

bool Contact::covers(const Positions& x, const Positions& dx) const {
    if (covered_.empty()) return false;
    return 0.0 == parallel_max(static_cast<int>(covered_.size()), [&](int begin, int end) {
               for (int k = begin; k < end; ++k) {
                   const int p = watched_[k];
                   if (!holds(covered_[k], x[p]) || !holds(covered_[k], x[p] + dx[p])) return 1.0;
               }
               return 0.0;
           });
}

double Contact::cover(const Positions& x, const Positions& dx) {
    const Stopwatch watch(costs_.candidates);
    if (covers(x, dx)) return 1.0;
    ++costs_.searches;
    const double margin = world_.rules.d_hat;
    // So many pairs per point are a crowd; a move that makes one is looked at in parts.
    const std::size_t crowd = 1000 + 200 * (world_.surface.points.size() + world_.surface.edges.size());
    double fraction = 1.0;
    Positions part = dx;
    while (!search_.find(x, part, margin, crowd, candidates_) && fraction > 1e-6) {
        fraction *= 0.25;
        for (std::size_t i = 0; i < part.size(); ++i) part[i] = fraction * dx[i];
    }
    covered_.clear();
    for (const int p : watched_) {
        Box box;
        box.include(x[p]);
        box.include(x[p] + part[p]);
        for (int a = 0; a < 3; ++a) {
            box.min[a] -= margin;
            box.max[a] += margin;
        }
        covered_.push_back(box);
    }
    return fraction;
}

void Contact::set_kappa(double kappa) {
    if (kappa != kappa_) terms_at_.clear();
    kappa_ = kappa;
}

const std::vector<std::shared_ptr<const Term>>& Contact::terms(const Positions& x) {
    const Stopwatch watch(costs_.distances);
    if (!x.empty() && x == terms_at_) return terms_;
    ++costs_.looks;
    ContactSet set = find_contacts(world_, candidates_, x, kappa_);
    terms_.clear();
    add_term(std::move(set.point_plane), terms_);
    add_term(std::move(set.point_point), terms_);
    add_term(std::move(set.point_edge), terms_);
    add_term(std::move(set.point_face), terms_);
    add_term(std::move(set.edge_edge), terms_);
    terms_.insert(terms_.end(), friction_terms_.begin(), friction_terms_.end());
    terms_at_ = x;
    return terms_;
}

void Contact::lag(const Positions& x) {
    const Stopwatch watch(costs_.distances);
    friction_ = lag_friction(world_, find_contacts(world_, candidates_, x, kappa_), x);
    friction_terms_.clear();
    add_term(friction_.two, friction_terms_);
    add_term(friction_.three, friction_terms_);
    add_term(friction_.four, friction_terms_);
    terms_at_.clear();
}

ContactForces Contact::forces(const Positions& x, const Positions& x_ref, double rate) const {
    const Stopwatch watch(costs_.distances);
    const ContactSet contacts = find_contacts(world_, candidates_, x, kappa_);
    ContactForces forces = contact_forces(world_, contacts, friction_, x, x_ref, rate);
    const FrictionSet anew = lag_friction(world_, contacts, x);
    if (friction_.size() + anew.size() > 0) {
        const Positions lagged = contact_forces(world_, {}, friction_, x, x_ref, rate).on_point;
        const Positions now = contact_forces(world_, {}, anew, x, x_ref, rate).on_point;
        for (std::size_t i = 0; i < x.size(); ++i)
            if (!world_.surface.prescribed[i]) forces.lag_error = std::max(forces.lag_error, norm(now[i] - lagged[i]));
    }
    return forces;
}

double Contact::largest_safe_step(const Positions& x, const Positions& dx) {
    const double covered = cover(x, dx);
    const Stopwatch watch(costs_.collision_times);
    if (covered == 1.0) return talweg::largest_safe_step(world_, candidates_, x, dx);
    Positions part = dx;
    for (Vec3& d : part) d = covered * d;
    return covered * talweg::largest_safe_step(world_, candidates_, x, part);
}

double Contact::smallest_gap(const Positions& x) {
    cover(x, Positions(x.size(), Vec3::zero()));
    // Of pairs farther apart it depends on earlier moves which are candidates.
    const double gap = talweg::smallest_gap(world_, candidates_, x);
    return gap < world_.rules.d_hat ? gap : std::numeric_limits<double>::infinity();
}

}  // namespace talweg
