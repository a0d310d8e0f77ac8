#include "talweg/record/checkpoint.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <type_traits>

#include "talweg/format/digest.hpp"
#include "talweg/format/file.hpp"
#include "talweg/math/error.hpp"

namespace talweg {

namespace {

struct Preamble {
    char magic[8] = {'t', 'a', 'l', 'w', 'e', 'g', 'c', 'p'};
    std::uint32_t version = 10;
    std::uint32_t mark_bytes = sizeof(RunMark);
};

constexpr std::size_t fixed_bytes = sizeof(Preamble) + sizeof(RunMark) + 3 * sizeof(std::uint64_t);

static_assert(std::is_trivially_copyable_v<RunMark> && std::has_unique_object_representations_v<Preamble>);

template <class T>
void append(std::vector<std::byte>& bytes, const T& value) {
    const auto view = std::as_bytes(std::span(&value, 1));
    bytes.insert(bytes.end(), view.begin(), view.end());
}

template <class T>
T take(std::span<const std::byte>& bytes) {
    T value;
    std::memcpy(&value, bytes.data(), sizeof(T));
    bytes = bytes.subspan(sizeof(T));
    return value;
}

}  // namespace

std::vector<std::byte> checkpoint_bytes(const RunMark& mark, std::span<const std::byte> state,
                                        std::span<const std::byte> solver) {
    std::vector<std::byte> bytes;
    bytes.reserve(fixed_bytes + state.size() + solver.size());
    append(bytes, Preamble{});
    append(bytes, mark);
    append(bytes, static_cast<std::uint64_t>(state.size()));
    append(bytes, static_cast<std::uint64_t>(solver.size()));
    bytes.insert(bytes.end(), state.begin(), state.end());
    bytes.insert(bytes.end(), solver.begin(), solver.end());
    append(bytes, digest(bytes));
    return bytes;
}

void write_checkpoint(const std::filesystem::path& path, const RunMark& mark, std::span<const std::byte> state,
                      std::span<const std::byte> solver, bool sync) {
    replace_file(path, checkpoint_bytes(mark, state, solver), sync);
}

Checkpoint read_checkpoint(const std::filesystem::path& path) {
    const std::string content = read_whole_file(path);
    return parse_checkpoint(std::as_bytes(std::span(content)), path.string());
}

Checkpoint parse_checkpoint(std::span<const std::byte> content, const std::string& name) {
    std::span<const std::byte> bytes = content;
    const auto refuse = [&name](const char* why) {
        return Error(name + " " + why + "; start the run anew with --overwrite");
    };
    if (bytes.size() < sizeof(Preamble)) throw refuse("is damaged");
    const Preamble preamble = take<Preamble>(bytes), expected;
    if (std::memcmp(preamble.magic, expected.magic, sizeof expected.magic) != 0) throw refuse("is no checkpoint");
    if (std::memcmp(&preamble, &expected, sizeof expected) != 0) throw refuse("is of another version of talweg");
    if (content.size() < fixed_bytes) throw refuse("is damaged");

    const RunMark mark = take<RunMark>(bytes);
    const auto state_bytes = take<std::uint64_t>(bytes), solver_bytes = take<std::uint64_t>(bytes);
    const std::uint64_t both = content.size() - fixed_bytes;
    if (state_bytes > both || solver_bytes != both - state_bytes) throw refuse("is damaged");
    const auto state = bytes.first(state_bytes), solver = bytes.subspan(state_bytes, solver_bytes);
    Checkpoint checkpoint{mark, {state.begin(), state.end()}, {solver.begin(), solver.end()}};
    bytes = bytes.last(sizeof(std::uint64_t));
    const auto body = content.first(content.size() - sizeof(std::uint64_t));
    if (take<std::uint64_t>(bytes) != digest(body)) throw refuse("is damaged");
    return checkpoint;
}

State restore_of(const Checkpoint& checkpoint, const Model& model) {
    State state = restore(checkpoint.state);
    const auto finite = [](const Vec3& at) { return std::isfinite(norm_squared(at)); };
    const auto all_finite = [&](const Nodes& nodes) { return std::ranges::all_of(nodes, finite); };
    const bool numbers = all_finite(state.c) && all_finite(state.v) && all_finite(state.a) &&
                         all_finite(state.c_before) && all_finite(state.v_before) && std::isfinite(state.time) &&
                         std::isfinite(state.paced_time) && std::isfinite(state.delay) && std::isfinite(state.kappa) &&
                         state.kappa >= 0.0;
    if (static_cast<int>(state.c.size()) != model.node_count() || !numbers || state.step < 0 || state.paced_step < 0 ||
        state.paced_step > state.step || !fits(model, state.memory))
        throw Error("the saved state is of another model; start the run anew");
    return state;
}

}  // namespace talweg
