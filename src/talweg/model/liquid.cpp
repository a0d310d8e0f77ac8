#include "talweg/model/liquid.hpp"

#include <algorithm>
#include <cmath>

#include "talweg/geometry/neighbour_grid.hpp"
#include "talweg/math/parallel.hpp"

namespace talweg {

namespace {

constexpr int particles_at_once = 256;  // in one piece of work: each has dozens of neighbours

/// function(i) for every particle, in parallel where there are enough of them.
template <class Function>
void each_particle(int count, const Function& function) {
    if (count <= 4 * particles_at_once) {
        for (int i = 0; i < count; ++i) function(i);
        return;
    }
    parallel_each(0, (count + particles_at_once - 1) / particles_at_once, [&](int piece) {
        const int end = std::min(count, (piece + 1) * particles_at_once);
        for (int i = piece * particles_at_once; i < end; ++i) function(i);
    });
}

Mat3 square_of(const Vec3& a, double scale) {
    Mat3 m;
    for (int c = 0; c < 3; ++c)
        for (int r = 0; r < 3; ++r) m(r, c) = scale * a[r] * a[c];
    return m;
}

/// The particles where a step begins, each with those it sees and the walls in reach.
struct Surroundings {
    std::shared_ptr<const LiquidParticles> particles;
    std::vector<Vec3> x;  // by particle
    NeighbourGrid grid;
    WallsInReach walls;

    Surroundings(std::shared_ptr<const LiquidParticles> liquid, const Vec3* x_ref, double reach)
        : particles(std::move(liquid)),
          x(gathered(*particles, x_ref)),
          grid(x, reach),
          walls(particles->walls, x, x_ref, reach) {}

    int count() const { return static_cast<int>(x.size()); }
    /// Values of all points of the model, of the particles alone.
    static std::vector<Vec3> gathered(const LiquidParticles& particles, const Vec3* of_points) {
        std::vector<Vec3> values(particles.points.size());
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = of_points[particles.points[i]];
        return values;
    }
    /// x − x_ref of every point that the term may ask for.
    std::vector<Vec3> moves(const Configuration& at, int points_end) const {
        std::vector<Vec3> u(points_end);
        for (int i = 0; i < points_end; ++i) u[i] = at.x[i] - at.x_ref[i];
        return u;
    }
};

/// Moves of the points, and of the particles alone.
struct Moves {
    std::vector<Vec3> of_points, of_particles;
    Moves(const Surroundings& near, const Configuration& at, int points_end)
        : of_points(near.moves(at, points_end)),
          of_particles(Surroundings::gathered(*near.particles, of_points.data())) {}
};

/// Particles much closer than their spacing. Kernels are flat in the middle: where the liquid is thin, at its surface,
/// nothing else would keep two of them from becoming one for good.
///
///     E = Σ ½ k V₀ max(0, 1 − n·(x_i − x_j)/r₀)²,   r₀ a quarter of the spacing, n along the pair where the step began
struct ClosePairs {
    struct Pair {
        int i, j;  // particles
        Vec3 n;
        double apart;  // m
    };
    std::vector<Pair> pairs;
    double least = 0.0;  // r₀

    explicit ClosePairs(const Surroundings& near) : least(0.25 * near.particles->spacing) {
        for (int i = 0; i < near.count(); ++i)
            for (const int j : near.grid.of(i)) {
                const Vec3 apart = near.x[i] - near.x[j];
                const double r = norm(apart);
                // Those that may come so close in this step, too; two in one place part along some direction.
                if (j < i || r > 2.0 * least) continue;
                const double turn = 2.4 * i + 1.0;
                pairs.push_back({i, j, r > 0.0 ? apart / r : Vec3{std::cos(turn), std::sin(turn), 0.0}, r});
            }
    }
    double overlap(const Pair& pair, const std::vector<Vec3>& u) const {
        return std::max(0.0, 1.0 - (pair.apart + dot(pair.n, u[pair.i] - u[pair.j])) / least);
    }
};

/// σ_i and its derivatives where a step begins; all else follows from how it changes.
struct VolumeView final : NeighbourTerm::View, std::enable_shared_from_this<VolumeView> {
    Surroundings near;
    int points_end;
    std::vector<Vec3> gradients;       // ∂σ_i/∂x_i by neighbour, in the order of all lists
    std::vector<Vec3> wall_gradients;  // likewise by wall in reach
    std::vector<Vec3> own;             // the sum of both: ∂σ_i/∂x_i
    std::vector<double> rest_volume;   // J where the step begins
    std::vector<double> sensitivity;   // J/σ
    ClosePairs close;

