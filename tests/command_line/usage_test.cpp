#include "command_line/workplace.hpp"
#include "places.hpp"
#include "talweg/version.hpp"

namespace talweg::usage_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

using Usage = Workplace;

TEST_F(Usage, tells_its_version) {
    const ProcessResult result = run({"--version"});
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_THAT(result.output, HasSubstr(std::string("talweg ") + version));
}

TEST_F(Usage, helps_with_examples) {
    for (const Process::Words& words : {Process::Words{}, Process::Words{"--help"}}) {
        const ProcessResult result = run(words);
        EXPECT_EQ(result.exit_code, 0);
        EXPECT_THAT(result.output,
                    AllOf(HasSubstr("Examples:"), HasSubstr("talweg run scenes/"), HasSubstr("Exit codes")));
    }
    const ProcessResult result = run({"run", "--help"});
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_THAT(result.output, AllOf(HasSubstr("--resume"), HasSubstr("--set"), HasSubstr("--threads")));
}

TEST_F(Usage, refuses_what_it_does_not_know) {
    const std::vector<Process::Words> bad = {{"walk"},
                                             {"run"},
                                             {"run", "a.json", "--no-such-option"},
                                             {"run", "a.json", "--frames", "-3"},
                                             {"run", "a.json", "--frames", "many"},
                                             {"run", "a.json", "--threads", "0"},
                                             {"run", "a.json", "--resume", "--overwrite"},
                                             {"list", "dreams"},
                                             {"export", "runs/a"}};
    for (const Process::Words& words : bad) {
        const ProcessResult result = run(words);
        EXPECT_EQ(result.exit_code, 1) << words.front();
        // One line that says where to look, and no number that nobody reads.
        EXPECT_THAT(result.errors, ::testing::StartsWith("talweg: ")) << words.front();
        EXPECT_EQ(std::count(result.errors.begin(), result.errors.end(), '\n'), 1) << result.errors;
        EXPECT_LT(result.errors.size(), 300u) << result.errors;
    }
}

TEST_F(Usage, finds_the_command_that_was_meant) {
    EXPECT_THAT(run({"rum", "a.json"}).errors, HasSubstr("there is no command \"rum\"; did you mean \"run\"?"));
    EXPECT_THAT(run({"a.json"}).errors, HasSubstr("did you mean talweg run a.json?"));
    EXPECT_THAT(run({"render", "runs/a", "--fram", "3"}).errors,
                HasSubstr("talweg render has no option \"--fram\"; did you mean \"--frame\"? Options: --help"));
    EXPECT_THAT(run({"--hlp"}).errors, HasSubstr("talweg has no option \"--hlp\"; did you mean \"--help\"?"));
    EXPECT_THAT(run({"list", "shape"}).errors, HasSubstr("did you mean \"shapes\"? There are: energies, shapes"));
    EXPECT_THAT(run({"run", "a.json", "--frames", "-3"}).errors,
                HasSubstr("-3 not in range 0 to 1000000000; see talweg run --help"));
    const ProcessResult lists = run({"list"});
    EXPECT_EQ(lists.exit_code, 0);
    EXPECT_THAT(lists.output, AllOf(HasSubstr("talweg list energies"), HasSubstr("talweg list schema")));
}

TEST_F(Usage, finds_the_option_that_was_meant) {
    const ProcessResult cut = run({"run", "a.json", "--out", "here"});
    EXPECT_EQ(cut.exit_code, 1);
    EXPECT_THAT(cut.errors, HasSubstr("talweg run has no option \"--out\"; did you mean \"--output\"?"));
    EXPECT_THAT(run({"verify", "a", "--formta=x"}).errors, HasSubstr("no option \"--formta\""));
    EXPECT_THAT(run({"render", "a", "--flim"}).errors, HasSubstr("did you mean \"--film\"?"));
}

TEST_F(Usage, lists_what_a_scene_may_use) {
    const auto listed = [this](const std::string& what) {
        const ProcessResult result = run({"list", what});
        EXPECT_EQ(result.exit_code, 0) << result.errors;
        return result.output;
    };
    EXPECT_THAT(listed("energies"), AllOf(HasSubstr("spring\n"), HasSubstr("stiffness: "), HasSubstr("[N/m")));
    EXPECT_THAT(listed("shapes"),
                AllOf(HasSubstr("grid\n"), HasSubstr("cloth\n"), HasSubstr("rope\n"), HasSubstr("[m]")));
    EXPECT_THAT(listed("integrators"), AllOf(HasSubstr("implicit_euler\n"), HasSubstr("velocity_verlet\n")));
    EXPECT_THAT(listed("measures"), AllOf(HasSubstr("position\n"), HasSubstr("newton_iterations\n")));
    const ProcessResult gallery = talweg_in(TALWEG_SOURCE_DIR, {"list", "scenes"});
    EXPECT_EQ(gallery.exit_code, 0) << gallery.errors;
    EXPECT_THAT(gallery.output, HasSubstr("scenes/stretched_square.json\n"));
}

TEST_F(Usage, checks_a_scene_without_simulating) {
    write_scene("net.json", net_scene(4, 10));
    const ProcessResult result = run({"check", "net.json", "--set", "bodies[0].density=20"});
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    EXPECT_THAT(result.output, AllOf(HasSubstr("net.json: no problem found"), HasSubstr("25 points"),
                                     HasSubstr("20 kg"), HasSubstr("1 points held"), HasSubstr("spring: 72 elements")));
    EXPECT_FALSE(std::filesystem::exists(directory / "runs"));
}

}  // namespace
}  // namespace talweg::usage_test
