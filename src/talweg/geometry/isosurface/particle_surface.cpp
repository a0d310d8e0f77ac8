#include "talweg/geometry/isosurface/particle_surface.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "talweg/geometry/isosurface/tidy_surface.hpp"

namespace talweg {

namespace {

constexpr double reach = 2.5;                   // of the kernel, in spacings
constexpr double sparse = 0.35, filled = 0.55;  // ρ at a particle below which it is a whole ball, above which none
constexpr double blend = 0.15;                  // of balls with the rest, in spacings
constexpr double lattice = 0.5;                 // of the triangles, in spacings

}  // namespace

std::size_t ParticleSurface::CellHash::operator()(const Cell& cell) const {
    std::uint64_t hash = 0;
    for (const std::int64_t c : cell) hash = (hash ^ static_cast<std::uint64_t>(c)) * 0x9e3779b97f4a7c15u;
    return static_cast<std::size_t>(hash ^ (hash >> 31));
}

ParticleSurface::Cell ParticleSurface::cell_of(const Vec3& x) const {
    Cell cell;
    for (int a = 0; a < 3; ++a) cell[a] = static_cast<std::int64_t>(std::floor(x[a] / kernel_.reach()));
    return cell;
}

template <class Visit>
bool ParticleSurface::visit(const Box& box, const Visit& visit) const {
    const Cell low = cell_of(box.min), high = cell_of(box.max);
    for (std::int64_t i = low[0] - 1; i <= high[0] + 1; ++i)
        for (std::int64_t j = low[1] - 1; j <= high[1] + 1; ++j)
            for (std::int64_t k = low[2] - 1; k <= high[2] + 1; ++k) {
                const auto found = cells_.find({i, j, k});
                if (found == cells_.end()) continue;
                for (const int particle : found->second)
                    if (visit(particle)) return true;
            }
    return false;
}

ParticleSurface::ParticleSurface(std::vector<Vec3> places, double spacing)
    : places_(std::move(places)), spacing_(spacing), volume_(spacing * spacing * spacing), kernel_(reach * spacing, 3) {
    for (std::size_t i = 0; i < places_.size(); ++i) cells_[cell_of(places_[i])].push_back(static_cast<int>(i));
    const double whole = spacing * std::cbrt(0.75 / std::numbers::pi);
    for (const Vec3& x : places_) {
        double rho = 0.0;
        visit({x, x}, [&](int i) { return rho += volume_ * kernel_.value(norm(x - places_[i])), false; });
        radii_.push_back(whole * std::clamp((filled - rho) / (filled - sparse), 0.0, 1.0));
    }
}

double ParticleSurface::value(const Vec3& x) const {
    // Across a flat surface ρ falls by 3/2 over the reach of this kernel.
    const double steepness = 1.5 / kernel_.reach(), soft = blend * spacing_;
    double rho = 0.0, balls = 0.0;
    visit({x, x}, [&](int i) {
        const double r = norm(x - places_[i]);
        rho += volume_ * kernel_.value(r);
        if (radii_[i] > 0.0 && r < kernel_.reach()) balls += std::exp((radii_[i] - r) / soft);
        return false;
    });
    const double d = (0.5 - rho) / steepness;
    return balls > 0.0 ? d - soft * std::log(1.0 + balls * std::exp(d / soft)) : d;
}

Mesh ParticleSurface::mesh() const {
    if (places_.empty()) return {};
    Box box = bounding_box(places_);
    const Vec3 margin = kernel_.reach() * Vec3{1, 1, 1};
    box = {box.min - margin, box.max + margin};
    const auto may_cross = [&](const Box& part) {
        if (part.diagonal() > 4.0 * kernel_.reach()) return true;  // smaller parts will tell
        return visit(part, [&](int i) {
            double squared = 0.0;
            for (int a = 0; a < 3; ++a) {
                const double apart = std::max({0.0, part.min[a] - places_[i][a], places_[i][a] - part.max[a]});
                squared += apart * apart;
            }
            return squared < kernel_.reach() * kernel_.reach();
        });
    };
    const ImplicitSurface surface{[&](const Vec3& x) { return value(x); }, may_cross};
    return tidy_surface(isosurface(surface, box, lattice * spacing_), surface, lattice * spacing_);
}

std::vector<std::pair<int, double>> ParticleSurface::carriers(const Vec3& x) const {
    std::vector<std::pair<int, double>> parts;
    double sum = 0.0;
    visit({x, x}, [&](int i) {
        if (const double w = kernel_.value(norm(x - places_[i])); w > 0.0) {
            parts.emplace_back(i, w);
            sum += w;
        }
        return false;
    });
    for (auto& [particle, part] : parts) part /= sum;
    return parts;
}

}  // namespace talweg