    VolumeView(Surroundings surroundings, const SmoothingKernel& kernel, const KernelBeyondPlane& beyond,
               double rest_density, int end)
        : near(std::move(surroundings)), points_end(end), close(near) {
        gradients.resize(near.grid.entry_count());
        wall_gradients.resize(near.walls.size());
        own.assign(near.count(), Vec3::zero());
        rest_volume.resize(near.count());
        sensitivity.resize(near.count());
        each_particle(near.count(), [&](int i) {
            double density = kernel.value(0.0);
            std::int64_t entry = near.grid.begin(i);
            for (const int j : near.grid.of(i)) {
                const Vec3 apart = near.x[i] - near.x[j];
                const double r = norm(apart);
                density += kernel.value(r);
                gradients[entry] = -kernel.steepness(r) * apart;
                own[i] += gradients[entry++];
            }
            // Where walls meet, what is beyond one is in part beyond the other: 1 − Π (1 − share), as for a kernel that
            // is a product.
            double left = 1.0;
            for (const NearWall& wall : near.walls.of(i)) left *= 1.0 - beyond.share(wall.distance);
            density += rest_density * (1.0 - left);
            for (int w = near.walls.begin(i); w < near.walls.begin(i + 1); ++w) {
                const NearWall& wall = near.walls[w];
                const double of_others = left / (1.0 - beyond.share(wall.distance));
                wall_gradients[w] = -rest_density * of_others * beyond.slope(wall.distance) * wall.normal;
                own[i] += wall_gradients[w];
            }
            rest_volume[i] = rest_density / density;
            sensitivity[i] = rest_volume[i] / density;
        });
    }

    /// What moves d of all points change of σ_i, to first order; `of_particles` are the same by particle.
    double change_of_density(int i, const Vec3* d, const Vec3* of_particles) const {
        double change = dot(own[i], of_particles[i]);
        const Vec3* gradient = gradients.data() + near.grid.begin(i);
        for (const int j : near.grid.of(i)) change -= dot(*gradient++, of_particles[j]);
        for (int w = near.walls.begin(i); w < near.walls.begin(i + 1); ++w)
            change -= dot(wall_gradients[w], near.walls[w].move(d));
        return change;
    }
    /// 1 − J at the moves u, no less than 0.
    double compression(int i, const Moves& u) const {
        const double change = change_of_density(i, u.of_points.data(), u.of_particles.data());
        return std::max(0.0, 1.0 - rest_volume[i] + sensitivity[i] * change);
    }
    double stiffness(int i) const { return near.particles->bulk[i] * near.particles->volume(); }

    /// Adds Σ_j (f_i + f_j) ∂σ_i/∂x_i, which is the gradient of Σ f_i σ_i: particles each to itself, walls in order.
    void spread(const std::vector<double>& f, Vec3* into) const {
        const int* points = near.particles->points.data();
        each_particle(near.count(), [&](int i) {
            Vec3 sum = f[i] * own[i];
            const Vec3* gradient = gradients.data() + near.grid.begin(i);
            for (const int j : near.grid.of(i)) sum += f[j] * *gradient++;
            into[points[i]] += sum;
        });
        for (int i = 0; i < near.count(); ++i)
            for (int w = near.walls.begin(i); w < near.walls.begin(i + 1); ++w)
                near.walls[w].push(-f[i] * wall_gradients[w], into);
    }

