/// A page that has all its data inside, such as one of several runs: there is nothing to send after it.
#pragma once
#include "talweg/serve/source.hpp"

namespace talweg {

class WholePage final : public Source {
public:
    explicit WholePage(std::string page) : page_(std::move(page)) {}

    std::optional<std::string> page() override { return page_; }
    std::string hello() override { return "{}"; }
    StatusText status() override { return {}; }
    Packet next_frame(std::uint64_t, std::uint64_t&) override { return nullptr; }
    bool handle(std::uint64_t, std::string_view) override { return false; }
    void left(std::uint64_t) override {}
    void count_ignored(std::uint64_t) override {}

private:
    std::string page_;
};

}  // namespace talweg
