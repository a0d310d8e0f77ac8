#include "talweg/scene/spec/validate.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "support/sample_scene.hpp"
#include "talweg/scene/text/printable.hpp"
#include "talweg/step/stepper.hpp"

namespace talweg::validate_test {
namespace {

using testing::complaint;
using testing::full_scene;
using testing::small_scene;
using testing::with;

TEST(Validate, GoodScenesPass) {
    EXPECT_EQ(complaint(small_scene), "");
    EXPECT_EQ(complaint(full_scene), "");
}

TEST(Validate, UnknownKeysAreNamedWithTheNearestKnownOne) {
    EXPECT_EQ(complaint(with(full_scene, "\"stiffness\": 1e5", "\"stifness\": 1e5")),
              "scene.json:21: unknown key \"stifness\" in bodies[0].energies[0]; did you mean \"stiffness\"? "
              "Known keys: type, on, stiffness");
    EXPECT_EQ(complaint(with(small_scene, "\"step\": 0.01", "\"step\": 0.01, \"color\": 1")),
              "scene.json:2: unknown key \"color\" in time. Known keys: step, frames, steps_per_frame");
    EXPECT_EQ(complaint(with(small_scene, "\"time\"", "\"tittle\": \"x\", \"time\"")),
              "scene.json:2: unknown key \"tittle\" in the scene; did you mean \"title\"? Known keys: $schema, title, "
              "description, planar, gravity, air, gravitation, time, integrator, solver, record, bodies, obstacles, "
              "connections, contact, expect, picture");
}

TEST(Validate, ObjectsWrittenAsAWordAreAnsweredWithHowToWriteThem) {
    EXPECT_EQ(complaint(with(small_scene, "\"time\"", "\"contact\": true, \"time\"")),
              "scene.json:2: contact must be an object { … }, but is true; {} has it with its defaults");
    EXPECT_EQ(
        complaint(with(small_scene, "\"time\"", "\"integrator\": \"bdf2\", \"time\"")),
        "scene.json:2: integrator must be an object { … }, but is the text \"bdf2\"; write { \"type\": \"bdf2\" }");
    EXPECT_EQ(complaint(with(small_scene, "\"step\"", "\"dt\"")),
              "scene.json:2: unknown key \"dt\" in time; did you mean \"step\"? Known keys: step, frames, "
              "steps_per_frame");
}

TEST(Validate, WrongTypesSayWhatIsAndWhatShouldBe) {
    EXPECT_EQ(complaint(with(small_scene, "0.01", "\"fast\"")),
              "scene.json:2: time.step must be a number [s], but is the text \"fast\"");
    EXPECT_EQ(complaint(with(small_scene, "0.01", "0.01, \"frames\": 1.5")),
              "scene.json:2: time.frames must be a whole number, but is 1.5");
    EXPECT_EQ(complaint(with(small_scene, "[1, 1]", "1")),
              "scene.json:5: bodies[0].shape.size must be a list of 2 numbers [m], but is 1");
    EXPECT_EQ(complaint(with(small_scene, "[4, 4]", "[4, null]")),
              "scene.json:5: bodies[0].shape.cells[1] must be a whole number, but is null");
    EXPECT_EQ(complaint(with(small_scene, "\"time\"", "\"planar\": \"yes\", \"time\"")),
              "scene.json:2: planar must be true or false, but is the text \"yes\"");
    EXPECT_EQ(complaint(with(small_scene, "{ \"step\": 0.01 }", "[]")),
              "scene.json:2: time must be an object { … }, but is a list of 0 entries");
    EXPECT_EQ(complaint("[]"), "scene.json:1: the scene must be an object { … }, but is a list of 0 entries");
    EXPECT_EQ(complaint(with(full_scene, "\"scale\": 2", "\"scale\": \"big\"")),
              "scene.json:16: bodies[0].place.scale must be a number or a list of 3 numbers, but is the text \"big\"");
}

TEST(Validate, NumbersWithUnitsAreShownWithoutThem) {
    const auto problem_with = [](const char* text) {
        try {
            parse_scene(R"({ "bodies": [], "time": { "step": ")" + std::string(text) + R"(" } })", "s.json", ".", {});
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    EXPECT_THAT(problem_with("10 ms"), ::testing::HasSubstr("the text \"10 ms\"; write 10e-3, without quotes or unit"));
    EXPECT_THAT(problem_with("2.5MPa"), ::testing::HasSubstr("write 2.5e6,"));
    EXPECT_THAT(problem_with("1e2 kPa"), ::testing::HasSubstr("write 100000,"));
    EXPECT_THAT(problem_with("0.01"), ::testing::HasSubstr("write 0.01,"));
    EXPECT_THAT(problem_with("5 bananas"), ::testing::Not(::testing::HasSubstr("write")));
}

TEST(Scene, ObstaclesMayBeCalledWhatBodiesAre) {
    const auto of = [](const char* shape) {
        return parse_scene(R"({ "time": { "step": 0.01 }, "contact": {}, "bodies": [{ "name": "b", "density": 1,
                                "shape": { "type": "rope", "from": [0, 9, 0], "to": [1, 9, 0], "segments": 1 } }],
                                "obstacles": [{ "name": "o", "shape": )" +
                               std::string(shape) + " }] }",
                           "s.json", ".", {})
            .obstacles[0]
            .shape.kind;
    };
    EXPECT_EQ(of(R"({ "type": "box", "size": [1, 2, 3] })"), of(R"({ "type": "block", "size": [1, 2, 3] })"));
    EXPECT_EQ(of(R"({ "type": "sphere", "radius": 2 })"), of(R"({ "type": "ball", "radius": 2 })"));
}

TEST(Validate, WholeNumbersMayBeWrittenWithAnExponent) {
    EXPECT_EQ(complaint(with(small_scene, "0.01", "0.01, \"frames\": 1e3")), "");
}

TEST(Validate, ListsMustHaveTheirLength) {
    EXPECT_EQ(complaint(with(full_scene, "[0, 0, -1.62]", "[0, -9.81]")),
              "scene.json:7: gravity must be a list of 3 numbers [m/s²], but is a list of 2 entries");
    EXPECT_EQ(complaint("{ \"time\": { \"step\": 1 }, \"bodies\": [] }"),
              "scene.json:1: bodies must have at least 1 entry, but has 0");
    EXPECT_THAT(complaint("{ \"time\": { \"step\": 1 }, \"bodies\": [{ \"name\": \"a\", \"rigid\": true, \"shape\": { "
                          "\"type\": \"sphere\", \"radius\": 1 }, \"inertia\": { \"tensor\": [1, 2] } }] }"),
                ::testing::HasSubstr("bodies[0].inertia.tensor must have at least 3 entries, but has 2"));
    EXPECT_EQ(complaint(with(full_scene, "[\"shear\", \"structural\"]", "[\"shear\", \"shear\"]")),
              "scene.json:22: bodies[0].energies[1].on[1] repeats the text \"shear\"; name each once");
}

TEST(Validate, NumbersOutOfRangeSayTheBoundAndTheUnit) {
    EXPECT_EQ(complaint(with(small_scene, "0.01", "0")),
              "scene.json:2: time.step must be greater than 0 [s], but is 0");
    EXPECT_EQ(
        complaint(with(small_scene, "1000", "-3")),
        "scene.json:6: bodies[0].density must be greater than 0 [kg/m on ropes, kg/m² on sheets, kg/m³ on lattices "
        "and volumes, kg of a particle], but is -3");
    EXPECT_EQ(complaint(with(full_scene, "\"stiffness\": 200", "\"stiffness\": -1e5")),
              "scene.json:22: bodies[0].energies[1].stiffness must be greater than 0 [N/m on sheets, N on ropes, Pa on "
              "lattices], but is -100000");
    EXPECT_EQ(complaint(with(full_scene, "\"rate\": 0.1", "\"rate\": -0.1")),
              "scene.json:25: bodies[0].energies[4].rate must be at least 0 [1/s], but is -0.1");
    EXPECT_EQ(complaint(with(small_scene, "[1, 1]", "[1, -1]")),
              "scene.json:5: bodies[0].shape.size[1] must be greater than 0 [m], but is -1");
    EXPECT_EQ(complaint(with(full_scene, "\"max_iterations\": 50", "\"max_iterations\": 1e12")),
              "scene.json:11: solver.max_iterations must be at most 1000000000, but is 1000000000000");
}

TEST(Validate, MissingKeysAreExplained) {
    EXPECT_EQ(complaint(with(small_scene, "\"step\": 0.01", "")),
              "scene.json:2: time lacks the key \"step\": Duration of one time step [s].");
    EXPECT_EQ(
        complaint("{}"),
        "scene.json:1: the scene lacks the key \"time\": How long the scene runs and in which steps.\n"
        "scene.json:1: the scene lacks the key \"bodies\": The bodies; their order is the order of points in every "
        "result.");
}

TEST(Validate, AMisspeltRequiredKeyIsOneProblemNotTwo) {
    EXPECT_EQ(complaint(with(small_scene, "\"step\"", "\"stp\"")),
              "scene.json:2: unknown key \"stp\" in time; did you mean \"step\"? Known keys: step, frames, "
              "steps_per_frame");
}

TEST(Validate, UnknownChoicesListTheKnownOnes) {
    EXPECT_EQ(
        complaint(with(full_scene, "\"ldlt\"", "\"cholmd\"")),
        "scene.json:11: solver.linear cannot be \"cholmd\"; did you mean \"cholmod\"? Known values: auto, cholesky, "
        "reuse, cg, multilevel, cholmod, ldlt");
    std::vector<std::string> integrators;
    for (const IntegratorEntry& entry : list_integrators()) integrators.push_back(entry.name);
    EXPECT_EQ(complaint(with(full_scene, "\"velocity_verlet\"", "\"runge_kutta\"")),
              "scene.json:10: integrator.type cannot be \"runge_kutta\". Known values: " + listed(integrators));
    EXPECT_EQ(complaint(with(full_scene, "\"axes\": \"xy\"", "\"axes\": 3")),
              "scene.json:37: bodies[0].hold[1].axes cannot be 3. Known values: x, y, z, xy, xz, yz, xyz");
    EXPECT_EQ(complaint(with(full_scene, "{ \"all\": true }", "{ \"all\": false }")),
              "scene.json:48: bodies[0].hold[2].select.all must be true, but is false");
}

TEST(Validate, AlternativesAreToldApartByTheirType) {
    const std::string shapes =
        "grid, cloth, lattice, rope, helix, ring, curve, box, beam, cylinder, sphere, torus, rectangle, disc, annulus, "
        "puzzle, hemisphere, tube, knot, blobs, mesh, particles, solid, strands, skin, flattened, compound";
    EXPECT_EQ(complaint(with(small_scene, "\"grid\"", "\"gird\"")),
              "scene.json:5: bodies[0].shape.type cannot be \"gird\"; did you mean \"grid\"? Known values: " + shapes);
    EXPECT_EQ(complaint(with(small_scene, "\"type\": \"grid\", ", "")),
              "scene.json:5: bodies[0].shape lacks the key \"type\". Known values: " + shapes);
    EXPECT_EQ(
        complaint(with(small_scene, "\"type\": \"grid\"", "\"typ\": \"grid\"")),
        "scene.json:5: bodies[0].shape lacks the key \"type\"; is \"typ\" meant to be it? Known values: " + shapes);
    EXPECT_EQ(
        complaint(with(small_scene, "\"grid\"", "\"rope\"")),
        "scene.json:5: unknown key \"size\" in bodies[0].shape. Known keys: type, from, to, segments\n"
        "scene.json:5: unknown key \"cells\" in bodies[0].shape. Known keys: type, from, to, segments\n"
        "scene.json:5: bodies[0].shape lacks the key \"from\": First end of the rope [m].\n"
        "scene.json:5: bodies[0].shape lacks the key \"to\": Last end of the rope [m].\n"
        "scene.json:5: bodies[0].shape lacks the key \"segments\": Number of segments between the ends. Absent, in "
        "rigid and affine bodies alone: 1.");
}

TEST(Validate, AlternativesAreToldApartByTheirKey) {
    const std::string keys =
        "must have exactly one of the keys box, sphere, plane, path, group, indices, all, any, every, not";
    EXPECT_EQ(complaint(with(full_scene, "{ \"group\": \"left\" }", "{ \"bx\": 1 }")),
              "scene.json:34: bodies[0].hold[0].select " + keys + ", but has \"bx\"; did you mean \"box\"?");
    EXPECT_EQ(complaint(with(full_scene, "{ \"group\": \"left\" }", "{ \"all\": true, \"group\": \"x\" }")),
              "scene.json:34: bodies[0].hold[0].select " + keys + ", but has group, all");
    EXPECT_EQ(complaint(with(full_scene, "{ \"group\": \"left\" }", "{}")),
              "scene.json:34: bodies[0].hold[0].select " + keys + ", but is empty");
    EXPECT_EQ(complaint(with(full_scene, "{ \"group\": \"left\" }", "3")),
              "scene.json:34: bodies[0].hold[0].select must be an object { … }, but is 3");
    EXPECT_EQ(complaint(with(full_scene, "{ \"indices\": [0, 3] }", "{ \"indices\": [0, -3] }")),
              "scene.json:31: bodies[0].groups.mixed.any[0].indices[1] must be at least 0, but is -3");
    EXPECT_EQ(
        complaint(with(full_scene, "{ \"group\": \"left\" }", "{ \"all\": true }, \"motion\": {}")),
        "scene.json:34: bodies[0].hold[0].motion must not be empty. Known keys: velocity, angular_velocity, center, "
        "from, until");
}

TEST(Validate, NamesOfBodiesArePlain) {
    EXPECT_EQ(complaint(with(small_scene, "\"square\"", "\"a/b\"")),
              "scene.json:4: bodies[0].name cannot be \"a/b\". Name of the body, unique in the scene; letters, digits, "
              "space, dot, dash and underscore.");
    EXPECT_EQ(complaint(with(small_scene, "\"square\"", "\"\"")), "scene.json:4: bodies[0].name must not be empty");
    EXPECT_EQ(complaint(with(small_scene, "\"square\"", '"' + std::string(100000, 'x') + '"')),
              "scene.json:4: bodies[0].name must have at most 64 characters, but has 100000");
}

/// Each pattern is compiled once in a scene: one of another key must not pass for it, and every text is asked.
TEST(Validate, EveryTextIsHeldAgainstThePatternOfItsOwnKey) {
    const auto told = [](const char* colours) {
        return complaint(
            with(small_scene, "\"time\"", fmt::format("\"picture\": {{ \"colours\": {{ {} }} }}, \"time\"", colours)));
    };
    EXPECT_EQ(told("\"square\": \"#e8a33d\""), "");
    EXPECT_THAT(told("\"square\": \"red\""), ::testing::HasSubstr("cannot be \"red\""));  // a name, and no colour
    const std::string both = told("\"a\": \"#12345g\", \"b\": \"#123456\", \"c\": \"blue\"");
    EXPECT_THAT(both, ::testing::HasSubstr("cannot be \"#12345g\""));
    EXPECT_THAT(both, ::testing::HasSubstr("cannot be \"blue\""));
    EXPECT_THAT(both, ::testing::Not(::testing::HasSubstr("#123456\"")));
}

TEST(Validate, AllProblemsAreReportedUpToTwenty) {
    const std::string two = with(with(small_scene, "0.01", "-1"), "1000", "0");
    EXPECT_EQ(
        complaint(two),
        "scene.json:2: time.step must be greater than 0 [s], but is -1\n"
        "scene.json:6: bodies[0].density must be greater than 0 [kg/m on ropes, kg/m² on sheets, kg/m³ on lattices "
        "and volumes, kg of a particle], but is 0");
    std::string many = "\"time\"";
    for (int i = 0; i < 25; ++i) many.insert(0, "\"wrong" + std::to_string(i) + "\": 0, ");
    const std::string text = complaint(with(small_scene, "\"time\"", many));
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 20);
    EXPECT_TRUE(text.ends_with("\n… and 5 more problems"));
}

}  // namespace
}  // namespace talweg::validate_test
