/// A way out of long work, asked now and then from inside its loops, by the thread that does the work.
#pragma once
#include <cstddef>
#include <exception>
#include <functional>

namespace talweg {

/// Thrown out of work that was to be given up.
struct Interrupted : std::exception {
    const char* what() const noexcept override { return "interrupted"; }
};

class Interruption {
public:
    Interruption() = default;
    explicit Interruption(std::function<bool()> wanted) : wanted_(std::move(wanted)) {}

    void check() const {
        if (wanted_ && wanted_()) throw Interrupted();
    }

private:
    std::function<bool()> wanted_;
};

/// So many pairs are looked at between one question and the next.
inline constexpr int pairs_between_checks = 65536;

/// function(begin, end) over [0, count) in blocks, between which the work can be given up.
template <class Function>
void interruptible_blocks(int count, const Interruption& interruption, const Function& function) {
    for (int begin = 0; begin < count; begin += pairs_between_checks) {
        interruption.check();
        function(begin, count - begin < pairs_between_checks ? count : begin + pairs_between_checks);
    }
}

}  // namespace talweg
