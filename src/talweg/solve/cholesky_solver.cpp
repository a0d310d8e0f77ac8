#include "talweg/solve/cholesky_solver.hpp"

#include <cstring>

#include "talweg/math/available_memory.hpp"
#include "talweg/math/error.hpp"
#include "talweg/solve/cost_units.hpp"
#include "talweg/solve/scalar_matrix.hpp"

namespace talweg {

namespace {

constexpr double worn_order = 1.5;      // times the flops that it was made for
constexpr double most_entries = 5e8;    // of a factor: 4 GB
constexpr double stored_entries = 1.5;  // times those that are counted, with what is padded

}  // namespace

const Supernodes& CholeskySolver::structure() {
    if (!factor_) {
        if (!order_.empty()) {
            factor_ = std::make_unique<SparseCholesky>(pattern_, unknowns_, order_);
            if (factor_->structure().flops > worn_order * order_flops_) factor_ = nullptr;
        }
        if (!factor_) {
            order_ = elimination_order(pattern_, unknowns_);
            factor_ = std::make_unique<SparseCholesky>(pattern_, unknowns_, order_);
            order_flops_ = factor_->structure().flops;
        }
        ++analyses_;
    }
    return factor_->structure();
}

double CholeskySolver::solution_cost() { return factor_solution_cost(structure().entries, pattern_.node_count()); }

bool CholeskySolver::fits(double beside) {
    const double entries = structure().entries;
    return entries <= most_entries && stored_entries * sizeof(double) * entries + beside <= available_memory();
}

double CholeskySolver::break_even() {
    return factorisation_cost(structure().flops, structure().entries) / solution_cost();
}

bool CholeskySolver::factorize(const BlockMatrix& h, double shift) {
    structure();
    if (shift == 0.0) return factor_->factorize(h, {}, *interruption_);
    std::vector<double> added = shift_unit(h, unknowns_);
    for (double& value : added) value *= shift;
    return factor_->factorize(h, added, *interruption_);
}

bool CholeskySolver::solve(const std::vector<double>& r, std::vector<double>& p) {
    p = r;
    factor_->solve(p.data());
    return is_finite(p);
}

void CholeskySolver::learn_from(const LinearSolver& earlier) {
    const auto* other = dynamic_cast<const CholeskySolver*>(&earlier);
    if (!other || analyses_ > 0) return;
    order_ = other->order_;
    order_flops_ = other->order_flops_;
}

std::vector<std::byte> CholeskySolver::save() const {
    if (order_.empty()) return {};
    std::vector<std::byte> bytes(sizeof order_flops_ + order_.size() * sizeof(int));
    std::memcpy(bytes.data(), &order_flops_, sizeof order_flops_);
    std::memcpy(bytes.data() + sizeof order_flops_, order_.data(), order_.size() * sizeof(int));
    return bytes;
}

void CholeskySolver::restore(std::span<const std::byte> saved) {
    if (saved.empty()) return;
    const std::size_t nodes = pattern_.node_count();
    if (saved.size() != sizeof order_flops_ + nodes * sizeof(int)) refuse_memory_of_another_scene();
    std::vector<int> order(nodes);
    std::memcpy(&order_flops_, saved.data(), sizeof order_flops_);
    std::memcpy(order.data(), saved.data() + sizeof order_flops_, nodes * sizeof(int));
    std::vector<char> seen(nodes, 0);
    for (const int node : order)
        if (node < 0 || node >= static_cast<int>(nodes) || seen[node]++) refuse_memory_of_another_scene();
    order_ = std::move(order);
    factor_ = nullptr;
}

}  // namespace talweg
