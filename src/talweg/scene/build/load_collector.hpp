/// Gathers the loads of a scene's bodies, and makes one term of all that act alike and change with time alike.
#pragma once
#include <optional>

#include "talweg/energies/force.hpp"
#include "talweg/energies/planar_pressure.hpp"
#include "talweg/energies/pressure.hpp"
#include "talweg/geometry/mesh.hpp"
#include "talweg/model/model_builder.hpp"
#include "talweg/scene/build/point_selector.hpp"
#include "talweg/scene/spec/load_spec.hpp"

namespace talweg {

/// What loads need to know of a body.
struct LoadedBody {
    const Mesh& mesh;                   // at rest, placed
    const std::vector<double>& shares;  // of its volume, area or length, per point that is a node
    const PointSelector& selector;
    int first_point;  // in the model
    bool planar;      // pressure and traction act on edges
};

class LoadCollector {
public:
    /// Throws Error that names the line of the load: nothing selected, no faces, an expression that makes no sense.
    void add(const LoadSpec& load, const LoadedBody& body);
    void add_terms_to(ModelBuilder& builder) &&;

private:
    /// The elements that follow one curve; without curve they are constant.
    template <class Energy>
    struct Batch {
        std::optional<Curve> curve;
        std::vector<int> points;
        std::vector<typename Energy::Element> elements;
    };
    struct PointShare {
        int point;
        double share;
    };
    template <class Energy>
    static Batch<Energy>& batch(std::vector<Batch<Energy>>& batches, const std::optional<Curve>& curve);
    void add(const LoadSpec::Force& load, const LoadSpec& spec, const LoadedBody& body);
    void add(const LoadSpec::Traction& load, const LoadSpec& spec, const LoadedBody& body);
    void add(const LoadSpec::BodyForce& load, const LoadSpec& spec, const LoadedBody& body);
    void add(const LoadSpec::Pressure& load, const LoadSpec& spec, const LoadedBody& body);
    void add_vector(const std::array<CurveSpec, 3>& value, const std::vector<PointShare>& shares);

    std::vector<Batch<Force>> forces_;
    std::vector<Batch<Pressure>> pressures_;
    std::vector<Batch<PlanarPressure>> planar_pressures_;
};

}  // namespace talweg
