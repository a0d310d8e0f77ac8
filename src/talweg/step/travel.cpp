#include "talweg/step/travel.hpp"

namespace talweg {

namespace {

/// The straight way is free, and leads to a place of finite energy.
bool is_free(const Landscape& landscape, const Nodes& c, const Nodes& target, Backend& backend) {
    Nodes move(c.size());
    for (std::size_t i = 0; i < c.size(); ++i) move[i] = target[i] - c[i];
    return backend.largest_safe_step(landscape, c, move) == 1.0 && std::isfinite(backend.energy(landscape, target));
}

std::vector<Pull> pulls_to(const Nodes& target, const Model& model, double stiffness) {
    std::vector<Pull> pulls;
    for (const Script& s : model.scripts)
        if (s.node >= 0) pulls.push_back({s.node, s.axes, target[s.node], stiffness * model.mass.diagonal[s.node]});
    return pulls;
}

}  // namespace

Descent travel(const Landscape& landscape, double time, Nodes& c, double dt, const NewtonSettings& settings,
               Backend& backend) {
    const Model& model = backend.model();
    Descent report;
    report.outcome = Outcome::converged;
    Nodes target = c;
    prescribe_nodes(model, time, target);
    if (target == c) return report;
    if (!backend.guarded()) {
        c = std::move(target);
        return report;
    }
    Landscape pulled = landscape;
    backend.set_travelling(true);
    double stiffness = 1e3;
    for (int attempt = 0; !is_free(landscape, c, target, backend); ++attempt) {
        if (attempt == 30) report.outcome = Outcome::stalled;
        if (!report.reached()) break;
        // On the way, the other components of the nodes may have moved.
        prescribe_nodes(model, time, target = c);
        pulled.pulls = pulls_to(target, model, stiffness);
        report.append(descend(pulled, c, dt, settings, backend));
        prescribe_nodes(model, time, target = c);
        stiffness *= 2.0;
    }
    backend.set_travelling(false);
    if (report.reached()) c = std::move(target);
    return report;
}

}  // namespace talweg
