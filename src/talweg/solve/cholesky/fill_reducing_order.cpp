#include "talweg/solve/cholesky/fill_reducing_order.hpp"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#ifdef TALWEG_WITH_CHOLMOD
#include <metis.h>
#endif

#include "talweg/math/error.hpp"

namespace talweg {

std::vector<int> minimum_degree_order(const NodeGraph& graph) {
    const int n = graph.node_count();
    if (n == 0) return {};
    // With its diagonal, as Eigen wants it; values play no part.
    Eigen::SparseMatrix<char> matrix(n, n);
    matrix.resizeNonZeros(static_cast<Eigen::Index>(graph.neighbours.size()) + n);
    int at = 0;
    for (int i = 0; i < n; ++i) {
        matrix.outerIndexPtr()[i] = at;
        for (int k = graph.begins[i]; k < graph.begins[i + 1]; ++k) matrix.innerIndexPtr()[at++] = graph.neighbours[k];
        matrix.innerIndexPtr()[at++] = i;
    }
    matrix.outerIndexPtr()[n] = at;
    std::fill_n(matrix.valuePtr(), at, char(1));
    Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
    Eigen::internal::minimum_degree_ordering(matrix, order);
    return {order.indices().data(), order.indices().data() + n};
}

std::vector<int> dissection_order(const NodeGraph& graph) {
#ifdef TALWEG_WITH_CHOLMOD
    static_assert(sizeof(idx_t) == sizeof(int));
    int n = graph.node_count();
    if (n == 0 || graph.neighbours.empty()) return {};
    std::vector<int> begins = graph.begins, neighbours = graph.neighbours, order(n), place(n);
    idx_t options[METIS_NOPTIONS];
    METIS_SetDefaultOptions(options);
    options[METIS_OPTION_NUMBERING] = 0;
    options[METIS_OPTION_SEED] = 1;
    if (METIS_NodeND(&n, begins.data(), neighbours.data(), nullptr, options, order.data(), place.data()) != METIS_OK)
        throw Error("the linear system does not fit into memory; use the solver \"cg\" or a coarser mesh");
    return order;
#else
    static_cast<void>(graph);
    return {};
#endif
}

}  // namespace talweg
