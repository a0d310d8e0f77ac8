#include "command_line/workplace.hpp"

namespace talweg::compare_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class CompareCommand : public Workplace {
protected:
    void SetUp() override {
        write_scene("rope.json", R"({ "title": "A <rope>", "time": { "step": 0.01, "frames": 10 },
          "bodies": [{ "name": "rope", "density": 0.1,
            "shape": { "type": "rope", "from": [0, 0, 0], "to": [1, 0, 0], "segments": 8 },
            "energies": [{ "type": "hooke_spring", "on": "structural", "stiffness": 50 }],
            "hold": [{ "select": { "group": "start" } }] }] })");
    }
};

TEST_F(CompareCommand, runs_all_measures_them_and_leaves_one_page) {
    const ProcessResult result =
        run({"compare", "rope.json", "--with",
             "implicit_euler,xpbd,projective_dynamics@2,projective_dynamics@200,position_based"});
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    for (const char* label :
         {"minimum", "implicit_euler", "xpbd", "projective_dynamics@2", "projective_dynamics@200", "position_based"}) {
        EXPECT_THAT(result.output, HasSubstr(label));
        EXPECT_EQ(frames(std::string("runs/rope-compared/") + label), 11u) << label;
    }
    const ProcessResult again = run({"compare", "rope.json", "--with", "bdf2"});
    EXPECT_EQ(again.exit_code, 1);
    EXPECT_THAT(again.errors, HasSubstr("runs/rope-compared already holds a comparison; add --overwrite"));
    const std::string page = read_whole_file(directory / "runs/rope-compared/compare.html");
    // What the page of several runs does with it is asserted in a browser (tests/web/compare.test.mjs).
    EXPECT_THAT(page, AllOf(HasSubstr("id=\"talweg-several\""), HasSubstr("id=\"talweg-frames-of-5\"")));
    EXPECT_EQ(page.find("<script src"), std::string::npos) << "it needs nothing else";
}

/// The number behind a method's name in the table: column 0 is ms per step, 2 the error.
double column(const std::string& table, const std::string& label, int number) {
    std::istringstream line(table.substr(table.find("\n" + label + " ") + 1 + label.size()));
    double value = -1.0;
    for (int k = 0; k <= number; ++k) line >> value;
    return value;
}

TEST_F(CompareCommand, errors_are_against_the_minimum_and_fall_with_work) {
    const std::string table =
        run({"compare", "rope.json", "--with", "implicit_euler,projective_dynamics@2,projective_dynamics@200,bdf2"})
            .output;
    EXPECT_EQ(column(table, "minimum", 2), 0.0);
    const double newton = column(table, "implicit_euler", 2), few = column(table, "projective_dynamics@2", 2),
                 many = column(table, "projective_dynamics@200", 2), other = column(table, "bdf2", 2);
    EXPECT_LT(newton, 1e-5);
    EXPECT_GT(few, 1e-4);
    EXPECT_LT(many, 1e-5);
    EXPECT_GT(other, 1e-4) << "another rule of time is another motion";
}

TEST_F(CompareCommand, particles_that_are_not_there_have_no_error) {
    write_scene("jet.json", R"({ "time": { "step": 0.01, "frames": 10 }, "bodies": [{ "name": "jet", "density": 0.001,
      "shape": { "type": "particles", "points": [[0, 0, 0]] },
      "emitter": { "rate": 50, "capacity": 20, "lifetime": 0.3, "speed": 3 } }] })");
    const std::string table = run({"compare", "jet.json", "--with", "implicit_euler,velocity_verlet"}).output;
    EXPECT_LT(column(table, "implicit_euler", 2), 1e-6) << table;
    // Free flight against implicit Euler: ½ g h t after 0.1 s, less on average.
    EXPECT_GT(column(table, "velocity_verlet", 2), 1e-3) << table;
    EXPECT_LT(column(table, "velocity_verlet", 2), 5e-3) << table;
}

TEST_F(CompareCommand, goes_on_when_a_method_does_not_know_an_energy) {
    const ProcessResult result = run(
        {"compare", "rope.json", "--with", "projective_dynamics,xpbd", "--set", "bodies[0].energies[0].type=spring"});
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    EXPECT_THAT(result.output, AllOf(HasSubstr("refused: "), HasSubstr("which projective_dynamics does not know")));
    EXPECT_EQ(frames("runs/rope-compared/xpbd"), 11u);
    // Asked to be quiet, it still tells of what it was asked for and has not done.
    const ProcessResult quiet = run({"compare", "rope.json", "--with", "projective_dynamics,xpbd", "--set",
                                     "bodies[0].energies[0].type=spring", "-q", "--overwrite"});
    EXPECT_EQ(quiet.exit_code, 0);
    EXPECT_EQ(quiet.output, "");
    EXPECT_THAT(quiet.errors, AllOf(HasSubstr("projective_dynamics: refused: "), Not(HasSubstr("xpbd: "))));
}

