#include "command_line/workplace.hpp"

namespace talweg::view_test {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;

class View : public Workplace {
protected:
    /// What it printed until it could be visited, after which it is ended as by Ctrl-C.
    ProcessResult visit(const Process::Words& arguments) {
        Process process(arguments, directory.path());
        EXPECT_TRUE(process.wait_until([&] { return process.output().find("Ctrl-C") != std::string::npos; }));
        process.send(SIGINT);
        return process.wait();
    }
};

TEST_F(View, prints_where_a_live_scene_is_and_ends_by_ctrl_c) {
    write_scene("net.json", net_scene(3, 10));
    const ProcessResult result = visit({"view", "net.json", "--paused"});
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    EXPECT_THAT(result.output, ContainsRegex("net.json is at http://127.0.0.1:[0-9]+/\\?token=[0-9a-f]+\n"));
}

TEST_F(View, prints_where_a_run_is) {
    write_scene("net.json", net_scene(3, 10));
    ASSERT_EQ(run({"run", "net.json", "-q"}).exit_code, 0);
    const ProcessResult result = visit({"view", "runs/net"});
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    EXPECT_THAT(result.output, ContainsRegex("runs/net is at http://127.0.0.1:[0-9]+/\\?token=[0-9a-f]+\n"));
}

TEST_F(View, gives_others_a_token) {
    write_scene("net.json", net_scene(3, 10));
    const ProcessResult result = visit({"view", "net.json", "--paused", "--host", "0.0.0.0"});
    EXPECT_THAT(result.output, ContainsRegex("http://0.0.0.0:[0-9]+/.token=[0-9a-f]+\n"));
}

TEST_F(View, says_what_it_cannot_show) {
    write_scene("net.json", net_scene(3, 10));
    const ProcessResult empty = run({"view", "."});
    EXPECT_EQ(empty.exit_code, 1);
    EXPECT_THAT(empty.errors, AllOf(HasSubstr("holds no run"), HasSubstr("talweg run")));
    EXPECT_EQ(run({"view", "nothing.json"}).exit_code, 1);
    const ProcessResult elsewhere = run({"view", "net.json", "--host", "203.0.113.1"});
    EXPECT_EQ(elsewhere.exit_code, 1);
    EXPECT_THAT(elsewhere.errors, HasSubstr("--host"));
}

}  // namespace
}  // namespace talweg::view_test
