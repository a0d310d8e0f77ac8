/// A scene that runs for its viewers, in a thread of its own: in step with the clock or as fast as it can, never
/// waiting for anyone. What viewers ask for takes effect before the next step.
#pragma once
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

#include "talweg/serve/command.hpp"
#include "talweg/serve/live_world.hpp"

namespace talweg {

class LiveSimulation final : public Source {
public:
    explicit LiveSimulation(const Scene& scene);

    /// Begins to step, or to wait for the order to. on_news must be set before.
    void start(bool running = true);

    std::string hello() override { return hello_; }
    StatusText status() override;
    Packet next_frame(std::uint64_t viewer, std::uint64_t& cursor) override;
    bool handle(std::uint64_t viewer, std::string_view message) override;
    void left(std::uint64_t viewer) override;
    void count_ignored(std::uint64_t messages) override;

private:
    using Clock = std::chrono::steady_clock;
    struct Request {
        std::uint64_t viewer;
        std::optional<Command> command;  // none: the viewer has gone
    };
    struct Status {
        bool running = true;
        double speed = 1.0;  // simulated seconds per second, where the machine allows
        double strength = 1.0;
        std::string integrator;
        std::string lead;  // how rigs lead; empty: there are none
        std::vector<int> pinned;
        std::vector<double> knobs;
        std::string problem;  // why it stopped, or why a knob was not turned
        std::uint64_t ignored = 0;
    };

    void work(const std::stop_token& stop);
    std::vector<Request> wait_for_work(const std::stop_token& stop);
    void apply(const std::vector<Request>& requests);
    void apply(std::uint64_t viewer, Order order);
    void apply(std::uint64_t viewer, const Subscription& subscription);
    void forget(std::uint64_t viewer);
    void turn_knobs(const std::vector<std::pair<int, double>>& turns);
    void apply(const PinPoint& pin);
    void apply(const UseIntegrator& use);
    void apply(const PoseHandle& pose);
    /// Makes a change that the scene may refuse, and tells what came of it.
    template <class Change>
    void attempt(const Change& change);
    void take_step();
    void publish();
    /// Changes the status, and tells the viewers.
    template <class Change>
    void announce(const Change& change);

    LiveWorld world_;  // the worker's alone, once started
    std::string hello_;

    std::mutex mutex_;  // guards what follows; never held during a step
    std::condition_variable_any wake_;
    std::vector<Request> requests_;
    std::map<std::uint64_t, Subscription> subscriptions_;  // of viewers who have some; only the worker changes them
    std::map<Subscription, Packet> frames_;                // the newest frame, for every subscription there is
    std::uint64_t frame_number_ = 0;
    Status status_;
    StatusText status_text_;

    bool running_ = true;  // the worker's own
    int single_steps_ = 0;
    double speed_ = 1.0;
    Clock::time_point due_, next_publication_;

    std::jthread worker_;  // last, so that it has ended before the rest goes
};

}  // namespace talweg
