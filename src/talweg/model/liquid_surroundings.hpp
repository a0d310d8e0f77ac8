/// Where a step of a liquid begins: its particles, each with those it sees and the walls in reach. Volume and viscosity
/// look from the same places, so who comes second takes what the first has found.
#pragma once
#include <algorithm>
#include <memory>
#include <mutex>

#include "talweg/geometry/neighbour_grid.hpp"
#include "talweg/math/dense_tile.hpp"
#include "talweg/math/parallel.hpp"
#include "talweg/model/liquid.hpp"

namespace talweg {

/// function(i) for every particle, in parallel where there are enough of them.
template <class Function>
void each_particle(int count, const Function& function) {
    constexpr int at_once = 256;  // in one piece of work: each has dozens of neighbours
    if (count <= 4 * at_once) {
        for (int i = 0; i < count; ++i) function(i);
        return;
    }
    parallel_each(0, (count + at_once - 1) / at_once, [&](int piece) {
        const int end = std::min(count, (piece + 1) * at_once);
        for (int i = piece * at_once; i < end; ++i) function(i);
    });
}

/// scale · a aᵀ
inline Mat3 square_of(const Vec3& a, double scale) {
    Mat3 m;
    for (int c = 0; c < 3; ++c)
        for (int r = 0; r < 3; ++r) m(r, c) = scale * a[r] * a[c];
    return m;
}

struct LiquidSurroundings {
    std::shared_ptr<const LiquidParticles> particles;
    std::vector<Vec3> x_ref;  // of all points that the liquid knows
    std::vector<Vec3> x;      // by particle
    NeighbourGrid grid;
    WallsInReach walls;
    std::vector<double> steepness;  // −W′(r)/r by neighbour, in the order of all lists
    std::vector<double> density;    // Σ W by particle, itself included
    std::vector<double> nearest;    // m, to the nearest of its neighbours

    LiquidSurroundings(std::shared_ptr<const LiquidParticles> liquid, std::vector<Vec3> of_points,
                       const SmoothingKernel& kernel)
        : particles(std::move(liquid)),
          x_ref(std::move(of_points)),
          x(gathered(*particles, x_ref.data())),
          grid(x, kernel.reach()),
          walls(particles->walls, x, x_ref.data(), kernel.reach()),
          steepness(grid.entry_count()),
          density(x.size()),
          nearest(x.size()) {
        each_particle(count(), [this, kernel](int i) {
            const Vec3 own = x[i];
            double sum = kernel.value(0.0), least = kernel.reach();
            double* steep = steepness.data() + grid.begin(i);
            const auto seen = grid.of(i);
            const std::size_t fours = seen.size() / Pack::lanes * Pack::lanes;
            for (std::size_t k = 0; k < fours; k += Pack::lanes) {
                Pack square;
                for (int lane = 0; lane < Pack::lanes; ++lane) square.set(lane, norm_squared(own - x[seen[k + lane]]));
                const Pack r = sqrt(square), value = kernel.value(r);
                dense::put(steep + k, kernel.steepness(r));
                for (int lane = 0; lane < Pack::lanes; ++lane) {
                    sum += value[lane];
                    least = std::min(least, r[lane]);
                }
            }
            for (std::size_t k = fours; k < seen.size(); ++k) {
                const double r = norm(own - x[seen[k]]);
                sum += kernel.value(r);
                steep[k] = kernel.steepness(r);
                least = std::min(least, r);
            }
            density[i] = sum;
            nearest[i] = least;
        });
    }

    int count() const { return static_cast<int>(x.size()); }
    /// Values of all points of the model, of the particles alone.
    static std::vector<Vec3> gathered(const LiquidParticles& particles, const Vec3* of_points) {
        std::vector<Vec3> values(particles.points.size());
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = of_points[particles.points[i]];
        return values;
    }
    /// x − x_ref of every point that the liquid knows.
    std::vector<Vec3> moves(const Configuration& at) const {
        std::vector<Vec3> u(x_ref.size());
        for (std::size_t i = 0; i < u.size(); ++i) u[i] = at.x[i] - at.x_ref[i];
        return u;
    }
};

/// What was found at the last two places that were asked for: energy, gradient and Hessian come one after another, and
/// a step chooses between two guesses. `Value` knows its `moves`. For one thread at a time.
template <class Value>
class LastPlaces {
public:
    /// Of these moves; `find` completes a Value that has them.
    template <class Find>
    const Value& at(std::vector<Vec3> moves, const Find& find) {
        newer_ = 1 - newer_;
        for (int tries = 0; tries < 2; ++tries, newer_ = 1 - newer_)
            if (!places_[newer_].moves.empty() && places_[newer_].moves == moves) return places_[newer_];
        Value& value = places_[newer_];
        value.moves = std::move(moves);
        find(value);
        return value;
    }

private:
    Value places_[2];
    int newer_ = 0;
};

/// The surroundings that somebody still looks at, and arrays by pair that nobody uses any more: tens of megabytes that
/// need not be asked for in every step.
class LiquidOutlook {
public:
    std::shared_ptr<const LiquidSurroundings> from(const std::shared_ptr<const LiquidParticles>& particles,
                                                   const Vec3* x_ref, int points_end, const SmoothingKernel& kernel) {
        const std::lock_guard lock(mutex_);
        auto found = last_.lock();
        if (found && std::equal(found->x_ref.begin(), found->x_ref.end(), x_ref)) return found;
        found = std::make_shared<LiquidSurroundings>(particles, std::vector<Vec3>(x_ref, x_ref + points_end), kernel);
        last_ = found;
        return found;
    }
    /// `size` vectors with any values.
    std::vector<Vec3> borrow(std::size_t size) {
        const std::lock_guard lock(mutex_);
        std::vector<Vec3> array;
        if (!spare_.empty()) {
            array = std::move(spare_.back());
            spare_.pop_back();
        }
        array.resize(size);
        return array;
    }
    void give_back(std::vector<Vec3> array) {
        const std::lock_guard lock(mutex_);
        if (spare_.size() < most_spare) spare_.push_back(std::move(array));
    }

private:
    static constexpr std::size_t most_spare = 2;
    std::mutex mutex_;
    std::weak_ptr<const LiquidSurroundings> last_;
    std::vector<std::vector<Vec3>> spare_;
};

}  // namespace talweg
