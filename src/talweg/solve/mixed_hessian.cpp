#include "talweg/solve/mixed_hessian.hpp"

#include "talweg/math/parallel.hpp"

namespace talweg {

const System& MixedHessian::assemble(const Landscape& landscape, const Nodes& c, double share) {
    if (share > 0.0 && share < 1.0) {
        if (!known_) know(landscape, c);
        return backend_.mix(exact_, share, excess_);
    }
    known_ = false;
    exact_here_ = share == 0.0;
    return backend_.assemble(landscape, c, exact_here_ ? Hessian::exact : Hessian::projected, &unknowns_);
}

void MixedHessian::know(const Landscape& landscape, const Nodes& c) {
    if (!exact_here_) backend_.assemble(landscape, c, Hessian::exact, &unknowns_);
    const std::vector<Mat3>& values = backend_.system().hessian.values;
    const auto each_block = [&](const auto& function) { parallel_nodes(static_cast<int>(values.size()), function); };
    exact_.resize(values.size());
    each_block([&](int k) { exact_[k] = values[k]; });
    backend_.assemble(landscape, c, Hessian::projected);
    excess_.resize(values.size());
    each_block([&](int k) { excess_[k] = values[k] - exact_[k]; });
    known_ = true;
    exact_here_ = false;
}

}  // namespace talweg
