/// Memory of elements: constant during a step, evolved when it is accepted, saved, restored and rolled back with the
/// state. Held for a spring that creeps and for rods.
#include <gtest/gtest.h>

#include <cstring>

#include "random_element.hpp"
#include "talweg/assembly/assembler.hpp"
#include "talweg/assembly/elements.hpp"
#include "talweg/energy_list.hpp"
#include "talweg/model/model_builder.hpp"
#include "talweg/state/state.hpp"

namespace talweg::element_memory_test {
namespace {

/// A spring whose rest length goes a part of the way to the length that it finds.
struct CreepingSpring {
    static constexpr const char* name = "creeping_spring";
    static constexpr int point_count = 2;
    static constexpr Domain domain = Domain::edges;
    struct Memory {
        double rest_length;
    };
    struct Element {
        double stiffness, rate;
        Memory remembered;
    };
    static Memory& memory(Element& e) { return e.remembered; }
    static Memory evolve(const Points<double, 2>& x, double dt, const Element& e) {
        return {e.remembered.rest_length + dt * e.rate * (norm(x[1] - x[0]) - e.remembered.rest_length)};
    }
    template <class Real>
    static Real energy(const Points<Real, 2>& x, const Element& e) {
        const Real change = norm(x[1] - x[0]) - Real(e.remembered.rest_length);
        return change * change * (0.5 * e.stiffness);
    }
};

struct World {
    Model model;
    State state;
};

/// Two springs in a row between two nodes and a fixed point.
World creeping() {
    ModelBuilder builder;
    VertexBody body;
    body.drawn.name = "springs";
    body.rest = body.start = {{0, 0, 0}, {1, 0, 0}, {2.5, 0, 0}};
    body.velocity.assign(3, Vec3::zero());
    body.mass = {1, 1, 1};
    body.holds = {{{0}, all_axes, {}}};
    builder.add_vertices(body);
    builder.add_term(std::make_shared<Elements<CreepingSpring>>(
        std::vector<int>{0, 1, 1, 2}, std::vector<CreepingSpring::Element>{{10.0, 0.5, {1.0}}, {20.0, 0.25, {1.0}}}));
    World world{builder.finish(), {}};
    world.state.c = builder.start();
    world.state.v = builder.velocity();
    return world;
}

TEST(ElementMemory, StaysDuringAStepAndEvolvesAtItsEnd) {
    World w = creeping();
    Assembler assembler(w.model);
    const Positions x = positions(w.model, w.state);
    const double start = 0.5 * 20.0 * 0.25;
    EXPECT_DOUBLE_EQ(assembler.potentials(x, 0.0, w.state.memory)[0], start);
    EXPECT_DOUBLE_EQ(assembler.potentials(x, 0.0, w.state.memory)[0], start);
    evolve_memory(w.model, 1.0, w.state);
    EXPECT_DOUBLE_EQ(assembler.potentials(x, 0.0, w.state.memory)[0], 0.5 * 20.0 * std::pow(0.375, 2));
    evolve_memory(w.model, 1.0, w.state);
    EXPECT_DOUBLE_EQ(assembler.potentials(x, 0.0, w.state.memory)[0], 0.5 * 20.0 * std::pow(0.28125, 2));
    Nodes f;
    assembler.forces(x, x, 0.0, f, w.state.memory);
    EXPECT_DOUBLE_EQ(f.back()[0], -20.0 * 0.28125);
    // Energy, gradient and system of a landscape see the same.
    Landscape at;
    at.c_tilde = w.state.c;
    at.scale = 1.0;
    at.x_ref = x;
    at.rate = 1.0;
    at.b = {w.model, 0.0};
    at.memory = w.state.memory;
    System system;
    assembler.assemble(at, w.state.c, Hessian::exact, system);
    EXPECT_DOUBLE_EQ(system.gradient.back()[0], 20.0 * 0.28125);
    EXPECT_DOUBLE_EQ(assembler.energy(at, w.state.c), 0.5 * 20.0 * std::pow(0.28125, 2));
}

TEST(ElementMemory, IsPartOfTheSavedState) {
    World w = creeping();
    evolve_memory(w.model, 1.0, w.state);
    const std::vector<std::byte> bytes = save(w.state);
    const State back = restore(bytes);
    EXPECT_EQ(back.memory, w.state.memory);
    EXPECT_EQ(save(back), bytes);
    EXPECT_TRUE(fits(w.model, back.memory));
    State other = back;
    other.memory[0].pop_back();
    EXPECT_FALSE(fits(w.model, other.memory));
    for (const std::size_t cut : {1, 8, 20})
        EXPECT_THROW(restore(std::span(bytes).first(bytes.size() - cut)), Error) << cut;
    const State before = w.state;
    State trial = w.state;
    evolve_memory(w.model, 1.0, trial);
    EXPECT_NE(trial.memory, before.memory);
    EXPECT_EQ(w.state.memory, before.memory) << "a trial that is dropped leaves no trace";
}

TEST(ElementMemory, GoesOnInAModelWhoseOtherTermsChange) {
    World w = creeping(), next = creeping();
    evolve_memory(w.model, 1.0, w.state);
    next.model.terms.insert(
        next.model.terms.begin(),
        std::make_shared<Elements<HookeSpring>>(std::vector<int>{0, 2}, std::vector<HookeSpring::Element>{{1.0, 1.0}}));
    const ElementMemory carried = carried_over(w.model, w.state.memory, next.model);
    ASSERT_EQ(carried.size(), 2);
    EXPECT_TRUE(carried[0].empty());
    EXPECT_EQ(carried[1], w.state.memory[0]);
    EXPECT_TRUE(fits(next.model, carried));
}

/// Of every energy that remembers: what a term evolves is what the energy says, element by element, for any number of
/// steps; and memory has no bytes of its own that nobody set.
template <class Energy>
void hold_to_its_memory() {
    if constexpr (HasMemory<Energy>) {
        constexpr int N = Energy::point_count;
        using Memory = std::remove_reference_t<decltype(Energy::memory(std::declval<typename Energy::Element&>()))>;
        static_assert(std::is_trivially_copyable_v<Memory>);
        RandomMatrices random{11};
        std::vector<int> points;
        std::vector<typename Energy::Element> elements;
        Positions x;
        for (int e = 0; e < 20; ++e) {
            RandomElement<Energy> one(random, 1.0);
            const auto at = one.deformed(0.3);
            for (int i = 0; i < N; ++i) {
                points.push_back(static_cast<int>(x.size()));
                x.push_back(at[i]);
            }
            elements.push_back(one.element());
        }
        const Elements<Energy> term(points, elements);
        ASSERT_EQ(term.memory_size(), sizeof(Memory));
        std::vector<std::byte> now(20 * sizeof(Memory)), next(now.size());
        term.evolve(x.data(), 0.1, nullptr, now.data());
        for (int step = 0; step < 3; ++step) {
            for (Vec3& place : x) place += 0.05 * random.matrix<3, 1>();
            term.evolve(x.data(), 0.1, now.data(), next.data());
            const Configuration at{x.data(), x.data(), 1.0, now.data()};
            for (int e = 0; e < 20; ++e) {
                typename Energy::Element known = elements[e];
                std::memcpy(&Energy::memory(known), now.data() + e * sizeof(Memory), sizeof(Memory));
                Points<double, N> local;
                for (int i = 0; i < N; ++i) local[i] = x[N * e + i];
                EXPECT_EQ(term.energy(at, e, e + 1), Energy::energy(local, known));
                const Memory expected = Energy::evolve(local, 0.1, known);
                EXPECT_EQ(std::memcmp(&expected, next.data() + e * sizeof(Memory), sizeof(Memory)), 0);
            }
            now.swap(next);
        }
    }
}

template <class... Energies>
int remembering(TypeList<Energies...>) {
    (hold_to_its_memory<Energies>(), ...);
    return (int(HasMemory<Energies>) + ...);
}

TEST(ElementMemory, OfEveryEnergyEvolvesElementByElement) { EXPECT_GE(remembering(AllEnergies{}), 1); }

}  // namespace
}  // namespace talweg::element_memory_test
