#include "talweg/serve/access.hpp"

#include <gtest/gtest.h>

namespace talweg::access_test {
namespace {

const Access loopback{"127.0.0.1", "5eed", 8000};
const Access open_to_others{"0.0.0.0", "5eed", 8000};

TEST(Access, loopback_answers_to_its_own_names_only) {
    for (const char* host : {"127.0.0.1:8000", "localhost:8000", "[::1]:8000"})
        EXPECT_TRUE(loopback.allows_request(host, "/?token=5eed")) << host;
    EXPECT_TRUE((Access{"127.1.2.3", "5eed", 8000}.allows_request("127.1.2.3:8000", "/?token=5eed")));
    // A foreign name that was made to point to this machine, another port, no Host at all.
    for (const char* host : {"evil.example:8000", "127.0.0.1:8001", "127.0.0.1", "localhost:80000", ""})
        EXPECT_FALSE(loopback.allows_request(host, "/?token=5eed")) << host;
}

TEST(Access, sockets_are_opened_by_our_own_page_only) {
    EXPECT_TRUE(loopback.allows_socket("localhost:8000", "http://localhost:8000", "/frames?token=5eed"));
    for (const char* origin : {"http://evil.example", "https://localhost:8000", "http://localhost:8001", "null", ""})
        EXPECT_FALSE(loopback.allows_socket("localhost:8000", origin, "/frames?token=5eed")) << origin;
    EXPECT_FALSE(loopback.allows_socket("evil.example:8000", "http://evil.example:8000", "/frames?token=5eed"));
}

TEST(Access, nobody_gets_in_without_the_token) {
    for (const char* target : {"/", "/?token=", "/?token=5eee", "/?token=5eed5"}) {
        EXPECT_FALSE(loopback.allows_request("127.0.0.1:8000", target)) << target;
        EXPECT_FALSE(loopback.allows_socket("127.0.0.1:8000", "http://127.0.0.1:8000", target)) << target;
    }
}

TEST(Access, other_interfaces_need_the_token) {
    const std::string_view host = "192.168.1.7:8000";
    EXPECT_TRUE(open_to_others.allows_request(host, "/?token=5eed"));
    EXPECT_TRUE(open_to_others.allows_request(host, "/?theme=dark&token=5eed"));
    EXPECT_TRUE(open_to_others.allows_request(host, "/?token=5eed&theme=dark"));
    for (const char* target : {"/", "/?token=", "/?token=5eee", "/?token=5eed5", "/?mytoken=5eed", "/token=5eed", "?"})
        EXPECT_FALSE(open_to_others.allows_request(host, target)) << target;
    EXPECT_FALSE(open_to_others.allows_request("127.0.0.1:8000", "/"));
    EXPECT_TRUE(open_to_others.allows_socket(host, "http://192.168.1.7:8000", "/frames?token=5eed"));
    EXPECT_FALSE(open_to_others.allows_socket(host, "http://evil.example", "/frames?token=5eed"));
}

TEST(Access, addresses_can_be_typed_into_a_browser) {
    EXPECT_EQ(loopback.address(), "http://127.0.0.1:8000/?token=5eed");
    EXPECT_EQ(open_to_others.address(), "http://0.0.0.0:8000/?token=5eed");
    EXPECT_EQ((Access{"::1", "1", 80}.address()), "http://[::1]:80/?token=1");
}

TEST(Access, loopback_is_recognised) {
    for (const char* host : {"127.0.0.1", "127.1.2.3", "::1", "localhost"}) EXPECT_TRUE(is_loopback(host)) << host;
    for (const char* host : {"0.0.0.0", "192.168.1.7", "::", "127"}) EXPECT_FALSE(is_loopback(host)) << host;
}

TEST(Access, tokens_are_long_and_differ) {
    const std::string token = random_token();
    EXPECT_EQ(token.size(), 32u);
    EXPECT_EQ(token.find_first_not_of("0123456789abcdef"), std::string::npos);
    EXPECT_NE(token, random_token());
}

}  // namespace
}  // namespace talweg::access_test
