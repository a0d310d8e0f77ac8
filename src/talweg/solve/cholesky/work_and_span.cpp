#include "talweg/solve/cholesky/work_and_span.hpp"

#include <algorithm>

#include "talweg/solve/cholesky/tiles.hpp"

namespace talweg {

namespace {

/// Of one supernode, its children being done.
WorkAndSpan of_supernode(const Supernodes& s, int at) {
    const double width = s.width(at), height = s.height(at);
    double updates = 0.0;
    for (const Supernodes::Update& update : s.updates_of(at)) {
        const int* offsets = s.offsets.data() + s.row_begins[update.from];
        const int rows = static_cast<int>(s.rows_of(update.from).size());
        const double first = offsets[update.begin],
                     end = update.end < rows ? offsets[update.end] : s.height(update.from);
        updates += 2.0 * (s.height(update.from) - first) * (end - first) * s.width(update.from);
    }
    double dense = 0.0;
    for (int a = 0; a < width; ++a) dense += (height - a) * (2.0 * a + 1.0);
    WorkAndSpan result{updates + dense, updates + dense};
    const double rows = static_cast<double>(s.rows_of(at).size());
    if (rows <= tiles::whole) return result;
    result.span = updates * std::min(1.0, 2.0 * tiles::rows / rows);  // tiles differ: twice the mean
    for (double c = 0.0; c < width; c += tiles::panel) {
        const double n = std::min<double>(tiles::panel, width - c),
                     below = std::min<double>(tiles::height, height - c - n);
        result.span += 2.0 * n * n * c + n * n * n / 3.0 + below * n * (2.0 * c + n);
    }
    return result;
}

}  // namespace

WorkAndSpan factorisation_work(const Supernodes& s) {
    WorkAndSpan all;
    std::vector<double> chain(s.count(), 0.0);  // until a supernode is done
    const auto hand_up = [&](int at, double done) {
        all.span = std::max(all.span, done);
        if (s.parent[at] >= 0) chain[s.parent[at]] = std::max(chain[s.parent[at]], done);
    };
    for (const Supernodes::Branch& branch : s.branches) {
        double work = 0.0;
        for (int k = branch.begin; k < branch.end; ++k) work += of_supernode(s, k).work;
        all.work += work;
        hand_up(branch.end - 1, work);
    }
    for (const int k : s.above) {
        const WorkAndSpan own = of_supernode(s, k);
        all.work += own.work;
        hand_up(k, chain[k] + own.span);
    }
    return all;
}

}  // namespace talweg
