#include "talweg/solve/multilevel/aggregates.hpp"

#include "talweg/solve/multilevel/rows_in_pieces.hpp"

namespace talweg {

namespace {

constexpr double firm = 0.02;  // θ
constexpr int reach = 2;       // of a region, from its middle: with less, coarse levels cost more than they save

struct Coupling {
    int unit;
    double strength;  // squared, relative
};

/// The firm couplings of every unit, in the order of units.
struct FirmGraph {
    std::vector<int> begins;
    std::vector<Coupling> couplings;
    std::span<const Coupling> around(int u) const {
        return {couplings.data() + begins[u], static_cast<std::size_t>(begins[u + 1] - begins[u])};
    }
};

double free_norm_squared(const Mat3& block, bool transposed, int i, int j, const Unknowns& unknowns) {
    double sum = 0.0;
    for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c)
            if (unknowns(i, r) >= 0 && unknowns(j, c) >= 0) {
                const double value = transposed ? block(c, r) : block(r, c);
                sum += value * value;
            }
    return sum;
}

FirmGraph firm_graph(const BlockMatrix& a, const FullRows& rows, const Unknowns& unknowns, int width) {
    const int n = unknowns.node_count() / width;
    // Squared norms of unit blocks, row by row: the same units in every row of a unit, for its nodes are alike.
    std::vector<std::vector<Coupling>> all((n + node_grain - 1) / node_grain);
    std::vector<int> counts(n, 0);
    std::vector<double> own(n, 0.0);
    const auto find = [&](int begin, int end) {
        std::vector<Coupling>& found = all[begin / node_grain];
        for (int u = begin; u < end; ++u) {
            const std::size_t first = found.size();
            for (int k = 0; k < width; ++k) {
                const int i = u * width + k;
                std::size_t at = first;
                for (const FullRows::Entry& entry : rows.row(i)) {
                    const int v = entry.column / width;
                    const double square =
                        free_norm_squared(a.values[entry.block], entry.transposed, i, entry.column, unknowns);
                    if (v == u) {
                        own[u] += square;
                        continue;
                    }
                    while (at < found.size() && found[at].unit < v) ++at;
                    if (at == found.size()) found.push_back({v, 0.0});
                    if (found[at].unit == v) found[at].strength += square;
                }
            }
            counts[u] = static_cast<int>(found.size() - first);
        }
    };
    parallel_pieces(n, find, node_grain);
    // Of these the firm ones, still piece by piece.
    const auto sift = [&](int begin, int end) {
        std::vector<Coupling>& found = all[begin / node_grain];
        std::size_t at = 0, kept = 0;
        for (int u = begin; u < end; ++u) {
            const std::size_t first = kept;
            for (int k = 0; k < counts[u]; ++k, ++at) {
                const double relative = found[at].strength / std::sqrt(own[u] * own[found[at].unit]);
                if (relative > firm * firm) found[kept++] = {found[at].unit, relative};
            }
            counts[u] = static_cast<int>(kept - first);
        }
        found.resize(kept);
    };
    parallel_pieces(n, sift, node_grain);
    return {begins_of(counts), joined(all)};
}

/// What is within reach of u; false when some of that is in a region already.
bool surroundings(const FirmGraph& graph, int u, const std::vector<int>& of_unit, std::vector<int>& seen,
                  std::vector<int>& out) {
    out.assign(1, u);
    seen[u] = u;
    std::size_t begin = 0;
    for (int ring = 0; ring < reach; ++ring)
        for (const std::size_t end = out.size(); begin < end; ++begin)
            for (const Coupling& coupling : graph.around(out[begin])) {
                if (of_unit[coupling.unit] >= 0) return false;
                if (seen[coupling.unit] == u) continue;
                seen[coupling.unit] = u;
                out.push_back(coupling.unit);
            }
    return true;
}

}  // namespace

Aggregates aggregate(const BlockMatrix& a, const FullRows& rows, const Unknowns& unknowns, int width) {
    const FirmGraph graph = firm_graph(a, rows, unknowns, width);
    const int n = static_cast<int>(graph.begins.size()) - 1;
    Aggregates regions{0, std::vector<int>(n, -1)};
    std::vector<int> seen(n, -1), members;
    for (int u = 0; u < n; ++u) {
        if (regions.of_unit[u] >= 0 || graph.around(u).empty()) continue;
        if (!surroundings(graph, u, regions.of_unit, seen, members)) continue;
        for (const int v : members) regions.of_unit[v] = regions.count;
        ++regions.count;
    }
    for (int round = 0; round < reach; ++round) {
        const std::vector<int> before = regions.of_unit;
        parallel_pieces(n, [&](int begin, int end) {
            for (int u = begin; u < end; ++u) {
                if (before[u] >= 0) continue;
                double firmest = 0.0;
                for (const Coupling& coupling : graph.around(u))
                    if (before[coupling.unit] >= 0 && coupling.strength > firmest) {
                        firmest = coupling.strength;
                        regions.of_unit[u] = before[coupling.unit];
                    }
            }
        });
    }
    for (int u = 0; u < n; ++u) {  // islands too small to have had a middle
        if (regions.of_unit[u] >= 0 || graph.around(u).empty()) continue;
        regions.of_unit[u] = regions.count;
        for (const Coupling& coupling : graph.around(u))
            if (regions.of_unit[coupling.unit] < 0) regions.of_unit[coupling.unit] = regions.count;
        ++regions.count;
    }
    return regions;
}

}  // namespace talweg
