/// Friction and contact at default settings: blocks leave, slide, lift off and jump when they should, as implicit
/// Euler's own recurrence says, whatever the step, the slip speed, the mesh, the stiffness and the company.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <numbers>

#include "support/blocks.hpp"

namespace talweg::default_friction_test {
namespace {

using namespace testing;

constexpr double g = 9.81;

enum class Company { alone, stacked, beside_a_heavy_one };

struct Ramp {
    double dt = 0.01, slip_speed = 1e-3, youngs_modulus = 1e7;
    Make make = Make::coarse;
    Ground ground = Ground::plane;
    Company company = Company::alone;

    /// The push reaches the weight after so long; shorter for tiny steps.
    double duration() const { return dt <= 0.002 ? 0.6 : dt <= 0.02 ? 1.5 : 4.0; }
};

std::string name_of(const ::testing::TestParamInfo<Ramp>& info) {
    const Ramp& r = info.param;
    std::string name = fmt::format("dt{}_slip{:g}_{}_E{:g}_{}_{}", r.dt, r.slip_speed, word(r.make), r.youngs_modulus,
                                   r.ground == Ground::plane ? "plane" : "mesh",
                                   std::array{"alone", "stacked", "beside"}[static_cast<int>(r.company)]);
    std::ranges::replace_if(
        name, [](char c) { return c == '.' || c == '-' || c == '+'; }, '_');
    return name;
}

/// One mass under the same friction: m (v' − v)/h = F(t') − μ m g f′(v'), f′(v) = 2v/ε − v²/ε², at most 1.
class PointMass {
public:
    PointMass(double mu, double slip, double dt) : mu_(mu), slip_(slip), dt_(dt) {}
    void push(double acceleration) {
        const double wanted = v_ + dt_ * acceleration, most = dt_ * mu_ * g;
        double low = 0.0, high = std::max(0.0, wanted);
        for (int i = 0; i < 200; ++i) {
            const double v = 0.5 * (low + high), y = std::min(v / slip_, 1.0);
            (v + most * y * (2.0 - y) > wanted ? high : low) = v;
        }
        v_ = 0.5 * (low + high);
        x_ += dt_ * v_;
    }
    double x() const { return x_; }

private:
    double mu_, slip_, dt_, v_ = 0.0, x_ = 0.0;
};

BlockScene scene_of(const Ramp& ramp) {
    BlockScene scene{.dt = ramp.dt, .slip_speed = ramp.slip_speed, .ground = ramp.ground};
    const auto pushed = [&](double density) {
        return fmt::format(R"x("loads": [{{ "type": "body_force", "force_density": ["{}*min(t/{},1)", 0, 0] }}])x",
                           density * g, ramp.duration());
    };
    Block block{.make = ramp.make, .youngs_modulus = ramp.youngs_modulus, .more = pushed(1000)};
    scene.blocks = {block};
    if (ramp.company == Company::stacked) {
        block.name = "upper";
        block.bottom = 0.2 + 2 * 9e-4;
        scene.blocks.push_back(block);
    }
    if (ramp.company == Company::beside_a_heavy_one)
        scene.blocks.push_back({.youngs_modulus = 1e9, .name = "heavy", .along_x = -2.0, .density = 1e5});
    return scene;
}

class FrictionRamp : public ::testing::TestWithParam<Ramp> {};

TEST_P(FrictionRamp, LeavesAndSlidesByTheLaw) {
    const Ramp& ramp = GetParam();
    BlockScene scene = scene_of(ramp);
    SceneRun run(scene.scene());
    PointMass law(0.5, ramp.slip_speed, ramp.dt);
    const double start = centre_of(run, 0)[0];
    const int steps = static_cast<int>(std::lround(ramp.duration() / ramp.dt));
    // In long steps a soft upper block may slip off: from then on neither is under the law, and falls are not foretold.
    const auto stands = [&](SceneRun& of) { return ramp.company != Company::stacked || centre_of(of, 1)[1] > 0.28; };
    // Both surfaces of a stack come to their limit at once, and which of them slips first is open: of both blocks.
    const auto travelled = [&](SceneRun& of) {
        return ramp.company == Company::stacked ? 0.5 * (centre_of(of, 0)[0] + centre_of(of, 1)[0]) - start
                                                : centre_of(of, 0)[0] - start;
    };
    std::vector<double> way;  // while it stands
    for (int n = 1; n <= steps; ++n) {
        const StepReport report = run.step();
        ASSERT_TRUE(report.completed) << report.advice;
        law.push(g * std::min(1.0, n * ramp.dt / ramp.duration()));
        if (std::ssize(way) == n - 1 && stands(run)) way.push_back(travelled(run));
    }
    const double moved = centre_of(run, 0)[0] - start;
    const bool fell = std::ssize(way) < steps;
    // Soft blocks lean and wobble, ρ g H²/(2G) at rest, up to twice that in motion, and soft stacks nearly topple: they
    // are held against the tight run instead of the law.
    const double height = ramp.company == Company::stacked ? 0.4 : 0.2, shear = ramp.youngs_modulus / 2.6;
    const double lean = 1000 * g * height * height / shear;
    if (lean < 0.05 * law.x() && !fell) {
        EXPECT_NEAR(moved, law.x(), 0.05 * law.x() + lean);
    }
    if (lean > 0.01 * law.x() || fell) {
        scene.solver = R"({ "tolerance": 1e-9 })";
        SceneRun tight(scene.scene());
        int n = 0;
        double exactly = 0.0;
        while (n < std::ssize(way)) {
            ASSERT_TRUE(tight.step().completed);
            if (!stands(tight)) break;
            exactly = travelled(tight);
            ++n;
        }
        // On the brink, the upper one half over the edge of the lower, a hair decides whether a step is the last.
        EXPECT_GE(n, std::ssize(way) - 2) << "it falls when it does there";
        ASSERT_GT(n, steps / 2) << "and not before it slides";
        EXPECT_NEAR(way[n - 1], exactly, 0.01 * exactly + (fell ? 0.01 * height : 0.0));
    }
    // Friction without any slip speed: Σ h v, v = Σ h g max(0, t/T − μ). What sticks creeps slower than that speed.
    double plain = 0.0, v = 0.0;
    for (int n = 1; n <= steps; ++n) {
        v += ramp.dt * g * std::max(0.0, n * ramp.dt / ramp.duration() - 0.5);
        plain += ramp.dt * v;
    }
    if (lean < 0.05 * plain && !fell) {
        EXPECT_NEAR(moved, plain, 0.05 * plain + lean + ramp.slip_speed * ramp.duration());
    }
    if (ramp.company == Company::beside_a_heavy_one) {
        EXPECT_LT(std::fabs(centre_of(run, 1)[0] + 2.0), 1e-3);
    }
}

std::vector<Ramp> chosen_ramps() {
    // A covering choice; the whole product when all is asked for.
    std::vector<Ramp> ramps = {
        {.dt = 0.001},
        {.dt = 0.001, .slip_speed = 1e-5, .make = Make::odd},
        {.dt = 0.002, .slip_speed = 1e-4, .youngs_modulus = 1e9, .ground = Ground::block},
        {.dt = 0.005, .slip_speed = 1e-2, .make = Make::springs},
        {.dt = 0.01},
        {.dt = 0.01, .slip_speed = 1e-5},
        {.dt = 0.01, .youngs_modulus = 1e5, .make = Make::fine},
        {.dt = 0.01, .slip_speed = 1e-4, .youngs_modulus = 1e9, .company = Company::stacked},
        {.dt = 0.01, .make = Make::lattice_solid},
        {.dt = 0.01, .slip_speed = 1e-5, .make = Make::lattice_solid, .ground = Ground::block},
        {.dt = 0.02, .slip_speed = 1e-2, .company = Company::beside_a_heavy_one},
        {.dt = 0.02, .slip_speed = 1e-5, .youngs_modulus = 1e9, .make = Make::odd, .ground = Ground::block},
        {.dt = 0.02, .make = Make::springs, .ground = Ground::block, .company = Company::stacked},
        {.dt = 0.04, .slip_speed = 1e-4},
        {.dt = 0.04, .slip_speed = 1e-5, .youngs_modulus = 1e5, .company = Company::beside_a_heavy_one},
        {.dt = 0.05, .slip_speed = 1e-4, .make = Make::fine, .ground = Ground::block, .company = Company::stacked},
        {.dt = 0.1},
        {.dt = 0.1, .slip_speed = 1e-5, .youngs_modulus = 1e9, .make = Make::lattice_solid},
        {.dt = 0.1, .slip_speed = 1e-2, .make = Make::springs, .company = Company::stacked},
        {.dt = 0.1, .slip_speed = 1e-4, .youngs_modulus = 1e6, .make = Make::odd, .ground = Ground::block}};
    if (std::getenv("TALWEG_ALL") == nullptr) return ramps;
    ramps.clear();
    for (const double dt : {0.001, 0.01, 0.1})
        for (const double slip : {1e-2, 1e-3, 1e-4, 1e-5})
            for (const double e : {1e5, 1e7, 1e9})
                for (const Make make : {Make::coarse, Make::fine, Make::odd, Make::lattice_solid, Make::springs})
                    for (const Ground ground : {Ground::plane, Ground::block})
                        for (const Company company : {Company::alone, Company::stacked, Company::beside_a_heavy_one})
                            ramps.push_back({dt, slip, e, make, ground, company});
    return ramps;
}

INSTANTIATE_TEST_SUITE_P(Blocks, FrictionRamp, ::testing::ValuesIn(chosen_ramps()), name_of);

/// With gravity turned: μ 4 % below tan θ slides by the law, 4 % above holds.
TEST(DefaultSlope, SlidesIffFrictionIsBelowTheTangent) {
    for (const double degrees : {15.0, 26.565, 40.0})
        for (const Make make : {Make::coarse, Make::lattice_solid, Make::springs})
            for (const double dt : {0.005, 0.025}) {
                const double angle = degrees * std::numbers::pi / 180.0;
                const std::string gravity = fmt::format("[{}, {}, 0]", g * std::sin(angle), -g * std::cos(angle));
                for (const double part : {0.96, 1.04}) {
                    const double mu = part * std::tan(angle);
                    SceneRun run(BlockScene{
                        .dt = dt, .friction = mu, .slip_speed = 1e-4, .gravity = gravity, .blocks = {{.make = make}}}
                                     .scene());
                    // What it gains while it lands is not the law's.
                    const int landing = static_cast<int>(0.25 / dt), steps = static_cast<int>(0.75 / dt);
                    for (int n = 0; n < landing; ++n) ASSERT_TRUE(run.step().completed);
                    const double before = centre_of(run, 0)[0], v = velocity_of(run, 0)[0];
                    for (int n = 0; n < steps; ++n) ASSERT_TRUE(run.step().completed);
                    const double moved = centre_of(run, 0)[0] - before, t = steps * dt;
                    const std::string where =
                        fmt::format("{}°, {}, dt {}, μ = {} tan θ", degrees, word(make), dt, part);
                    if (part > 1.0) {
                        // What sticks creeps, slower than the slip speed.
                        EXPECT_LT(std::fabs(moved), 1e-4 * t) << where;
                        EXPECT_LT(std::fabs(velocity_of(run, 0)[0]), 1e-4) << where;
                    } else {
                        const double a = g * (std::sin(angle) - mu * std::cos(angle));
                        EXPECT_NEAR(moved - v * t, 0.5 * a * t * (t + dt), 0.05 * 0.5 * a * t * (t + dt)) << where;
                    }
                }
            }
}

/// Blocks that leave a ground, or one another: the same choices as for ramps, but for what pushes.
struct Leave {
    double dt = 0.01, slip_speed = 1e-3, youngs_modulus = 1e7;
    Make make = Make::coarse;
    Ground ground = Ground::plane;
    Company company = Company::alone;

