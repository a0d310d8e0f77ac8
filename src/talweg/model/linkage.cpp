#include "talweg/model/linkage.hpp"

#include <algorithm>
#include <cmath>

namespace talweg {

PointMap composed(const PointMap& first, const PointMap& second) {
    PointMap result;
    std::vector<NodeWeight> row;
    for (int i = 0; i < first.point_count(); ++i) {
        row.clear();
        for (const NodeWeight& w : first.row(i))
            for (const NodeWeight& v : second.row(w.node)) {
                const auto known = std::find_if(row.begin(), row.end(), [&](auto& r) { return r.node == v.node; });
                if (known == row.end())
                    row.push_back({v.node, w.weight * v.weight});
                else
                    known->weight += w.weight * v.weight;
            }
        std::erase_if(row, [](const NodeWeight& w) { return std::fabs(w.weight) < 1e-13; });
        for (NodeWeight& w : row)  // what equals a node, to the last digit, is that node
            if (row.size() == 1 && std::fabs(w.weight - 1.0) < 1e-12) w.weight = 1.0;
        result.add_point(row);
    }
    return result;
}

MassMatrix composed(const MassMatrix& mass, const PointMap& nodes, int node_count) {
    MassMatrix result;
    result.diagonal.assign(node_count, 0.0);
    const auto add = [&](int a, int b, double m) {
        if (a == b)
            result.diagonal[a] += m;
        else
            result.couplings.push_back({std::min(a, b), std::max(a, b), m});
    };
    for (std::size_t i = 0; i < mass.diagonal.size(); ++i) {
        const auto row = nodes.row(static_cast<int>(i));
        for (std::size_t a = 0; a < row.size(); ++a)
            for (std::size_t b = a; b < row.size(); ++b)
                add(row[a].node, row[b].node, mass.diagonal[i] * row[a].weight * row[b].weight);
    }
    for (const auto& [i, j, m] : mass.couplings)
        for (const NodeWeight& a : nodes.row(i))
            for (const NodeWeight& b : nodes.row(j)) {
                // m (v_i·v_j) of both orders: on the diagonal it counts twice
                add(a.node, b.node, (a.node == b.node ? 2.0 : 1.0) * m * a.weight * b.weight);
            }
    auto& all = result.couplings;
    std::sort(all.begin(), all.end(), [](const auto& p, const auto& q) { return p.i != q.i ? p.i < q.i : p.j < q.j; });
    std::size_t count = 0;
    for (std::size_t k = 0; k < all.size();) {
        MassMatrix::Coupling sum{all[k].i, all[k].j, 0.0};
        for (; k < all.size() && all[k].i == sum.i && all[k].j == sum.j; ++k) sum.mass += all[k].mass;
        if (sum.mass != 0.0) all[count++] = sum;
    }
    all.resize(count);
    return result;
}

}  // namespace talweg
