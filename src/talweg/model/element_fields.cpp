#include "talweg/model/element_fields.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "talweg/math/error.hpp"
#include "talweg/math/symmetric_eigen.hpp"

namespace talweg {

namespace {

/// √(3/2 |dev σ|²) of the symmetric part.
double von_mises(const Mat3& s) {
    const double xy = s(0, 1) + s(1, 0), yz = s(1, 2) + s(2, 1), zx = s(2, 0) + s(0, 2);
    const double a = s(0, 0) - s(1, 1), b = s(1, 1) - s(2, 2), c = s(2, 2) - s(0, 0);
    return std::sqrt(0.5 * (a * a + b * b + c * c) + 0.75 * (xy * xy + yz * yz + zx * zx));
}

void principal_stretches(const Mat3& deformation, double* out) {
    const Vec3 sigma = svd(deformation).sigma;
    std::copy(sigma.data, sigma.data + 3, out);
    std::sort(out, out + 3, [](double a, double b) { return a > b; });
}

constexpr ElementField fields[] = {
    {"cauchy_stress", "Pa", "Components of the Cauchy stress: xx, yy, zz, xy, yz, zx", 6,
     [](const ElementState& e, double* out) {
         const Mat3& s = e.stress;
         const double components[] = {s(0, 0),
                                      s(1, 1),
                                      s(2, 2),
                                      0.5 * (s(0, 1) + s(1, 0)),
                                      0.5 * (s(1, 2) + s(2, 1)),
                                      0.5 * (s(2, 0) + s(0, 2))};
         std::copy(std::begin(components), std::end(components), out);
     }},
    {"energy_density", "J/m³", "Elastic energy per volume of the rest shape", 1,
     [](const ElementState& e, double* out) { *out = e.density; }},
    {"principal_strains", "1", "Principal stretches less 1, largest first: parts by which lengths have grown", 3,
     [](const ElementState& e, double* out) {
         principal_stretches(e.deformation, out);
         for (int i = 0; i < 3; ++i) out[i] -= 1.0;
     }},
    {"principal_stresses", "Pa", "Eigenvalues of the Cauchy stress, largest first; tension is positive", 3,
     [](const ElementState& e, double* out) {
         const Mat3 symmetric = 0.5 * (e.stress + e.stress.transposed());
         const auto values = symmetric_eigen(symmetric).values;
         for (int i = 0; i < 3; ++i) out[i] = values[i];
         std::sort(out, out + 3, [](double a, double b) { return a > b; });
     }},
    {"principal_stretches", "1",
     "Singular values of the deformation gradient, largest first; the last is negative in "
     "an inverted element",
     3, [](const ElementState& e, double* out) { principal_stretches(e.deformation, out); }},
    {"volume_ratio", "1", "J, the volume now over the volume at rest; of planar solids the area's", 1,
     [](const ElementState& e, double* out) { *out = determinant(e.deformation); }},
    {"von_mises_stress", "Pa", "Von Mises equivalent of the Cauchy stress", 1,
     [](const ElementState& e, double* out) { *out = von_mises(e.stress); }},
};

/// Index of the body that a point belongs to.
int body_of(const std::vector<Body>& bodies, int point) {
    const auto after = std::upper_bound(bodies.begin(), bodies.end(), point,
                                        [](int p, const Body& body) { return p < body.first_point; });
    return static_cast<int>(after - bodies.begin()) - 1;
}

/// Where elements stand among those of their body.
template <std::size_t N>
class Places {
public:
    explicit Places(const std::vector<std::array<int, N>>& elements) : elements_(elements) {}

