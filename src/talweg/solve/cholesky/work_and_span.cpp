#include "talweg/solve/cholesky/work_and_span.hpp"

#include <algorithm>

#include "talweg/solve/cholesky/tiles.hpp"

namespace talweg {

namespace {

/// What all updates do in a tile; what stands above the diagonal of products counts, for it is computed.
double updates_of_tile(const Supernodes& s, int at, const tiles::Grid::Square& tile) {
    double flops = 0.0;
    for (const Supernodes::Update& update : s.updates_of(at)) {
        const auto met = tiles::meet(s, at, update, tile);
        const int* offsets = s.offsets.data() + s.row_begins[update.from];
        const int rows = static_cast<int>(s.rows_of(update.from).size());
        const auto offset = [&](int k) { return k < rows ? offsets[k] : s.height(update.from); };
        const double columns = offset(met.column_end) - offset(met.column_begin);
        double all = columns * (offset(met.row_end) - offset(met.row_begin));
        // Chunks on the diagonal leave out what is above them.
        if (met.row_begin < met.column_end)
            for (double passed = tiles::chunk; passed < columns; passed += tiles::chunk)
                all -= passed * std::min<double>(tiles::chunk, columns - passed);
        flops += 2.0 * all * s.width(update.from);
    }
    return flops;
}

/// Of one supernode, its children being done.
WorkAndSpan of_supernode(const Supernodes& s, int at) {
    const int width = s.width(at), height = s.height(at), rows = static_cast<int>(s.rows_of(at).size());
    const int own = s.begins[at + 1] - s.begins[at];
    double dense = 0.0;
    for (int a = 0; a < width; ++a) dense += (height - a) * (2.0 * a + 1.0);
    if (rows <= tiles::whole) {
        const double all = dense + updates_of_tile(s, at, {0, rows, 0, own});
        return {all, all};
    }
    WorkAndSpan result{dense, 0.0};
    const tiles::Grid grid{rows, own, tiles::nodes(rows)};
    for (int k = 0; k < grid.count(); ++k) {
        const double flops = updates_of_tile(s, at, grid[k]);
        result.work += flops;
        result.span = std::max(result.span, flops);
    }
    for (int b = 0; b < width; b += tiles::block) {
        const int end = std::min(width, b + tiles::block);
        for (int c = b; c < end; c += tiles::panel) {
            const double n = std::min(tiles::panel, end - c), before = c - b;
            const double below = std::min<double>(tiles::height, height - c - n);
            result.span += 2.0 * n * n * before + n * n * n / 3.0 + below * n * (2.0 * before + n);
        }
        const double columns = std::min(tiles::square(height), width - end),
                     below = std::min(tiles::square(height), height - end);
        result.span += 2.0 * columns * below * (end - b);
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