    double energy(const Configuration& at) const override {
        const Moves u(near, at, points_end);
        std::vector<double> joules(near.count());
        each_particle(near.count(), [&](int i) {
            const double c = compression(i, u);
            joules[i] = 0.5 * stiffness(i) * c * c;
        });
        double sum = 0.0;
        for (const double each : joules) sum += each;
        for (const ClosePairs::Pair& pair : close.pairs) {
            const double overlap = close.overlap(pair, u.of_particles);
            sum += 0.5 * stiffness(pair.i) * overlap * overlap;
        }
        return sum;
    }

    EnergySum add_gradient(const Configuration& at, double scale, Vec3* gradient) const override {
        const Moves u(near, at, points_end);
        std::vector<double> joules(near.count()), push(near.count());
        each_particle(near.count(), [&](int i) {
            const double c = compression(i, u);
            joules[i] = 0.5 * stiffness(i) * c * c;
            push[i] = scale * stiffness(i) * c * sensitivity[i];
        });
        spread(push, gradient);
        EnergySum sum;
        for (int i = 0; i < near.count(); ++i) {
            // Each of the pairs' forces reacts to the last digit of its points.
            const double reacting = std::fabs(push[i] / scale) * norm(near.x[i]) / near.particles->spacing;
            sum += EnergySum{joules[i], joules[i] + reacting / near.particles->volume()};
        }
        const int* points = near.particles->points.data();
        for (const ClosePairs::Pair& pair : close.pairs) {
            const double overlap = close.overlap(pair, u.of_particles), k = stiffness(pair.i);
            const Vec3 force = (scale * k * overlap / close.least) * pair.n;
            gradient[points[pair.i]] -= force;
            gradient[points[pair.j]] += force;
            const double joule = 0.5 * k * overlap * overlap;
            sum += EnergySum{joule, joule + k * overlap / close.least * norm(near.x[pair.i])};
        }
        return sum;
    }

    struct Product final : PointProduct {
        std::shared_ptr<const VolumeView> view;
        std::vector<double> squares;        // factor of each particle's (∂σ_i)(∂σ_i)ᵀ
        std::vector<double> close_squares;  // likewise of each close pair's n nᵀ

        void add_product(const Vec3* d, Vec3* y) const override {
            const std::vector<Vec3> of_particles = Surroundings::gathered(*view->near.particles, d);
            std::vector<double> f(squares.size());
            each_particle(view->near.count(), [&](int i) {
                f[i] = squares[i] == 0.0 ? 0.0 : squares[i] * view->change_of_density(i, d, of_particles.data());
            });
            view->spread(f, y);
            const int* points = view->near.particles->points.data();
            for (std::size_t p = 0; p < close_squares.size(); ++p) {
                const auto& [i, j, n, apart] = view->close.pairs[p];
                const Vec3 image = (close_squares[p] * dot(n, of_particles[i] - of_particles[j])) * n;
                y[points[i]] += image;
                y[points[j]] -= image;
            }
        }
        void add_diagonal(Mat3* blocks) const override {
            const Surroundings& near = view->near;
            const int* points = near.particles->points.data();
            each_particle(near.count(), [&](int i) {
                Mat3& block = blocks[points[i]];
                std::int64_t entry = near.grid.begin(i);
                for (const int j : near.grid.of(i)) block += square_of(view->gradients[entry++], squares[j]);
                block += square_of(view->own[i], squares[i]);
            });
            for (std::size_t p = 0; p < close_squares.size(); ++p) {
                const ClosePairs::Pair& pair = view->close.pairs[p];
                for (const int i : {pair.i, pair.j}) blocks[points[i]] += square_of(pair.n, close_squares[p]);
            }
            // A floating body is held by all the particles at its walls.
            for (int i = 0; i < near.count(); ++i)
                for (int w = near.walls.begin(i); squares[i] != 0.0 && w < near.walls.begin(i + 1); ++w)
                    near.walls[w].add_blocks(square_of(view->wall_gradients[w], squares[i]), blocks);
        }
    };

