/// A rope swings down from one end; its free end is caught on the way and led back up.
#include <cstdio>
#include <talweg/run/simulation.hpp>
#include <talweg/scene/spec/read_scene.hpp>

constexpr const char* text = R"({
  "time": { "step": 0.01 },
  "bodies": [{
    "name": "rope",
    "shape": { "type": "rope", "from": [0, 0, 0], "to": [1, 0, 0], "segments": 20 },
    "density": 0.5,
    "energies": [{ "type": "spring", "on": "structural", "stiffness": 1000 }],
    "hold": [{ "select": { "group": "start" } }]
  }]
})";

int main() {
    talweg::Simulation simulation(talweg::parse_scene(text, "rope"));
    const auto end = [&] { return talweg::positions(simulation.model(), simulation.state()).back(); };
    const auto print = [&] {
        const talweg::Vec3 x = end();
        std::printf("%4.2f s: (%6.3f, %6.3f, %6.3f) m\n", simulation.state().time, x[0], x[1], x[2]);
    };
    print();
    for (int step = 0; step < 30; ++step)
        if (!simulation.step()) return 1;
    print();
    const int last = simulation.model().point_count() - 1;
    simulation.pin({{last}}, {{0.5, 0.0, 0.0}}, 0.5);  // half a second to get there
    for (int step = 0; step < 60; ++step)
        if (!simulation.step()) return 1;
    print();
}
