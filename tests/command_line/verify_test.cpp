#include "command_line/workplace.hpp"

namespace talweg::verify_test {
namespace {

using ::testing::HasSubstr;

class VerifyCommand : public Workplace {
protected:
    void SetUp() override {
        write_scene("net.json", net_scene(4, 20));
        ASSERT_EQ(run({"run", "net.json", "-o", "a", "-q"}).exit_code, 0);
    }
};

TEST_F(VerifyCommand, certifies_an_honest_run) {
    const ProcessResult result = run({"verify", "a"});
    EXPECT_EQ(result.exit_code, 0) << result.output << result.errors;
    EXPECT_THAT(result.output, HasSubstr("a (finished)\n"));
    EXPECT_THAT(result.output, HasSubstr("21 frames of 25 points"));
    EXPECT_THAT(result.output, HasSubstr("20 steps, 0.04 s"));
    EXPECT_THAT(result.output, HasSubstr("verified: nothing to object"));
}

TEST_F(VerifyCommand, refutes_a_forged_one) {
    std::string table = read_whole_file(at("a").steps());
    table.insert(table.rfind('\n', table.size() - 2) + 1, "7,");  // the last row is shifted by one entry
    table.erase(table.rfind(','), table.size() - 1 - table.rfind(','));
    replace_file(at("a").steps(), table);
    const ProcessResult result = run({"verify", "a"});
    EXPECT_EQ(result.exit_code, 3) << result.output << result.errors;
    EXPECT_THAT(result.output, HasSubstr("row 20 is that of step 7"));
    EXPECT_THAT(result.output, HasSubstr("not verified"));
}

TEST_F(VerifyCommand, says_what_is_wrong) {
    const ProcessResult result = run({"verify", "b"});
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_THAT(result.errors, HasSubstr("b is not the directory of a run"));
}

}  // namespace
}  // namespace talweg::verify_test