    std::shared_ptr<const PointProduct> hessian(const Configuration& at, double scale) const override {
        const Moves u(near, at, points_end);
        auto product = std::make_shared<Product>();
        product->view = shared_from_this();
        product->squares.resize(near.count());
        each_particle(near.count(), [&](int i) {
            const bool pressed = compression(i, u) > 0.0;
            product->squares[i] = pressed ? scale * stiffness(i) * sensitivity[i] * sensitivity[i] : 0.0;
        });
        for (const ClosePairs::Pair& pair : close.pairs)
            product->close_squares.push_back(close.overlap(pair, u.of_particles) > 0.0
                                                 ? scale * stiffness(pair.i) / (close.least * close.least)
                                                 : 0.0);
        return product;
    }
};

/// Weights of pairs, and of walls that hold the liquid, where a step begins.
struct ViscosityView final : NeighbourTerm::View, std::enable_shared_from_this<ViscosityView> {
    Surroundings near;
    int points_end;
    std::vector<double> weights;       // N s/m, in the order of all lists
    std::vector<double> wall_weights;  // likewise by wall in reach, along it

    ViscosityView(Surroundings surroundings, const SmoothingKernel& kernel, const KernelBeyondPlane& beyond,
                  double shear_of_lattice, int end)
        : near(std::move(surroundings)), points_end(end) {
        const LiquidParticles& p = *near.particles;
        weights.resize(near.grid.entry_count());
        wall_weights.assign(near.walls.size(), 0.0);
        each_particle(near.count(), [&](int i) {
            std::int64_t entry = near.grid.begin(i);
            for (const int j : near.grid.of(i)) {
                // Two liquids side by side are sheared by the same stress.
                const double both = p.viscosity[i] + p.viscosity[j];
                const double mu = both > 0.0 ? 2.0 * p.viscosity[i] * p.viscosity[j] / both : 0.0;
                weights[entry++] = 2.0 * mu * p.volume() * p.volume() / shear_of_lattice *
                                   kernel.steepness(norm(near.x[i] - near.x[j]));
            }
            // No nearer than a tenth of the spacing: closer ones stick to the wall as it is.
            for (int w = near.walls.begin(i); p.clings[i] && w < near.walls.begin(i + 1); ++w)
                wall_weights[w] =
                    p.viscosity[i] * p.volume() * beyond.shear(std::max(near.walls[w].distance, 0.1 * p.spacing));
        });
    }

    /// Adds the forces, times −factor, at velocities v of all points. Calls `power` with each particle's Σ w |v|² over
    /// its pairs, each of which is another's too, and over its walls.
    template <class Power>
    void add_drag(const Vec3* v, double factor, Vec3* into, const Power& power) const {
        const int* points = near.particles->points.data();
        each_particle(near.count(), [&](int i) {
            const Vec3& own = v[points[i]];
            Vec3 sum = Vec3::zero();
            double of_pairs = 0.0, of_walls = 0.0;
            std::int64_t entry = near.grid.begin(i);
            for (const int j : near.grid.of(i)) {
                const Vec3 apart = own - v[points[j]];
                sum += weights[entry] * apart;
                of_pairs += weights[entry++] * norm_squared(apart);
            }
            for (int w = near.walls.begin(i); w < near.walls.begin(i + 1); ++w) {
                const Vec3 along = along_wall(w, own, v);
                sum += wall_weights[w] * along;
                of_walls += wall_weights[w] * norm_squared(along);
            }
            into[points[i]] += factor * sum;
            power(i, of_pairs, of_walls);
        });
        for (int i = 0; i < near.count(); ++i)
            for (int w = near.walls.begin(i); w < near.walls.begin(i + 1); ++w)
                near.walls[w].push((-factor * wall_weights[w]) * along_wall(w, v[points[i]], v), into);
    }
    Vec3 along_wall(int w, const Vec3& own, const Vec3* v) const {
        const NearWall& wall = near.walls[w];
        const Vec3 apart = own - wall.move(v);
        return apart - dot(apart, wall.normal) * wall.normal;
    }

