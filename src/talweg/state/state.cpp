#include "talweg/state/state.hpp"

#include <cstring>

#include "talweg/math/error.hpp"

namespace talweg {

Positions positions(const Model& model, const State& state) {
    Positions b, x;
    prescribed_points(model, state.time, b);
    follow(model.map, state.c, b, x);
    return x;
}

Positions velocities(const Model& model, const State& state, double dt) {
    Positions v, now, before;
    follow_move(model.map, state.v, v);
    if (model.scripts.empty()) return v;
    prescribed_points(model, state.time, now);
    prescribed_points(model, state.time - dt, before);
    for (std::size_t i = 0; i < v.size(); ++i) v[i] += (now[i] - before[i]) / dt;
    return v;
}

double kinetic_energy(const Model& model, const State& state) { return model.mass.half_square(state.v); }

namespace {

constexpr std::uint64_t magic = 0x3153'4757'4c41'54ull;  // "TALWGS1"

struct Header {
    std::uint64_t magic, nodes;
    double time;
    std::int64_t step;
    double inner_step;
};

}  // namespace

std::vector<std::byte> save(const State& state) {
    const Header header{magic, state.c.size(), state.time, state.step, state.inner_step};
    const std::size_t block = state.c.size() * sizeof(Vec3);
    std::vector<std::byte> bytes(sizeof header + 2 * block);
    std::memcpy(bytes.data(), &header, sizeof header);
    if (block > 0) {
        std::memcpy(bytes.data() + sizeof header, state.c.data(), block);
        std::memcpy(bytes.data() + sizeof header + block, state.v.data(), block);
    }
    return bytes;
}

State restore(std::span<const std::byte> bytes) {
    Header header;
    if (bytes.size() < sizeof header) throw Error("the saved state is cut short; start the run anew");
    std::memcpy(&header, bytes.data(), sizeof header);
    const std::size_t room = (bytes.size() - sizeof header) / (2 * sizeof(Vec3));
    if (header.magic != magic || header.nodes != room || bytes.size() != sizeof header + 2 * room * sizeof(Vec3))
        throw Error("the saved state is damaged or of another version; start the run anew");
    State state;
    state.c.resize(header.nodes);
    state.v.resize(header.nodes);
    const std::size_t block = header.nodes * sizeof(Vec3);
    if (block > 0) {
        std::memcpy(state.c.data(), bytes.data() + sizeof header, block);
        std::memcpy(state.v.data(), bytes.data() + sizeof header + block, block);
    }
    state.time = header.time;
    state.step = header.step;
    state.inner_step = header.inner_step;
    return state;
}

}  // namespace talweg
