/// Bodies that few numbers move: nodes are the functions of a subspace (scene/build/subspace.hpp), points follow all of
/// them, and what the material says is asked of groups of elements.
///
/// A group's deformation gradient is the mean of its elements', F = Σ_e V_e F_e / V, linear in the nodes. It is that of
/// one element that is nowhere, with corners 0 and L F e_k and the group's volume: its corners are inner points of the
/// model, and every energy of solids acts on it as it is.
#pragma once
#include "talweg/model/model_builder.hpp"
#include "talweg/scene/build/build_progress.hpp"
#include "talweg/scene/build/constraint_builder.hpp"
#include "talweg/scene/build/element_collector.hpp"
#include "talweg/scene/build/subspace.hpp"

namespace talweg {

class ReducedBuilder {
public:
    ReducedBuilder(const Scene& scene, ModelBuilder& builder, BuildProgress progress = {})
        : scene_(scene), builder_(builder), progress_(std::move(progress)) {}

    /// Whether the body is moved by few numbers.
    static bool is_reduced(const BodySpec& spec) {
        return spec.reduce || (spec.rig && spec.rig->secondary == Secondary::none);
    }
    /// Nodes and points of the body. Returns its first point.
    int add(const BodySpec& spec, const BodyShape& shape, const VertexBody& body, ConstraintBuilder& constraints,
            std::vector<std::string>& notes);
    /// Elements of all of them, after all points that are places.
    void finish();

private:
    struct Made {
        const BodySpec* spec;
        BodyShape groups;                           // one element per group, as it rests
        std::vector<std::vector<NodeWeight>> rows;  // of their points
        Positions b;                                // likewise
        std::vector<int> nodes;
        std::vector<double> weight;  // of the nodes: what of gravity acts on each
        std::vector<double> mass;    // of the nodes
    };
    void group_elements(const BodyShape& shape, const Eigen::MatrixXd& all, const Subspace& subspace, Made& made) const;

    const Scene& scene_;
    ModelBuilder& builder_;
    BuildProgress progress_;
    std::vector<Made> made_;
};

}  // namespace talweg
