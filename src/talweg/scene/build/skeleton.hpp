/// A rig from a glTF file: its joints, how they move, and how much of a body's points each carries.
#pragma once
#include "talweg/scene/build/rig_builder.hpp"

namespace talweg {

struct Skeleton {
    Eigen::MatrixXd weights;
    std::shared_ptr<const RigMotion> motion;
};

/// The file's coordinates are placed like the body's. Points on the file's mesh are carried as its vertices are; those
/// inside by harmonic weights. `duration`: of the run, s.
Skeleton read_skeleton(const BodySpec& body, const BodyShape& shape, const Positions& start, double duration,
                       std::vector<std::string>& notes);

}  // namespace talweg
