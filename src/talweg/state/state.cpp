#include "talweg/state/state.hpp"

#include <cstring>

#include "talweg/math/error.hpp"

namespace talweg {

Positions positions(const Model& model, const State& state) {
    Positions b, x;
    prescribed_points(model, state.script_time(), b);
    follow(model.map, state.c, b, x);
    return x;
}

Positions velocities(const Model& model, const State& state, double dt) {
    Positions v, now, before;
    follow_move(model.map, state.v, v);
    if (model.scripts.empty()) return v;
    prescribed_points(model, state.script_time(), now);
    prescribed_points(model, state.script_time() - dt, before);
    for (std::size_t i = 0; i < v.size(); ++i) v[i] += (now[i] - before[i]) / dt;
    return v;
}

double kinetic_energy(const Model& model, const State& state) {
    Nodes v = state.v;
    for (std::size_t i = 0; i < v.size(); ++i)
        if (model.node_body[i] >= 0 && model.bodies[model.node_body[i]].obstacle) v[i] = Vec3::zero();
    return model.mass.half_square(v);
}

namespace {

constexpr std::uint64_t magic = 0x3553'4757'4c41'54ull;  // "TALWGS5"

constexpr Nodes State::*arrays[] = {&State::c, &State::v, &State::a, &State::c_before, &State::v_before};

struct Header {
    std::uint64_t magic;
    std::uint64_t sizes[std::size(arrays)];
    double time;
    std::int64_t step;
    double inner_step, dt_before, kappa, first_kappa, delay, paced_time;
    std::int64_t paced_step;
};

}  // namespace

std::vector<std::byte> save(const State& state) {
    Header header{magic,           {},          state.time,        state.step,  state.inner_step,
                  state.dt_before, state.kappa, state.first_kappa, state.delay, state.paced_time,
                  state.paced_step};
    for (std::size_t k = 0; k < std::size(arrays); ++k) header.sizes[k] = (state.*arrays[k]).size();
    std::vector<std::byte> bytes(sizeof header);
    std::memcpy(bytes.data(), &header, sizeof header);
    for (const auto array : arrays) {
        const auto raw = std::as_bytes(std::span(state.*array));
        bytes.insert(bytes.end(), raw.begin(), raw.end());
    }
    return bytes;
}

State restore(std::span<const std::byte> bytes) {
    Header header;
    if (bytes.size() < sizeof header) throw Error("the saved state is cut short; start the run anew");
    std::memcpy(&header, bytes.data(), sizeof header);
    bytes = bytes.subspan(sizeof header);
    bool whole = header.magic == magic;
    State state;
    for (std::size_t k = 0; k < std::size(arrays) && whole; ++k) {
        whole = header.sizes[k] <= bytes.size() / sizeof(Vec3) &&
                (header.sizes[k] == header.sizes[0] || (k > 1 && header.sizes[k] == 0));
        if (!whole) break;
        Nodes& nodes = state.*arrays[k];
        nodes.resize(header.sizes[k]);
        const std::size_t size = nodes.size() * sizeof(Vec3);
        if (size > 0) std::memcpy(nodes.data(), bytes.data(), size);
        bytes = bytes.subspan(size);
    }
    if (!whole || !bytes.empty()) throw Error("the saved state is damaged or of another version; start the run anew");
    state.time = header.time;
    state.step = header.step;
    state.inner_step = header.inner_step;
    state.dt_before = header.dt_before;
    state.kappa = header.kappa;
    state.first_kappa = header.first_kappa;
    state.paced_time = header.paced_time;
    state.paced_step = header.paced_step;
    state.delay = header.delay;
    return state;
}

}  // namespace talweg
