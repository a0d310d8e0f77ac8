/// What viewers are shown: a simulation that runs, or a run that was recorded. The server calls these functions from
/// its own thread; none of them may wait for the solver.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace talweg {

/// A message to viewers, shared by all of them.
using Packet = std::shared_ptr<const std::string>;

/// A text that changes now and then.
struct StatusText {
    std::uint64_t version = 0;
    Packet text;
};

class Source {
public:
    virtual ~Source() = default;

    /// The first message to every viewer, JSON: scene, topology, columns of the table, knobs.
    virtual std::string hello() = 0;
    /// What viewers should know now: running or not, values of the knobs, why it stopped. JSON.
    virtual StatusText status() = 0;
    /// The next frame for a viewer that has seen those up to `cursor`, which is moved on; null when there is none yet.
    /// A frame is 12 bytes per point, float32 x y z, then 8 bytes per column of the table, float64; then what this
    /// viewer has asked for (frame_packet.hpp). Little-endian.
    virtual Packet next_frame(std::uint64_t viewer, std::uint64_t& cursor) = 0;
    /// The page itself, where it has its data inside.
    virtual std::optional<std::string> page() { return {}; }
    /// Answer to a request for /recorded?…: a piece of what was recorded beside the frames. Nothing: there is no such
    /// thing.
    virtual std::optional<std::string> recorded(std::string_view) { return {}; }
    /// A message from a viewer. False: not one that means anything here, and ignored.
    virtual bool handle(std::uint64_t viewer, std::string_view message) = 0;
    /// A viewer has gone.
    virtual void left(std::uint64_t viewer) = 0;
    /// How many messages the server had to ignore so far; part of the status.
    virtual void count_ignored(std::uint64_t messages) = 0;

    /// Called, from any thread, whenever there is something new.
    std::function<void()> on_news = [] {};
};

}  // namespace talweg
