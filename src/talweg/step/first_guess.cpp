#include "talweg/step/first_guess.hpp"

#include <optional>

#include "talweg/math/parallel.hpp"

namespace talweg {

namespace {

/// Where everything gets in dt from `target`: false when nothing gets farther than is negligible.
bool lead_on(const Landscape& landscape, const Nodes& target, const Going& going, bool gaining, double dt,
             double negligible, const Nodes& c, Backend& backend, Nodes& guess) {
    const Model& model = backend.model();
    Nodes move(c.size());
    const int n = static_cast<int>(c.size());
    double farthest = parallel_max(n, [&](int begin, int end) {
        double of_piece = 0.0;
        for (int i = begin; i < end; ++i) {
            move[i] = gaining ? dt * (going.v[i] + dt * going.a[i]) : dt * going.v[i];
            for (int a = 0; a < 3; ++a)
                if (model.held_axes[i] & (1 << a)) move[i][a] = 0.0;
            of_piece = std::max(of_piece, norm(move[i]));
        }
        return of_piece;
    });
    backend.keep_constraints(move);
    for (const Flown& f : going.flown) farthest = std::max(farthest, norm(f.place - target[f.node]));
    if (!(farthest > negligible)) return false;
    backend.bend(landscape, c, negligible, move);
    guess.resize(c.size());
    parallel_nodes(n, [&](int i) { guess[i] = target[i] + move[i]; });
    for (const Flown& f : going.flown) guess[f.node] = f.place;
    return true;
}

bool may_go(const Landscape& landscape, const Nodes& c, const Nodes& guess, Backend& backend) {
    Nodes way(c.size());
    parallel_nodes(static_cast<int>(c.size()), [&](int i) { way[i] = guess[i] - c[i]; });
    return backend.largest_safe_step(landscape, c, way) == 1.0 && !backend.friction_may_stop(landscape, guess);
}

}  // namespace

bool goes_on(const Landscape& landscape, const Nodes& target, const Going& going, double dt,
             const NewtonSettings& settings, Nodes& c, Backend& backend) {
    if (landscape.inertia == 0.0) return false;
    Nodes guess, best;
    std::optional<double> lowest;  // energy so far, first that of staying
    for (const bool gaining : {false, true}) {
        if (gaining && going.a.empty()) continue;
        if (!lead_on(landscape, target, going, gaining, dt, settings.tolerance * dt, c, backend, guess)) continue;
        // Beyond what is in the way energies say nothing; and where it is about to be met, nor does what was gained.
        const bool first = !lowest;
        if (first && !may_go(landscape, c, guess, backend)) return false;
        if (first) lowest = backend.energy(landscape, target);
        const double energy = backend.energy(landscape, guess);
        if (!(energy < *lowest) || (!first && !may_go(landscape, c, guess, backend))) continue;
        lowest = energy;
        best.swap(guess);
    }
    if (best.empty()) return false;
    c = std::move(best);
    return true;
}

}  // namespace talweg