TEST_F(CompareCommand, with_nothing_but_refused_methods_fails_before_anything_runs) {
    const ProcessResult result = run({"compare", "rope.json", "--with", "projective_dynamics,projective_dynamics@5",
                                      "--set", "bodies[0].energies[0].type=spring"});
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_THAT(result.errors, AllOf(HasSubstr("nothing to compare: every method is refused"),
                                     HasSubstr("\nprojective_dynamics: rope.json:4: "),
                                     HasSubstr("\nprojective_dynamics@5: rope.json:4: "),
                                     HasSubstr("which projective_dynamics does not know")));
    EXPECT_FALSE(std::filesystem::exists(directory / "runs"));
}

TEST_F(CompareCommand, liquids_by_the_minimum_and_by_position_based_fluids) {
    write_scene("tank.json", R"({ "planar": true, "time": { "step": 0.005, "frames": 10 }, "contact": {},
      "bodies": [{ "name": "water", "density": 1000, "liquid": {}, "place": { "translate": [0.2, 0.2, 0] },
        "shape": { "type": "particles", "size": [0.4, 0.4, 0], "spacing": 0.05 } }],
      "obstacles": [{ "name": "floor", "shape": { "type": "plane", "normal": [0, 1, 0] } },
                    { "name": "left", "shape": { "type": "plane", "normal": [1, 0, 0] } }] })");
    const ProcessResult result = run({"compare", "tank.json", "--with", "implicit_euler,position_based,xpbd"});
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    EXPECT_THAT(result.output, HasSubstr("is a liquid, which xpbd does not know; use position_based"));
    const double newton = column(result.output, "implicit_euler", 2),
                 classical = column(result.output, "position_based", 2);
    EXPECT_LT(newton, 1e-5);
    EXPECT_GT(classical, 10.0 * newton);
    EXPECT_LT(classical, 0.02) << "it falls and runs like the other, a tenth of a second";
}

TEST_F(CompareCommand, refuses_what_it_cannot_read) {
    const auto refused = [&](const std::string& with) {
        const ProcessResult result = run({"compare", "rope.json", "--with", with});
        EXPECT_EQ(result.exit_code, 1) << with;
        return result.errors;
    };
    EXPECT_THAT(refused("runge_kutta"), HasSubstr("talweg list integrators"));
    EXPECT_THAT(refused("xpbd@many"), HasSubstr("a number of iterations"));
    EXPECT_THAT(refused("bdf2@3"), HasSubstr("as many iterations as it needs"));
    EXPECT_FALSE(std::filesystem::exists(directory / "runs"));
}

/// What belongs to one method is said for that one, and energies are known or named.
TEST_F(CompareCommand, bad_input_for_methods_that_project) {
    const auto refused = [&](const Process::Words& settings) {
        Process::Words words = {"run", "rope.json"};
        for (const std::string& setting : settings) {
            words.push_back("--set");
            words.push_back(setting);
        }
        const ProcessResult result = run(words);
        EXPECT_EQ(result.exit_code, 1) << settings.back();
        return result.errors;
    };
    EXPECT_THAT(refused({"integrator.type=xpbd", "integrator.compliance=-1e-3"}), HasSubstr("compliance"));
    EXPECT_THAT(refused({"integrator.type=position_based", "integrator.compliance=1e-3"}),
                HasSubstr("has compliance, which position_based does not know; these do: xpbd"));
    EXPECT_THAT(refused({"integrator.iterations=5"}), HasSubstr("has iterations, which implicit_euler does not know"));
    EXPECT_THAT(refused({"integrator.type=xpbd", "integrator.substeps=0"}), HasSubstr("substeps"));
    EXPECT_THAT(refused({"integrator.type=position_based", "integrator.stretch_limit=0.9"}),
                HasSubstr("stretch_limit"));
    EXPECT_THAT(refused({"integrator.type=position_based", "bodies[0].mass=consistent"}),
                HasSubstr("moves points with a mass of their own each"));
}

}  // namespace
}  // namespace talweg::compare_test
