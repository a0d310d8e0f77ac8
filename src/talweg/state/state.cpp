#include "talweg/state/state.hpp"

#include <algorithm>
#include <cstring>

#include "talweg/math/error.hpp"

namespace talweg {

Positions positions(const Model& model, const State& state) {
    Positions b, x;
    prescribed_points(model, state.script_time(), b);
    follow(model.shown ? *model.shown : model.map, state.c, b, x);
    return x;
}

Positions places(const Model& model, const State& state) {
    Positions x = positions(model, state);
    x.resize(model.place_count());
    return x;
}

void evolve_memory(const Model& model, double dt, State& state) {
    const auto remembers = [](const auto& term) { return term->memory_size() > 0; };
    if (std::none_of(model.terms.begin(), model.terms.end(), remembers)) return;
    Positions b, x;  // no term sees points that are only looked at
    prescribed_points(model, state.script_time(), b);
    follow(model.map, state.c, b, x);
    ElementMemory next(model.terms.size());
    for (std::size_t t = 0; t < next.size(); ++t) {
        const Term& term = *model.terms[t];
        next[t].resize(term.memory_size() * static_cast<std::size_t>(term.element_count()));
        if (!next[t].empty()) term.evolve(x.data(), dt, memory_of(state.memory, t), next[t].data());
    }
    state.memory = std::move(next);
}

bool fits(const Model& model, const ElementMemory& memory) {
    if (memory.empty()) return true;
    if (memory.size() != model.terms.size()) return false;
    for (std::size_t t = 0; t < memory.size(); ++t)
        if (memory[t].size() != model.terms[t]->memory_size() * std::size_t(model.terms[t]->element_count()))
            return false;
    return true;
}

ElementMemory carried_over(const Model& from, const ElementMemory& memory, const Model& to) {
    if (memory.empty()) return {};
    ElementMemory carried(to.terms.size());
    std::vector<bool> taken(memory.size(), false);
    for (std::size_t t = 0; t < carried.size(); ++t) {
        const std::size_t size = to.terms[t]->memory_size() * std::size_t(to.terms[t]->element_count());
        for (std::size_t s = 0; size > 0 && s < memory.size(); ++s) {
            if (taken[s] || memory[s].size() != size || from.terms[s]->name() != to.terms[t]->name()) continue;
            carried[t] = memory[s];
            taken[s] = true;
            break;
        }
        // A term that is new: its elements begin.
        if (carried[t].size() != size) return {};
    }
    return carried;
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

constexpr std::uint64_t magic = 0x3753'4757'4c41'54ull;  // "TALWGS7"

constexpr Nodes State::*arrays[] = {&State::c, &State::v, &State::a, &State::c_before, &State::v_before};

constexpr std::vector<double> State::*lists[] = {&State::born, &State::passed};

struct Header {
    std::uint64_t magic;
    std::uint64_t sizes[std::size(arrays)];
    double time;
    std::int64_t step;
    double inner_step, dt_before, kappa, first_kappa, delay, paced_time;
    std::int64_t paced_step;
    std::uint64_t born, passed;  // numbers of each
    std::uint64_t memories;      // of so many terms, each with its size before it, at the end
};

}  // namespace

std::vector<std::byte> save(const State& state) {
    Header header{magic,
                  {},
                  state.time,
                  state.step,
                  state.inner_step,
                  state.dt_before,
                  state.kappa,
                  state.first_kappa,
                  state.delay,
                  state.paced_time,
                  state.paced_step,
                  state.born.size(),
                  state.passed.size(),
                  state.memory.size()};
    for (std::size_t k = 0; k < std::size(arrays); ++k) header.sizes[k] = (state.*arrays[k]).size();
    std::vector<std::byte> bytes(sizeof header);
    std::memcpy(bytes.data(), &header, sizeof header);
    for (const auto array : arrays) {
        const auto raw = std::as_bytes(std::span(state.*array));
        bytes.insert(bytes.end(), raw.begin(), raw.end());
    }
    for (const auto list : lists) {
        const auto raw = std::as_bytes(std::span(state.*list));
        bytes.insert(bytes.end(), raw.begin(), raw.end());
    }
    for (const std::vector<std::byte>& memory : state.memory) {
        const std::uint64_t size = memory.size();
        const auto raw = std::as_bytes(std::span(&size, 1));
        bytes.insert(bytes.end(), raw.begin(), raw.end());
        bytes.insert(bytes.end(), memory.begin(), memory.end());
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
    const std::uint64_t numbers[] = {header.born, header.passed};
    for (std::size_t k = 0; k < std::size(lists) && whole; ++k) {
        whole = numbers[k] <= bytes.size() / sizeof(double);
        if (!whole) break;
        std::vector<double>& list = state.*lists[k];
        list.resize(numbers[k]);
        const std::size_t size = list.size() * sizeof(double);
        if (size > 0) std::memcpy(list.data(), bytes.data(), size);
        bytes = bytes.subspan(size);
    }
    whole = whole && header.memories <= bytes.size() / sizeof(std::uint64_t);
    for (std::uint64_t k = 0; whole && k < header.memories; ++k) {
        std::uint64_t size = 0;
        if ((whole = bytes.size() >= sizeof size)) std::memcpy(&size, bytes.data(), sizeof size);
        if (!whole || !(whole = bytes.size() - sizeof size >= size)) break;
        const auto memory = bytes.subspan(sizeof size, size);
        state.memory.emplace_back(memory.begin(), memory.end());
        bytes = bytes.subspan(sizeof size + size);
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
