/// An interruption of work that several threads do: the one that began it asks, the others hear of it. Nothing is
/// thrown before all of them have come to an end.
#pragma once
#include <atomic>
#include <thread>

#include "talweg/math/interruption.hpp"

namespace talweg {

class SharedInterruption {
public:
    explicit SharedInterruption(const Interruption& interruption) : interruption_(interruption) {}

    /// Whether to give up; asks on the thread that made this.
    bool given_up() {
        if (given_up_ || std::this_thread::get_id() != asker_) return given_up_;
        try {
            interruption_.check();
        } catch (const Interrupted&) {
            given_up_ = true;
        }
        return given_up_;
    }
    /// When all threads are done.
    void check() const {
        if (given_up_) throw Interrupted();
    }

private:
    const Interruption& interruption_;
    const std::thread::id asker_ = std::this_thread::get_id();
    std::atomic<bool> given_up_ = false;
};

}  // namespace talweg