    std::string text() const {
        return fmt::format("dt {}, slip {:g}, {}, E {:g}, {}, {}", dt, slip_speed, word(make), youngs_modulus,
                           ground == Ground::plane ? "plane" : "mesh",
                           std::array{"alone", "stacked", "beside"}[static_cast<int>(company)]);
    }
    BlockScene scene(std::vector<Block> blocks) const {
        return {.dt = dt, .friction = 0.3, .slip_speed = slip_speed, .ground = ground, .blocks = std::move(blocks)};
    }
    Block block() const { return {.make = make, .youngs_modulus = youngs_modulus}; }
};

/// A covering choice; the whole product when all is asked for.
std::vector<Leave> chosen(std::vector<Leave> few) {
    if (std::getenv("TALWEG_ALL") == nullptr) return few;
    std::vector<Leave> all;
    for (const double dt : {0.001, 0.01, 0.1})
        for (const double slip : {1e-2, 1e-5})
            for (const double e : {1e5, 1e7, 1e9})
                for (const Make make : {Make::coarse, Make::fine, Make::odd, Make::lattice_solid, Make::springs})
                    for (const Ground ground : {Ground::plane, Ground::block})
                        for (const Company company : {Company::alone, Company::stacked})
                            all.push_back({dt, slip, e, make, ground, company});
    return all;
}

/// Pulled up with one and a half times its weight, a block at rest rises with half of gravity; a stack likewise.
TEST(DefaultLift, RisesByTheLaw) {
    for (const Leave& leave :
         chosen({{.dt = 0.001, .slip_speed = 1e-4},
                 {.dt = 0.001, .youngs_modulus = 1e9, .make = Make::springs, .ground = Ground::block},
                 {.dt = 0.01, .slip_speed = 1e-5, .make = Make::lattice_solid, .company = Company::stacked},
                 {.dt = 0.01, .slip_speed = 1e-2, .youngs_modulus = 1e9, .make = Make::odd, .ground = Ground::block},
                 {.dt = 0.02, .youngs_modulus = 1e5, .make = Make::fine},
                 {.dt = 0.1, .slip_speed = 1e-4, .company = Company::stacked},
                 {.dt = 0.1, .slip_speed = 1e-5, .make = Make::lattice_solid, .ground = Ground::block},
                 {.dt = 0.1, .slip_speed = 1e-2, .make = Make::springs}})) {
        Block block = leave.block();
        block.more = fmt::format(
            R"x("loads": [{{ "type": "body_force", "force_density": [0, "{}*min(max(1e6*(t-0.4001),0),1)", 0] }}])x",
            1.5 * 1000 * g);
        std::vector<Block> blocks = {block};
        if (leave.company == Company::stacked) {
            block.name = "upper";
            block.bottom = 0.2 + 2 * 9e-4;
            blocks.push_back(block);
        }
        // How far each rose in 0.4 s, and how far the law says that it would.
        const auto rises = [&](const char* solver) {
            BlockScene scene = leave.scene(blocks);
            scene.solver = solver;
            SceneRun run(scene.scene());
            const int steps = static_cast<int>(std::lround(0.4 / leave.dt));
            for (int n = 0; n < steps; ++n) EXPECT_TRUE(run.step().completed) << leave.text();  // comes to rest
            std::vector<std::pair<double, double>> found;
            for (int body = 0; body < static_cast<int>(blocks.size()); ++body)
                found.push_back({-centre_of(run, body)[1],
                                 velocity_of(run, body)[1] * 0.4 + 0.5 * 0.5 * g * 0.4 * (0.4 + leave.dt)});
            for (int n = 0; n < steps; ++n) EXPECT_TRUE(run.step().completed) << leave.text();
            for (int body = 0; body < static_cast<int>(blocks.size()); ++body)
                found[body].first += centre_of(run, body)[1];
            return found;
        };
        const auto usual = rises("{}");
        // What their weight squeezed is given back to blocks as they leave, and throws the upper one of a soft stack:
        // soft blocks are held against the tight run instead of the law.
        const double squeezed = 1000 * g * 0.2 * 0.2 * double(blocks.size() * blocks.size()) / leave.youngs_modulus;
        const bool soft = squeezed > 0.01 * usual[0].second;
        const auto tight = soft ? rises(R"({ "tolerance": 1e-9 })") : usual;
        for (std::size_t body = 0; body < blocks.size(); ++body) {
            const auto [rise, law] = usual[body];
            if (soft) {
                EXPECT_NEAR(rise, tight[body].first, 0.01 * tight[body].first) << leave.text() << ", block " << body;
            } else {
                EXPECT_NEAR(rise, law, 0.05 * law) << leave.text() << ", block " << body;
            }
        }
    }
}

/// Of two bodies a tenth of a millimetre apart, without gravity, one leaves: the other stays.
TEST(DefaultLeaving, DragsNothingAlong) {
    for (const Leave& leave : chosen({{.dt = 0.001, .youngs_modulus = 1e5},
                                      {.dt = 0.001, .slip_speed = 1e-5, .youngs_modulus = 1e9, .make = Make::odd},
                                      {.dt = 0.01, .slip_speed = 1e-4, .make = Make::springs},
                                      {.dt = 0.01, .youngs_modulus = 1e9, .make = Make::lattice_solid},
                                      {.dt = 0.1, .youngs_modulus = 1e5, .make = Make::fine},
                                      {.dt = 0.1, .slip_speed = 1e-2, .youngs_modulus = 1e9}})) {
        if (leave.ground == Ground::block || leave.company == Company::stacked) continue;  // there is no ground
        Block stays = leave.block(), leaves = leave.block();
        stays.bottom = 1.0;
        leaves.name = "leaves";
        leaves.bottom = stays.bottom + 0.2 + 1e-4;
        leaves.more = R"("start": { "velocity": [0, 1, 0] })";
        BlockScene scene = leave.scene({stays, leaves});
        scene.gravity = "[0, 0, 0]";
        SceneRun run(scene.scene());
        const double before = centre_of(run, 0)[1], start = centre_of(run, 1)[1], way = 20 * leave.dt;
        for (int n = 0; n < 20; ++n) ASSERT_TRUE(run.step().completed) << leave.text();
        EXPECT_LT(std::fabs(centre_of(run, 0)[1] - before), 0.05 * way) << leave.text();
        EXPECT_NEAR(centre_of(run, 1)[1] - start, way, 0.05 * way) << leave.text();
    }
}

/// Where a jump begins: within the barrier's reach; or so near that it is wound up. Of the few, one for each.
std::vector<double> gaps(const Leave& leave) {
    if (std::getenv("TALWEG_ALL") != nullptr) return {1e-6, 9e-4};
    return {leave.slip_speed == 1e-3 ? 1e-6 : 9e-4};
}

/// Thrown up from a micrometre above the ground, at any step: y = v t − ½ g t (t + h).
TEST(DefaultJump, GoesAsHighAsThrown) {
    for (const Leave& leave :
         chosen({{.dt = 0.001},
                 {.dt = 0.01, .slip_speed = 1e-5, .make = Make::lattice_solid},
                 {.dt = 0.01, .youngs_modulus = 1e9, .make = Make::springs, .ground = Ground::block},
                 {.dt = 0.1, .slip_speed = 1e-2, .youngs_modulus = 1e9, .make = Make::odd},
                 {.dt = 1.0},
                 {.dt = 1.0, .youngs_modulus = 1e5, .make = Make::fine, .ground = Ground::block}}))
        for (const double gap : gaps(leave)) {
            if (leave.company == Company::stacked) continue;
            const double v = leave.dt == 1.0 ? 20.0 : 3.0;
            Block block = leave.block();
            block.bottom = gap;
            block.more = fmt::format(R"("start": {{ "velocity": [0, {}, 0] }})", v);
            SceneRun run(leave.scene({block}).scene());
            const double start = centre_of(run, 0)[1];
            const int steps = leave.dt == 1.0 ? 1 : static_cast<int>(std::lround(0.2 / leave.dt));
            for (int n = 0; n < steps; ++n) ASSERT_TRUE(run.step().completed) << leave.text();
            const double t = steps * leave.dt, law = v * t - 0.5 * g * t * (t + leave.dt);
            EXPECT_NEAR(centre_of(run, 0)[1] - start, law, 0.05 * law) << leave.text() << ", gap " << gap;
        }
}

}  // namespace
}  // namespace talweg::default_friction_test
