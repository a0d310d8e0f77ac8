#include "talweg/model/rig.hpp"

namespace talweg {

std::vector<AffineMap> HandleMotions::at(double time) const {
    std::vector<AffineMap> maps;
    for (const Motion& motion : motions_) {
        AffineMap& map = maps.emplace_back();
        map.offset = motion.at(Vec3::zero(), time);
        for (int k = 0; k < 3; ++k) {
            Vec3 unit = Vec3::zero();
            unit[k] = 1.0;
            const Vec3 image = motion.at(unit, time) - map.offset;
            for (int a = 0; a < 3; ++a) map.linear(a, k) = image[a];
        }
    }
    return maps;
}

std::vector<Vec3> RigFrame::images(const std::vector<AffineMap>& maps) const {
    std::vector<Vec3> all;
    for (const AffineMap& map : maps) {
        for (int k = 0; k < axes(); ++k) {
            Vec3 along = Vec3::zero();
            along[k] = length;
            all.push_back(map.linear * along);
        }
        all.push_back(map(origin));
    }
    return all;
}

Eigen::MatrixXd skinning_matrix(const Eigen::MatrixXd& weights, const Positions& start, const RigFrame& frame) {
    const int columns = frame.columns();
    Eigen::MatrixXd j(weights.rows(), weights.cols() * columns);
    for (Eigen::Index i = 0; i < weights.rows(); ++i)
        for (Eigen::Index handle = 0; handle < weights.cols(); ++handle)
            for (int k = 0; k < columns; ++k)
                j(i, handle * columns + k) = weights(i, handle) * frame.coordinate(start[i], k);
    return j;
}

void RigDrive::add(double time, std::vector<double>& d) const {
    const std::vector<Vec3> images = frame_.images(motion_->at(time));
    int row = first_row_;
    for (Eigen::Index s = 0; s < gains_.rows(); ++s) {
        Vec3 sum = Vec3::zero();
        for (std::size_t k = 0; k < images.size(); ++k) sum += gains_(s, static_cast<Eigen::Index>(k)) * images[k];
        for (int a = 0; a < frame_.axes(); ++a) d[row++] += sum[a];
    }
}

}  // namespace talweg
