#include "talweg/model/liquid.hpp"

#include <algorithm>
#include <cmath>

#include "talweg/math/dense_tile.hpp"
#include "talweg/math/symmetric_eigen.hpp"
#include "talweg/model/liquid_surroundings.hpp"

namespace talweg {

namespace {

using Surroundings = LiquidSurroundings;

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
        // Those that may come so close in this step, too; two in one place part along some direction.
        const double close = 2.0 * least;
        for (int i = 0; i < near.count(); ++i)
            for (const int j : near.nearest[i] <= close ? near.grid.of(i) : std::span<const int>{}) {
                const Vec3 apart = near.x[i] - near.x[j];
                const double r = norm(apart);
                if (j < i || r > close) continue;
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
    std::shared_ptr<const Surroundings> around;
    const Surroundings& near;
    std::shared_ptr<LiquidOutlook> outlook;
    std::vector<Vec3> gradients;       // ∂σ_i/∂x_i by neighbour, in the order of all lists
    std::vector<Vec3> seen_by_others;  // ∂σ_j/∂x_i likewise, where it differs from that
    std::vector<Vec3> wall_gradients;  // likewise by wall in reach
    std::vector<Vec3> own;             // the sum of both: ∂σ_i/∂x_i
    std::vector<double> rest_volume;   // J where the step begins
    std::vector<double> sensitivity;   // J/σ
    ClosePairs close;
    /// Moves, and where they have brought the particles: 1 − J, no less than 0.
    struct Reached {
        std::vector<Vec3> moves, of_particles;
        std::vector<double> compression;
    };
    mutable LastPlaces<Reached> last;

    VolumeView(std::shared_ptr<const Surroundings> surroundings, std::shared_ptr<LiquidOutlook> lender,
               const SmoothingKernel& kernel, const KernelBeyondPlane& beyond, double rest_density)
        : around(std::move(surroundings)), near(*around), outlook(std::move(lender)), close(near) {
        gradients = outlook->borrow(near.grid.entry_count() + 1);  // for those who read four numbers at once
        wall_gradients.resize(near.walls.size());
        own.resize(near.count());
        rest_volume.resize(near.count());
        sensitivity.resize(near.count());
        each_particle(near.count(), [&](int i) {
            double density = near.density[i];
            const Vec3 here = near.x[i];
            const double* steepness = near.steepness.data() + near.grid.begin(i);
            Vec3 sum = Vec3::zero(), *gradient = gradients.data() + near.grid.begin(i);
            for (const int j : near.grid.of(i)) {
                *gradient = -*steepness++ * (here - near.x[j]);
                sum += *gradient++;
            }
            own[i] = sum;
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
        if (near.particles->least_squares) fit_stretch(kernel);
    }
    ~VolumeView() override {
        outlook->give_back(std::move(gradients));
        if (!seen_by_others.empty()) outlook->give_back(std::move(seen_by_others));
    }

    /// The same J to begin with, but its change that of det F, F what fits the moves of those around best,
    ///
    ///     F = (Σ_j w (x_j − x_i) r_jᵀ) A⁻¹,   A = Σ_j w r_j r_jᵀ,   w = W(|r_j|),   r_j from i to j as the step began
    ///
    /// to first order J Σ_j w A⁻¹ r_j · (u_j − u_i): exact for moves that are linear in space, wherever neighbours are.
    /// Walls are told of by J to begin with, and by contact.
    void fit_stretch(const SmoothingKernel& kernel) {
        std::vector<Mat3> fits(near.count());
        each_particle(near.count(), [&](int i) {
            Mat3 moment = Mat3::zero();
            for (const int j : near.grid.of(i)) {
                const Vec3 apart = near.x[j] - near.x[i];
                moment += square_of(apart, kernel.value(norm(apart)));
            }
            fits[i] = (rest_volume[i] / sensitivity[i]) * inverse_where_seen(moment);
        });
        seen_by_others = outlook->borrow(near.grid.entry_count() + 1);
        std::fill(wall_gradients.begin(), wall_gradients.end(), Vec3::zero());
        each_particle(near.count(), [&](int i) {
            own[i] = Vec3::zero();
            std::int64_t entry = near.grid.begin(i);
            for (const int j : near.grid.of(i)) {
                const Vec3 apart = near.x[j] - near.x[i], weighted = kernel.value(norm(apart)) * apart;
                gradients[entry] = fits[i] * weighted;
                own[i] += gradients[entry];
                seen_by_others[entry++] = fits[j] * weighted;
            }
        });
    }
    /// A⁻¹ in the directions in which there are neighbours, and 0 in the others.
    static Mat3 inverse_where_seen(const Mat3& moment) {
        constexpr double seen = 0.02;  // of the most
        const SymmetricEigen<3> e = symmetric_eigen(moment);
        Mat3 inverse = Mat3::zero();
        for (int a = 0; a < 3; ++a)
            if (e.values[a] > seen * e.values[2]) inverse += square_of(e.vectors.column(a), 1.0 / e.values[a]);
        return inverse;
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
    const Reached& reached(const Configuration& at) const {
        return last.at(near.moves(at), [&](Reached& found) {
            found.of_particles = Surroundings::gathered(*near.particles, found.moves.data());
            found.compression.resize(near.count());
            each_particle(near.count(), [&](int i) {
                const double change = change_of_density(i, found.moves.data(), found.of_particles.data());
                found.compression[i] = std::max(0.0, 1.0 - rest_volume[i] + sensitivity[i] * change);
            });
        });
    }
    double stiffness(int i) const { return near.particles->bulk[i] * near.particles->volume(); }
    double joules(int i, const Reached& u) const { return 0.5 * stiffness(i) * u.compression[i] * u.compression[i]; }

    /// ∂σ_j/∂x_i by neighbour. A sum of kernels changes for both alike.
    const Vec3* others() const { return seen_by_others.empty() ? gradients.data() : seen_by_others.data(); }

    /// Adds f_i ∂σ_i/∂x_i + Σ_j f_j ∂σ_j/∂x_i, which is the gradient of Σ f_i σ_i: particles each to itself, walls in
    /// order.
    void spread(const std::vector<double>& f, Vec3* into) const {
        const int* points = near.particles->points.data();
        each_particle(near.count(), [&](int i) {
            Vec3 sum = f[i] * own[i];
            const Vec3* gradient = others() + near.grid.begin(i);
            for (const int j : near.grid.of(i)) sum += f[j] * *gradient++;
            into[points[i]] += sum;
        });
        for (int i = 0; i < near.count(); ++i)
            for (int w = near.walls.begin(i); w < near.walls.begin(i + 1); ++w)
                near.walls[w].push(-f[i] * wall_gradients[w], into);
    }

    double energy(const Configuration& at) const override {
        const Reached& u = reached(at);
        double sum = 0.0;
        for (int i = 0; i < near.count(); ++i) sum += joules(i, u);
        for (const ClosePairs::Pair& pair : close.pairs) {
            const double overlap = close.overlap(pair, u.of_particles);
            sum += 0.5 * stiffness(pair.i) * overlap * overlap;
        }
        return sum;
    }

    EnergySum add_gradient(const Configuration& at, double scale, Vec3* gradient) const override {
        const Reached& u = reached(at);
        std::vector<double> push(near.count());
        for (int i = 0; i < near.count(); ++i) push[i] = scale * stiffness(i) * u.compression[i] * sensitivity[i];
        spread(push, gradient);
        EnergySum sum;
        for (int i = 0; i < near.count(); ++i) {
            // Each of the pairs' forces reacts to the last digit of its points.
            const double reacting = std::fabs(push[i] / scale) * norm(near.x[i]) / near.particles->spacing;
            const double joule = joules(i, u);
            sum += EnergySum{joule, joule + reacting / near.particles->volume()};
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
                Pack columns[3];
                for (int c = 0; c < 3; ++c) columns[c] = Pack(Pack::Lanes{block(0, c), block(1, c), block(2, c), 0.0});
                const Vec3* gradient = view->others() + near.grid.begin(i);
                for (const int j : near.grid.of(i)) {
                    // The fourth lane holds what comes next in memory, and nobody reads what becomes of it.
                    const Pack scaled = squares[j] * dense::get(gradient->data);
                    for (int c = 0; c < 3; ++c) columns[c] += scaled * (*gradient)[c];
                    ++gradient;
                }
                for (int c = 0; c < 3; ++c)
                    for (int r = 0; r < 3; ++r) block(r, c) = columns[c][r];
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
        const Reached& u = reached(at);
        auto product = std::make_shared<Product>();
        product->view = shared_from_this();
        product->squares.resize(near.count());
        for (int i = 0; i < near.count(); ++i) {
            const bool pressed = u.compression[i] > 0.0;
            product->squares[i] = pressed ? scale * stiffness(i) * sensitivity[i] * sensitivity[i] : 0.0;
        }
        for (const ClosePairs::Pair& pair : close.pairs)
            product->close_squares.push_back(close.overlap(pair, u.of_particles) > 0.0
                                                 ? scale * stiffness(pair.i) / (close.least * close.least)
                                                 : 0.0);
        return product;
    }
};

}  // namespace

LiquidTerm::LiquidTerm(std::shared_ptr<const LiquidParticles> particles, std::shared_ptr<LiquidOutlook> outlook)
    : particles_(std::move(particles)),
      outlook_(outlook ? std::move(outlook) : std::make_shared<LiquidOutlook>()),
      kernel_(LiquidParticles::relative_reach * particles_->spacing, particles_->dimension),
      lattice_(kernel_, particles_->spacing, particles_->dimension),
      beyond_(kernel_, particles_->spacing, particles_->dimension) {
    for (const int point : particles_->points) points_end_ = std::max(points_end_, point + 1);
    points_end_ = std::max(points_end_, particles_->walls.points_end());
}

std::shared_ptr<const LiquidSurroundings> LiquidTerm::surroundings(const Vec3* x_ref) const {
    return outlook_->from(particles_, x_ref, points_end(), kernel_);
}

std::shared_ptr<const NeighbourTerm::View> LiquidVolume::look(const Vec3* x_ref) const {
    return std::make_shared<VolumeView>(surroundings(x_ref), outlook_, kernel_, beyond_,
                                        lattice_.filling / particles_->volume());
}

LiquidVolume::Measured LiquidVolume::measure(const Vec3* x) const {
    const VolumeView view(surroundings(x), outlook_, kernel_, beyond_, lattice_.filling / particles_->volume());
    std::vector<double> pressures(view.near.count()), densities(view.near.count());
    each_particle(view.near.count(), [&](int i) {
        double stretched = 0.0;
        for (const int j : view.near.grid.of(i)) {
            const double r = norm(view.near.x[i] - view.near.x[j]);
            stretched += kernel_.steepness(r) * r * r;
        }
        for (const NearWall& wall : view.near.walls.of(i))
            stretched += beyond_.stretch(wall.distance) / particles_->volume();
        const double truly = particles_->least_squares ? 1.0 : view.sensitivity[i] * stretched / particles_->dimension;
        pressures[i] = particles_->bulk[i] * std::max(0.0, 1.0 - view.rest_volume[i]) * truly;
        densities[i] = 1.0 / view.rest_volume[i];
    });
    return {std::move(pressures), std::move(densities)};
}

}  // namespace talweg
