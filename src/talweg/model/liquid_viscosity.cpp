#include <algorithm>

#include "talweg/model/liquid_surroundings.hpp"

namespace talweg {

namespace {

/// Weights of pairs, and of walls that hold the liquid, where a step begins.
struct ViscosityView final : NeighbourTerm::View, std::enable_shared_from_this<ViscosityView> {
    std::shared_ptr<const LiquidSurroundings> around;
    const LiquidSurroundings& near;
    std::vector<double> weights;       // N s/m, in the order of all lists
    std::vector<double> wall_weights;  // likewise by wall in reach, along it
    struct Dragged {
        std::vector<Vec3> moves, drag;  // of all points; Σ w u by particle
        std::vector<double> squares;    // Σ w |u|², half of that of pairs
    };
    mutable LastPlaces<Dragged> last;

    ViscosityView(std::shared_ptr<const LiquidSurroundings> surroundings, const KernelBeyondPlane& beyond,
                  double shear_of_lattice)
        : around(std::move(surroundings)), near(*around) {
        const LiquidParticles& p = *near.particles;
        weights.resize(near.grid.entry_count());
        wall_weights.assign(near.walls.size(), 0.0);
        // Two liquids side by side are sheared by the same stress.
        const auto between = [&](double a, double b) {
            const double mu = a + b > 0.0 ? 2.0 * a * b / (a + b) : 0.0;
            return 2.0 * mu * p.volume() * p.volume() / shear_of_lattice;
        };
        each_particle(near.count(), [&](int i) {
            std::int64_t entry = near.grid.begin(i);
            double of_last = p.viscosity[i], factor = between(of_last, of_last);
            for (const int j : near.grid.of(i)) {
                if (p.viscosity[j] != of_last) factor = between(p.viscosity[i], of_last = p.viscosity[j]);
                weights[entry] = factor * near.steepness[entry];
                ++entry;
            }
            // No nearer than a tenth of the spacing: closer ones stick to the wall as it is.
            for (int w = near.walls.begin(i); p.clings[i] && w < near.walls.begin(i + 1); ++w)
                wall_weights[w] =
                    p.viscosity[i] * p.volume() * beyond.shear(std::max(near.walls[w].distance, 0.1 * p.spacing));
        });
    }

    /// Calls `take` with each particle, its Σ w v over pairs and walls at velocities v of all points, and its Σ w |v|²
    /// over its pairs, each of which is another's too, and over its walls.
    template <class Take>
    void each_drag(const Vec3* v, const Take& take) const {
        const int* points = near.particles->points.data();
        each_particle(near.count(), [&](int i) {
            const Vec3 own = v[points[i]];
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
            take(i, sum, of_pairs, of_walls);
        });
    }
    /// Adds what walls feel of it, times factor.
    void drag_walls(const Vec3* v, double factor, Vec3* into) const {
        const int* points = near.particles->points.data();
        for (int i = 0; i < near.count(); ++i)
            for (int w = near.walls.begin(i); w < near.walls.begin(i + 1); ++w)
                near.walls[w].push((-factor * wall_weights[w]) * along_wall(w, v[points[i]], v), into);
    }
    Vec3 along_wall(int w, const Vec3& own, const Vec3* v) const {
        const NearWall& wall = near.walls[w];
        const Vec3 apart = own - wall.move(v);
        return apart - dot(apart, wall.normal) * wall.normal;
    }

    const Dragged& dragged(const Configuration& at) const {
        return last.at(near.moves(at), [&](Dragged& found) {
            found.drag.resize(near.count());
            found.squares.resize(near.count());
            each_drag(found.moves.data(), [&](int i, const Vec3& sum, double of_pairs, double of_walls) {
                found.drag[i] = sum;
                found.squares[i] = 0.5 * of_pairs + of_walls;
            });
        });
    }

    /// D(v)/rate with v = u·rate is ½ w rate |u|²; ∂/∂x of it w rate u.
    double energy(const Configuration& at) const override {
        double sum = 0.0;
        for (const double square : dragged(at).squares) sum += 0.5 * at.rate * square;
        return sum;
    }
    EnergySum add_gradient(const Configuration& at, double scale, Vec3* gradient) const override {
        const Dragged& u = dragged(at);
        const double factor = scale * at.rate;
        const int* points = near.particles->points.data();
        for (int i = 0; i < near.count(); ++i) gradient[points[i]] += factor * u.drag[i];
        drag_walls(u.moves.data(), factor, gradient);
        EnergySum sum;
        for (const double square : u.squares) {
            const double joule = 0.5 * at.rate * square;
            sum += EnergySum{joule, joule};
        }
        return sum;
    }

    struct Product final : PointProduct {
        std::shared_ptr<const ViscosityView> view;
        double factor;

        void add_product(const Vec3* d, Vec3* y) const override {
            const int* points = view->near.particles->points.data();
            view->each_drag(d, [&](int i, const Vec3& sum, double, double) { y[points[i]] += factor * sum; });
            view->drag_walls(d, factor, y);
        }
        void add_diagonal(Mat3* blocks) const override {
            const LiquidSurroundings& near = view->near;
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

std::shared_ptr<const NeighbourTerm::View> LiquidViscosity::look(const Vec3* x_ref) const {
    return std::make_shared<ViscosityView>(surroundings(x_ref), beyond_, lattice_.shear);
}

}  // namespace talweg
