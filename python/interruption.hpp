/// Ctrl-C while C++ is at work: Python's handlers of signals run now and then, and what they raise ends the work.
#pragma once
#include <pybind11/pybind11.h>

#include <chrono>

namespace talweg::python {

class Interruption {
public:
    /// Whether to stop. Called without the interpreter's lock; takes it for a moment, a few dozen times a second, since
    /// other threads may be busy with it. The exception stays set in Python, for `raise`.
    bool wanted() {
        const auto now = std::chrono::steady_clock::now();
        if (raised_ || now - asked_ < interval) return raised_;
        asked_ = now;
        const pybind11::gil_scoped_acquire lock;
        raised_ = PyErr_CheckSignals() != 0;
        return raised_;
    }

    /// Passes on what a handler has raised, with the interpreter's lock held.
    void raise() const {
        if (raised_) throw pybind11::error_already_set();
    }

private:
    static constexpr std::chrono::milliseconds interval{20};
    std::chrono::steady_clock::time_point asked_ = std::chrono::steady_clock::now();
    bool raised_ = false;
};

}  // namespace talweg::python
