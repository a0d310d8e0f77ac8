/// Constraints of bodies, as scenes write them, into rows over the nodes of a model: A c = d(t).
#pragma once
#include "talweg/model/model_builder.hpp"
#include "talweg/model/rig.hpp"
#include "talweg/scene/build/point_selector.hpp"
#include "talweg/scene/shape/body_shape.hpp"
#include "talweg/scene/spec/scene.hpp"

namespace talweg {

class ConstraintBuilder {
public:
    explicit ConstraintBuilder(const Scene& scene) : scene_(scene) {}
    /// Whether a scene has constraints with multipliers.
    static bool wanted(const Scene& scene);

    /// The constraints and the rig of a body that has been added to the model from `first_point` on. What had to be
    /// mended becomes a note.
    void add(const BodySpec& spec, const BodyShape& shape, const PointSelector& selector, const VertexBody& body,
             int first_point, std::vector<std::string>& notes);
    /// Nodes that a rig leads, by the gains of each.
    void lead(const std::string& name, const Where& where, const std::vector<int>& nodes,
              std::shared_ptr<const RigMotion> rig, const RigFrame& frame, Eigen::MatrixXd gains);
    /// The first node along x moves as the second along y and the third along z.
    void tie(const std::string& name, const Where& where, const std::vector<int>& nodes, int axes);
    /// Points of a body that is moved by few numbers: held as far as these can.
    void hold(const BodySpec& spec, const Hold& hold, const Positions& start, int first_point);
    /// Throws Error that names the line of a constraint that contradicts others.
    void finish(ModelBuilder& builder);

private:
    struct Row {  // Σ weight · direction · place, held or changed by a curve
        Vec3 direction;
        std::optional<Curve> move;
    };
    struct Stencil {  // over points of the model, or over its nodes
        std::vector<NodeWeight> weights;
        std::vector<Row> rows;
        bool of_nodes = false;
        bool adds = false;  // to the last row before it
    };
    struct Group {
        std::string name;
        Where where;
        std::vector<Stencil> stencils;
        std::shared_ptr<const RigMotion> rig = {};  // leads the rows, by the gains
        RigFrame frame = {};
        Eigen::MatrixXd gains = {};
    };
    std::vector<Stencil> stencils(const ConstraintSpec& spec, const PointSelector& selector, const Positions& start,
                                  int first_point) const;
    void add_rig(const BodySpec& spec, const BodyShape& shape, const VertexBody& body, int first_point,
                 std::vector<std::string>& notes);
    Constraints made(const ModelBuilder& builder) const;
    void require_sense(const ModelBuilder& builder, const Constraints& made) const;

    const Scene& scene_;
    std::vector<Group> groups_;
};

}  // namespace talweg
