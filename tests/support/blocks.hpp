/// Scenes of blocks on a ground, in all the ways in which a block can be made: for tests at default settings.
#pragma once
#include <fmt/format.h>

#include <string>
#include <vector>

#include "support/scene_run.hpp"
#include "talweg/model/momentum.hpp"

namespace talweg::testing {

enum class Make { coarse, fine, odd, lattice_solid, springs };
enum class Ground { plane, block };

/// A block of 0.4 × 0.2 × 0.3 m and 1000 kg/m³, resting on a ground at y = 0.
struct Block {
    Make make = Make::coarse;
    double youngs_modulus = 1e7;
    std::string name = "block";
    double bottom = 9e-4;   // m: within the reach of contact, 1 mm
    double along_x = 0.0;   // m
    double density = 1000;  // kg/m³
    std::string more = "";  // keys of the body

    std::string json() const {
        const double e = youngs_modulus;
        const std::string tets =
            fmt::format(R"("energies": [{{ "type": "neo_hookean", "youngs_modulus": {}, "poissons_ratio": 0.3 }}])", e);
        std::string shape;
        switch (make) {
            case Make::coarse:
                shape = R"("type": "box", "size": [0.4, 0.2, 0.3], "cells": [2, 1, 2] }, )" + tets;
                break;
            case Make::fine:
                shape = R"("type": "box", "size": [0.4, 0.2, 0.3], "cells": [4, 2, 3] }, )" + tets;
                break;
            case Make::odd:
                shape = R"("type": "box", "size": [0.4, 0.2, 0.3], "cells": [3, 1, 1], "tets_per_cell": 6 }, )" + tets;
                break;
            case Make::lattice_solid:
                shape = R"("type": "solid", "spacing": 0.15, "surface": { "type": "box", "size": [0.4, 0.2, 0.3],
                            "cells": [4, 2, 3] } }, )" +
                        tets;
                break;
            case Make::springs:
                shape = fmt::format(R"("type": "lattice", "size": [0.4, 0.2, 0.3], "cells": [2, 1, 2] }},
                                       "energies": [{{ "type": "spring", "stiffness": {} }}])",
                                    e);
                break;
        }
        return fmt::format(R"({{ "name": "{}", "shape": {{ {}, "density": {}, {}
                               "place": {{ "translate": [{}, {}, 0] }} }})",
                           name, shape, density, more.empty() ? "" : more + ",", along_x, 0.1 + bottom);
    }
};

struct BlockScene {
    double dt = 0.01, friction = 0.5, slip_speed = 1e-3;
    Ground ground = Ground::plane;
    std::string gravity = "[0, -9.81, 0]";
    std::string solver = "{}";
    std::vector<Block> blocks = {Block{}};

    Scene scene() const {
        std::string bodies;
        for (const Block& block : blocks) bodies += (bodies.empty() ? "" : ", ") + block.json();
        const std::string shape = ground == Ground::plane
                                      ? R"("type": "plane")"
                                      : R"("type": "block", "center": [0, -0.5, 0], "size": [20, 1, 8])";
        return parse_scene(fmt::format(R"({{ "time": {{ "step": {} }}, "gravity": {}, "solver": {},
            "contact": {{ "distance": 0.001, "friction": {}, "slip_speed": {} }},
            "bodies": [{}], "obstacles": [{{ "name": "ground", "shape": {{ {} }} }}] }})",
                                       dt, gravity, solver, friction, slip_speed, bodies, shape),
                           "blocks", ".", {});
    }
};

/// Of one body of a run.
inline double mass_of(const Model& model, int body) { return model.bodies[body].mass; }
inline Vec3 velocity_of(SceneRun& run, int body) {
    return body_momenta(run.model(), run.state().c, run.state().v)[body].linear / mass_of(run.model(), body);
}
inline Vec3 centre_of(SceneRun& run, int body) {
    const Model& model = run.model();
    Vec3 sum = Vec3::zero();
    double mass = 0.0;
    for (int i = 0; i < model.node_count(); ++i)
        if (model.node_body[i] == body) {
            sum += model.mass.diagonal[i] * run.state().c[i];
            mass += model.mass.diagonal[i];
        }
    return sum / mass;
}

/// "fine, E 1e+06…": so that test names tell what they are about.
inline const char* word(Make make) {
    constexpr const char* words[] = {"coarse", "fine", "odd", "lattice", "springs"};
    return words[static_cast<int>(make)];
}

}  // namespace talweg::testing
