/// Random elements of any energy and random places for their points, for tests that hold for all energies.
#pragma once
#include <array>
#include <bit>
#include <string_view>
#include <type_traits>
#include <vector>

#include "math/random_matrices.hpp"
#include "talweg/energies/interface/description.hpp"
#include "talweg/math/error.hpp"

namespace talweg {

template <class Energy>
class RandomElement {
public:
    static constexpr int N = Energy::point_count;
    using Element = typename Energy::Element;
    /// Made by the engine with a direction that the energy looks in: turned elements would mostly lie behind it.
    static constexpr bool Aimed = !OfferedToScenes<Energy> && requires { Element::normal; };

    /// An element about as large as `size`, with random shape, dimension and parameters.
    RandomElement(RandomMatrices& random, double size) : random_(&random), size_(size) {
        rest_.mass = random.uniform(0.5, 2.0);
        rest_.dimension = N == 2 ? 1 + static_cast<int>(random.uniform(0.0, 3.0)) : N - 1;
        // Corners of a cube, so that the first four make a well-shaped tetrahedron of positive volume.
        for (int i = 0; i < N; ++i) {
            const Vec3 corner = {i % 4 == 1 ? 1.0 : 0.0, i % 4 == 2 ? 1.0 : 0.0, i % 4 == 3 ? 1.0 : double(i / 4)};
            rest_.x[i] = size * (corner + 0.15 * noise());
        }
        element_ = make();
    }

    const Element& element() const { return element_; }
    const Points<double, N>& rest() const { return rest_.x; }
    double size() const { return size_; }

    /// The rest points turned, moved, deformed alike by up to `strain` and each moved by a tenth of that.
    Points<double, N> deformed(double strain) {
        const Mat3 turn = Aimed ? Mat3::identity() : rotation();
        Mat3 stretch = Mat3::identity();
        for (int c = 0; c < 3; ++c) stretch.set_column(c, stretch.column(c) + strain * noise());
        const Vec3 move = size_ * noise();
        Points<double, N> x;
        for (int i = 0; i < N; ++i) x[i] = turn * (stretch * rest_.x[i] + 0.1 * strain * size_ * noise()) + move;
        return x;
    }

    /// A rotation of the space that the energy lives in.
    Mat3 rotation() {
        if constexpr (!Planar<Energy>) return random_->rotation<3>();
        const Mat2 q = random_->rotation<2>();
        return {q(0, 0), q(1, 0), 0, q(0, 1), q(1, 1), 0, 0, 0, 1};
    }

    Vec3 noise() {
        Vec3 v = random_->matrix<3, 1>();
        if constexpr (Planar<Energy>) v[2] = 0.0;
        return v;
    }

    Points<double, N> velocities() {
        Points<double, N> v;
        for (int i = 0; i < N; ++i) v[i] = noise();
        return v;
    }

private:
    /// Lengths are drawn in units of the element: a parameter in 1/m says how sharply an energy varies within it.
    double length_unit(std::string_view unit) const {
        if (unit == "m") return size_;
        if (unit == "m²") return size_ * size_;
        if (unit == "1/m") return 1.0 / size_;
        if (unit == "1/m²") return 1.0 / (size_ * size_);
        return 1.0;
    }

    double parameter(const Parameter& p) {
        switch (p.range) {
            case Range::positive:
            case Range::non_negative:
                return length_unit(p.unit) * std::pow(10.0, random_->uniform(-1.0, 2.0));
            case Range::above_one:
                return random_->uniform(1.5, 3.0);
            case Range::poissons_ratio:
                return random_->uniform(-0.4, 0.45);
            case Range::any:
                break;
        }
        return random_->uniform(-1.0, 1.0);
    }

    Element make() {
        if constexpr (OfferedToScenes<Energy>) {
            // Parameters that do not fit one another are drawn anew.
            for (int attempt = 0;; ++attempt) {
                std::vector<double> values;
                for (const Parameter& p : Energy::parameters) values.push_back(parameter(p));
                try {
                    return Energy::make(rest_, values.data());
                } catch (const Error&) {
                    if (attempt == 100) throw;
                }
            }
        } else if constexpr (requires(const double* numbers) { Energy::make(rest_, numbers); }) {
            // Made by the engine from more than plain numbers: the energy itself says what a random one is like.
            std::array<double, 8> numbers;
            for (double& n : numbers) n = random_->uniform(0.5, 2.0);
            return Energy::make(rest_, numbers.data());
        } else {
            // The engine makes these itself; their constants are plain numbers: coordinates, masses, weights.
            std::array<double, sizeof(Element) / sizeof(double)> numbers;
            for (double& n : numbers) n = random_->uniform(0.5, 2.0);
            return std::bit_cast<Element>(numbers);
        }
    }

    RandomMatrices* random_;
    double size_;
    RestElement<N> rest_;
    Element element_;
};

}  // namespace talweg
