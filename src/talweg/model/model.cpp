#include "talweg/model/model.hpp"

namespace talweg {

void prescribed_points(const Model& model, double time, Positions& b) {
    b = model.b;
    for (const Script& s : model.scripts)
        if (s.node < 0) b[s.point] = model.motions[s.motion].at(s.start, time);
}

void prescribe_nodes(const Model& model, double time, Nodes& c) {
    for (const Script& s : model.scripts) {
        if (s.node < 0) continue;
        const Vec3 target = model.motions[s.motion].at(s.start, time);
        for (int a = 0; a < 3; ++a)
            if (s.axes & (1 << a)) c[s.node][a] = target[a];
    }
}

}  // namespace talweg
