#include "talweg/scene/build/cached_modes.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "talweg/format/content_cache.hpp"
#include "talweg/scene/build/subspace.hpp"

namespace talweg {

Modes cached_modes(const Eigen::SparseMatrix<double>& k, const Eigen::VectorXd& mass, int count, double shift,
                   const Eigen::MatrixXd& against, const std::function<void(double)>& progress) {
    const ContentCache cache = ContentCache::of_user();
    if (cache.folder().empty()) return smallest_modes(k, mass, count, shift, against, progress);
    Eigen::SparseMatrix<double> whole = k;
    whole.makeCompressed();
    const auto numbers = [](const double* data, Eigen::Index size) {
        return std::span<const double>(data, static_cast<std::size_t>(size));
    };
    Sha256 key;
    key.add("modes 2");
    key.add(std::as_bytes(std::span(whole.outerIndexPtr(), static_cast<std::size_t>(whole.outerSize()) + 1)));
    key.add(std::as_bytes(std::span(whole.innerIndexPtr(), static_cast<std::size_t>(whole.nonZeros()))));
    key.add(numbers(whole.valuePtr(), whole.nonZeros()));
    key.add(numbers(mass.data(), mass.size()));
    key.add(numbers(against.data(), against.size()));
    const double asked[] = {static_cast<double>(count), shift, static_cast<double>(against.cols())};
    key.add(asked);
    const Eigen::Index n = mass.size();
    if (const auto found = cache.find(key); found && found->size() % static_cast<std::size_t>(n + 1) == 0) {
        const auto modes = static_cast<Eigen::Index>(found->size()) / (n + 1);
        if (progress) progress(1.0);
        return {Eigen::Map<const Eigen::VectorXd>(found->data(), modes),
                Eigen::Map<const Eigen::MatrixXd>(found->data() + modes, n, modes)};
    }
    Modes modes = smallest_modes(k, mass, count, shift, against, progress);
    std::vector<double> all(modes.values.begin(), modes.values.end());
    all.insert(all.end(), modes.vectors.data(), modes.vectors.data() + modes.vectors.size());
    cache.keep(key, all);
    return modes;
}

std::vector<int> cached_clusters(const Eigen::MatrixXd& rows, int count) {
    const ContentCache cache = ContentCache::of_user();
    const auto n = static_cast<std::size_t>(rows.rows());
    if (cache.folder().empty() || static_cast<std::size_t>(count) >= n) return cluster_rows(rows, count);
    Sha256 key;
    key.add("clusters 1");
    key.add(std::span<const double>(rows.data(), static_cast<std::size_t>(rows.size())));
    const double asked[] = {static_cast<double>(rows.rows()), static_cast<double>(count)};
    key.add(asked);
    const auto is_number = [&](double c) { return c >= 0.0 && c < count && c == std::floor(c); };
    if (const auto found = cache.find(key); found && found->size() == n && std::ranges::all_of(*found, is_number))
        return {found->begin(), found->end()};
    std::vector<int> of = cluster_rows(rows, count);
    cache.keep(key, std::vector<double>(of.begin(), of.end()));
    return of;
}

}  // namespace talweg