    double energy(const Configuration& at) const override {
        std::vector<Vec3> unused(points_end, Vec3::zero());
        return add_gradient(at, 0.0, unused.data()).value;
    }
    /// D(v)/rate with v = u·rate is ½ w rate |u|²; ∂/∂x of it w rate u.
    EnergySum add_gradient(const Configuration& at, double scale, Vec3* gradient) const override {
        const std::vector<Vec3> u = near.moves(at, points_end);
        std::vector<double> joules(near.count());
        add_drag(u.data(), scale * at.rate, gradient, [&](int i, double of_pairs, double of_walls) {
            joules[i] = 0.5 * at.rate * (0.5 * of_pairs + of_walls);
        });
        EnergySum sum;
        for (const double each : joules) sum += EnergySum{each, each};
        return sum;
    }

    struct Product final : PointProduct {
        std::shared_ptr<const ViscosityView> view;
        double factor;

        void add_product(const Vec3* d, Vec3* y) const override {
            view->add_drag(d, factor, y, [](int, double, double) {});
        }
        void add_diagonal(Mat3* blocks) const override {
            const Surroundings& near = view->near;
            each_particle(near.count(), [&](int i) {
                double sum = 0.0;
                for (std::int64_t entry = near.grid.begin(i); entry < near.grid.begin(i + 1); ++entry)
                    sum += view->weights[entry];
                Mat3& block = blocks[near.particles->points[i]];
                block += (factor * sum) * Mat3::identity();
                for (int w = near.walls.begin(i); w < near.walls.begin(i + 1); ++w)
                    block +=
                        (factor * view->wall_weights[w]) * (Mat3::identity() - square_of(near.walls[w].normal, 1.0));
            });
        }
    };

    std::shared_ptr<const PointProduct> hessian(const Configuration& at, double scale) const override {
        auto product = std::make_shared<Product>();
        product->view = shared_from_this();
        product->factor = scale * at.rate;
        return product;
    }
};

}  // namespace

LiquidTerm::LiquidTerm(std::shared_ptr<const LiquidParticles> particles)
    : particles_(std::move(particles)),
      kernel_(LiquidParticles::relative_reach * particles_->spacing, particles_->dimension),
      lattice_(kernel_, particles_->spacing, particles_->dimension),
      beyond_(kernel_, particles_->spacing, particles_->dimension) {
    for (const int point : particles_->points) points_end_ = std::max(points_end_, point + 1);
    points_end_ = std::max(points_end_, particles_->walls.points_end());
}

std::shared_ptr<const NeighbourTerm::View> LiquidVolume::look(const Vec3* x_ref) const {
    return std::make_shared<VolumeView>(Surroundings(particles_, x_ref, kernel_.reach()), kernel_, beyond_,
                                        lattice_.filling / particles_->volume(), points_end());
}

LiquidVolume::Measured LiquidVolume::measure(const Vec3* x) const {
    const VolumeView view(Surroundings(particles_, x, kernel_.reach()), kernel_, beyond_,
                          lattice_.filling / particles_->volume(), points_end());
    std::vector<double> pressures(view.near.count()), densities(view.near.count());
    each_particle(view.near.count(), [&](int i) {
        double stretched = 0.0;
        for (const int j : view.near.grid.of(i)) {
            const double r = norm(view.near.x[i] - view.near.x[j]);
            stretched += kernel_.steepness(r) * r * r;
        }
        for (const NearWall& wall : view.near.walls.of(i))
            stretched += beyond_.stretch(wall.distance) / particles_->volume();
        pressures[i] = particles_->bulk[i] * std::max(0.0, 1.0 - view.rest_volume[i]) * view.sensitivity[i] *
                       stretched / particles_->dimension;
        densities[i] = 1.0 / view.rest_volume[i];
    });
    return {std::move(pressures), std::move(densities)};
}

std::shared_ptr<const NeighbourTerm::View> LiquidViscosity::look(const Vec3* x_ref) const {
    return std::make_shared<ViscosityView>(Surroundings(particles_, x_ref, kernel_.reach()), kernel_, beyond_,
                                           lattice_.shear, points_end());
}

}  // namespace talweg
