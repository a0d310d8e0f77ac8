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
    return backend_.assemble(landscape, c, exact_here_ ? Hessian::exact : Hessian::projected);
}

void MixedHessian::know(const Landscape& landscape, const Nodes& c) {
    if (!exact_here_) backend_.assemble(landscape, c, Hessian::exact);
    exact_ = backend_.system().hessian.values;
    excess_ = backend_.assemble(landscape, c, Hessian::projected).hessian.values;
    parallel_pieces(static_cast<int>(exact_.size()), [&](int begin, int end) {
        for (int k = begin; k < end; ++k) excess_[k] -= exact_[k];
    });
    known_ = true;
    exact_here_ = false;
}

}  // namespace talweg
