#include "talweg/model/neighbour_term.hpp"

namespace talweg {

void NeighbourTerm::add_forces(const Vec3* x, const Vec3* v, int begin, int, Vec3* f, const std::byte*) const {
    if (begin != 0) return;
    // A dissipation sees the move of one second at the velocity v; its gradient is then ∂D/∂v.
    std::vector<Vec3> moved;
    if (dissipative()) {
        moved.assign(x, x + points_end());
        for (std::size_t i = 0; i < moved.size(); ++i) moved[i] += v[i];
    }
    look(x)->add_gradient({dissipative() ? moved.data() : x, x, 1.0}, -1.0, f);
}

ForceSize NeighbourTerm::force_size(const Configuration& at, const Vec3* move, int element, Vec3* change) const {
    const std::size_t count = static_cast<std::size_t>(points_end());
    std::vector<Vec3> gradient(count, Vec3::zero()), changes(count, Vec3::zero());
    const auto view = look(at.x_ref);
    view->add_gradient(at, 1.0, gradient.data());
    view->hessian(at, 1.0)->add_product(move, changes.data());
    const int point = points()[element];
    *change = changes[point];
    constexpr double unit_roundoff = 0x1p-53;
    return {norm(gradient[point]), norm(changes[point]), unit_roundoff * norm(gradient[point])};
}

}  // namespace talweg
