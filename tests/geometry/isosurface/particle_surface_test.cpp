/// The surface of particles against closed forms: volume, area, level, genus; and what is carried to it.
#include "talweg/geometry/isosurface/particle_surface.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <iostream>
#include <numbers>

#include "geometry/mesh_checks.hpp"
#include "geometry/test_files.hpp"
#include "talweg/geometry/shapes/particles.hpp"

namespace talweg::particle_surface_test {
namespace {

constexpr double pi = std::numbers::pi;

double area_of(const Mesh& mesh) {
    double sum = 0.0;
    for (const auto& [a, b, c] : mesh.triangles)
        sum += 0.5 * norm(cross(mesh.points[b] - mesh.points[a], mesh.points[c] - mesh.points[a]));
    return sum;
}

std::vector<Vec3> filled(ParticleRegion region, const Vec3& size, double spacing) {
    return make_particles(region, size, spacing, ParticleOrder::regular, 0).points;
}

TEST(ParticleSurface, OfABallHasItsVolumeAndArea) {
    for (const double scale : {1.0, 1e-3}) {  // metres, millimetres: the same surface
        const double spacing = 0.1 * scale;
        const std::vector<Vec3> ball = filled(ParticleRegion::ball, scale * Vec3{1.6, 1.6, 1.6}, spacing);
        const Mesh mesh = ParticleSurface(ball, spacing).mesh();
        EXPECT_TRUE(testing::is_closed_and_oriented(mesh));
        EXPECT_EQ(testing::euler_characteristic(mesh), 2);
        const double volume = double(ball.size()) * spacing * spacing * spacing, radius = std::cbrt(0.75 * volume / pi);
        std::cout << "ball of " << ball.size() << " particles: volume " << enclosed_volume(mesh) / volume << ", area "
                  << area_of(mesh) / (4.0 * pi * radius * radius) << " of what they are\n";
        EXPECT_NEAR(enclosed_volume(mesh), volume, 0.03 * volume);
        EXPECT_NEAR(area_of(mesh), 4.0 * pi * radius * radius, 0.03 * 4.0 * pi * radius * radius);
    }
}

TEST(ParticleSurface, OfATankIsFlatWhereItsLiquidIs) {
    const std::vector<Vec3> box = filled(ParticleRegion::box, {1.2, 0.6, 1.2}, 0.1);
    const Mesh mesh = ParticleSurface(box, 0.1).mesh();
    EXPECT_TRUE(testing::is_closed_and_oriented(mesh));
    EXPECT_EQ(testing::euler_characteristic(mesh), 2);
    EXPECT_NEAR(enclosed_volume(mesh), 0.864, 0.05 * 0.864) << "its edges are rounded";
    int level = 0;
    for (const Vec3& x : mesh.points)
        if (std::fabs(x[0]) < 0.35 && std::fabs(x[2]) < 0.35 && x[1] > 0.0) {
            EXPECT_NEAR(x[1], 0.3, 0.001) << "a hundredth of the spacing";
            ++level;
        }
    EXPECT_GT(level, 100);
}

TEST(ParticleSurface, ShowsEveryDropAndThreadAndFilm) {
    // One particle is a ball of its volume, less what so few triangles cut off.
    const Mesh drop = ParticleSurface({{0.3, 0.2, 0.1}}, 0.1).mesh();
    EXPECT_TRUE(testing::is_closed_and_oriented(drop));
    EXPECT_NEAR(enclosed_volume(drop), 1e-3, 0.15e-3);
    // Three of them apart are three.
    const Mesh three = ParticleSurface({{0, 0, 0}, {1, 0, 0}, {0, 2, 0}}, 0.1).mesh();
    EXPECT_TRUE(testing::is_closed_and_oriented(three));
    EXPECT_EQ(testing::euler_characteristic(three), 6);
    // A thread and a film hang together and have about the volume of their particles.
    for (const Vec3& size : {Vec3{1.0, 0, 0}, Vec3{1.0, 0, 1.0}}) {
        const std::vector<Vec3> thin = filled(ParticleRegion::box, size, 0.1);
        const Mesh mesh = ParticleSurface(thin, 0.1).mesh();
        EXPECT_TRUE(testing::is_closed_and_oriented(mesh));
        EXPECT_EQ(testing::euler_characteristic(mesh), 2) << thin.size();
        const double volume = 1e-3 * double(thin.size());
        EXPECT_GT(enclosed_volume(mesh), 0.5 * volume) << thin.size();
        EXPECT_LT(enclosed_volume(mesh), 1.3 * volume) << thin.size();
    }
    // A ring has a hole.
    std::vector<Vec3> ring;
    for (int i = 0; i < 60; ++i) {
        const double angle = 2.0 * pi * i / 60.0;
        for (const double out : {0.95, 1.05})
            for (const double up : {-0.05, 0.05}) ring.push_back({out * std::cos(angle), up, out * std::sin(angle)});
    }
    const Mesh torus = ParticleSurface(ring, 0.1).mesh();
    EXPECT_TRUE(testing::is_closed_and_oriented(torus));
    EXPECT_EQ(testing::euler_characteristic(torus), 0);
    EXPECT_TRUE(ParticleSurface({}, 0.1).mesh().triangles.empty());
}

TEST(ParticleSurface, IsClosedOfParticlesInAnyDisorder) {
    std::vector<Vec3> spray = make_particles(ParticleRegion::ball, {1, 1, 1}, 0.09, ParticleOrder::poisson, 7).points;
    for (std::size_t i = 0; i < spray.size(); i += 3) spray[i] *= 1.0 + 0.01 * double(i % 50);
    spray.push_back(spray.front());  // two at one place
    const Mesh mesh = ParticleSurface(spray, 0.1).mesh();
    EXPECT_TRUE(testing::is_closed_and_oriented(mesh));
    const Mesh again = ParticleSurface(spray, 0.1).mesh();
    EXPECT_EQ(mesh.points, again.points);
    EXPECT_EQ(mesh.triangles, again.triangles);
}

TEST(ParticleSurface, CarriesWhatItsParticlesHave) {
    const std::vector<Vec3> box = filled(ParticleRegion::box, {1, 1, 1}, 0.1);
    const ParticleSurface surface(box, 0.1);
    // Along a flat surface, linear fields are met.
    for (const Vec3& x : {Vec3{0.1, 0.5, 0.03}, Vec3{-0.2, 0.5, 0.11}}) {
        double sum = 0.0, place = 0.0;
        for (const auto& [particle, part] : surface.carriers(x)) {
            sum += part;
            place += part * box[particle][0];
        }
        EXPECT_NEAR(sum, 1.0, 1e-12);
        EXPECT_NEAR(place, x[0], 0.01);
    }
    EXPECT_TRUE(surface.carriers({9, 9, 9}).empty());
}

}  // namespace
}  // namespace talweg::particle_surface_test