    /// −1: it is none of them. The one behind the last is tried first, since most terms keep the body's order.
    int of(const int* points) {
        const auto is_it = [&](int e) { return std::equal(elements_[e].begin(), elements_[e].end(), points); };
        if (next_ < static_cast<int>(elements_.size()) && is_it(next_)) return next_++;
        if (sorted_.empty()) {
            sorted_.resize(elements_.size());
            std::iota(sorted_.begin(), sorted_.end(), 0);
            std::stable_sort(sorted_.begin(), sorted_.end(), [&](int e, int f) { return elements_[e] < elements_[f]; });
        }
        const auto found = std::partition_point(sorted_.begin(), sorted_.end(), [&](int e) {
            return std::lexicographical_compare(elements_[e].begin(), elements_[e].end(), points, points + N);
        });
        if (found == sorted_.end() || !is_it(*found)) return -1;
        next_ = *found + 1;
        return *found;
    }

private:
    const std::vector<std::array<int, N>>& elements_;
    std::vector<int> sorted_;
    int next_ = 0;
};

}  // namespace

std::span<const ElementField> element_fields() { return fields; }

const ElementField& find_element_field(const std::string& name) {
    std::string known;
    for (const ElementField& field : fields) {
        if (name == field.name) return field;
        known += (known.empty() ? "" : ", ") + std::string(field.name);
    }
    throw Error("no element field '" + name + "'; there are: " + known);
}

SolidElements::SolidElements(const Model& model) {
    // Bodies that move as a whole list no elements: the one that carries them is not theirs to show.
    // Nor are those of reduced bodies, whose corners are nowhere.
    const auto lists_some = [&](const int* points, int corners) {
        if (*points >= model.place_count()) return false;
        const Body& b = model.bodies[body_of(model.bodies, *points)];
        return !(corners == 4 ? b.tets.empty() : b.triangles.empty());
    };
    std::map<int, int> corners;  // of the elements of each body that has some
    for (const auto& term : model.terms)
        if (const auto* solid = dynamic_cast<const SolidTerm*>(term.get())) {
            sources_.push_back({term.get(), solid, {}});
            for (int e = 0; e < term->element_count(); ++e) {
                const int* points = term->points() + e * term->point_count();
                if (lists_some(points, term->point_count()))
                    corners[body_of(model.bodies, *points)] = term->point_count();
            }
        }
    std::map<int, int> first;
    for (const auto& [body, corner_count] : corners) {
        const Body& b = model.bodies[body];
        const int count = static_cast<int>(corner_count == 4 ? b.tets.size() : b.triangles.size());
        ranges_.push_back({body, count_, count, corner_count});
        first[body] = count_;
        count_ += count;
    }
    for (Source& source : sources_) {
        std::map<int, Places<4>> tets;  // by body
        std::map<int, Places<3>> triangles;
        for (int e = 0; e < source.term->element_count(); ++e) {
            const int* points = source.term->points() + e * source.term->point_count();
            if (!lists_some(points, source.term->point_count())) {
                source.element.push_back(-1);
                continue;
            }
            const int body = body_of(model.bodies, *points);
            const Body& b = model.bodies[body];
            const int place = source.term->point_count() == 4
                                  ? tets.try_emplace(body, b.tets).first->second.of(points)
                                  : triangles.try_emplace(body, b.triangles).first->second.of(points);
            if (place < 0) throw Error("an element of " + std::string(source.term->name()) + " is not in its body");
            source.element.push_back(first[body] + place);
        }
    }
}

std::vector<ElementState> SolidElements::states(const Positions& x) const {
    std::vector<ElementState> states(count_, {Mat3::identity(), Mat3::zero(), 0.0});
    for (const Source& source : sources_)
        for (int e = 0; e < source.term->element_count(); ++e) {
            if (source.element[e] < 0) continue;
            const ElementState part = source.solid->element_state(x.data(), e);
            ElementState& sum = states[source.element[e]];
            sum.deformation = part.deformation;
            sum.stress += part.stress;
            sum.density += part.density;
        }
    return states;
}

std::vector<double> field_values(const ElementField& field, std::span<const ElementState> states) {
    std::vector<double> values(states.size() * field.components);
    for (std::size_t e = 0; e < states.size(); ++e) field.evaluate(states[e], values.data() + e * field.components);
    return values;
}

}  // namespace talweg
