#include "talweg/model/model.hpp"

namespace talweg {

namespace {

void place(const Model& model, const Script& script, double time, Vec3& at) {
    const Vec3 target = model.motions[script.motion].at(script.start, time);
    for (int a = 0; a < 3; ++a)
        if (script.axes & (1 << a)) at[a] = target[a];
}

}  // namespace

void prescribed_points(const Model& model, double time, Positions& b) {
    b = model.b;
    for (const Script& s : model.scripts)
        if (s.node < 0) place(model, s, time, b[s.point]);
}

std::vector<double> load_factors(const Model& model, double time) {
    if (model.load_curves.empty()) return {};
    std::vector<double> factors(model.terms.size(), 1.0);
    for (const LoadCurve& load : model.load_curves) factors[load.term] = load.curve.at(time);
    return factors;
}

void prescribe_nodes(const Model& model, double time, Nodes& c) {
    for (const Script& s : model.scripts)
        if (s.node >= 0) place(model, s, time, c[s.node]);
}

}  // namespace talweg
