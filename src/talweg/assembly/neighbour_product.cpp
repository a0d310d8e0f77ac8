#include "talweg/assembly/neighbour_product.hpp"

#include "talweg/math/parallel.hpp"

namespace talweg {

NeighbourProduct::NeighbourProduct(const Model& model, const NodeFollowers& followers,
                                   std::vector<std::shared_ptr<const PointProduct>> parts)
    : model_(model), followers_(followers), parts_(std::move(parts)), diagonal_(model.node_count(), Mat3::zero()) {
    std::vector<Mat3> of_points(model.point_count(), Mat3::zero());
    for (const auto& part : parts_) part->add_diagonal(of_points.data());
    for (int i = 0; i < model.node_count(); ++i)
        for (const auto& [point, weight] : followers.of(i)) diagonal_[i] += (weight * weight) * of_points[point];
}

void NeighbourProduct::add_product(const Nodes& d, Nodes& y) const {
    Positions move, image(model_.point_count(), Vec3::zero());
    follow_move(model_.map, d, move);
    for (const auto& part : parts_) part->add_product(move.data(), image.data());
    parallel_pieces(model_.node_count(), [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            Vec3 sum = y[i] - diagonal_[i] * d[i];
            for (const auto& [point, weight] : followers_.of(i)) sum += weight * image[point];
            y[i] = sum;
        }
    });
}

}  // namespace talweg
