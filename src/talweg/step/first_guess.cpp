#include "talweg/step/first_guess.hpp"

namespace talweg {

bool goes_on(const Landscape& landscape, const Nodes& target, const Going& going, double dt,
             const NewtonSettings& settings, Nodes& c, Backend& backend) {
    if (landscape.inertia == 0.0) return false;
    const Model& model = backend.model();
    const double negligible = settings.tolerance * dt;
    Nodes move(c.size()), guess = target;
    double farthest = 0.0;
    for (std::size_t i = 0; i < c.size(); ++i) {
        move[i] = dt * going.v[i];
        for (int a = 0; a < 3; ++a)
            if (model.held_axes[i] & (1 << a)) move[i][a] = 0.0;
        farthest = std::max(farthest, norm(move[i]));
    }
    backend.keep_constraints(move);
    for (const Flown& f : going.flown) farthest = std::max(farthest, norm(f.place - target[f.node]));
    if (!(farthest > negligible)) return false;
    backend.bend(landscape, c, negligible, move);
    for (std::size_t i = 0; i < c.size(); ++i) guess[i] += move[i];
    for (const Flown& f : going.flown) guess[f.node] = f.place;
    for (std::size_t i = 0; i < c.size(); ++i) move[i] = guess[i] - c[i];
    if (backend.largest_safe_step(landscape, c, move) < 1.0 || backend.friction_may_stop(landscape, guess) ||
        !(backend.energy(landscape, guess) < backend.energy(landscape, target)))
        return false;
    c = std::move(guess);
    return true;
}

}  // namespace talweg
