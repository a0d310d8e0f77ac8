/// Fields of elements of a live scene, carried to its points when somebody looks.
#pragma once
#include <memory>

#include "talweg/record/point_means.hpp"
#include "talweg/scene/build/build_model.hpp"

namespace talweg {

class LiveFields {
public:
    explicit LiveFields(std::shared_ptr<const World> world);

    struct Field {
        std::string name, unit;
        const ElementField* of;
        std::size_t component;
    };
    /// None when no body is a solid.
    const std::vector<Field>& fields() const { return fields_; }
    /// Of which world.
    const World* world() const { return world_.get(); }
    /// One number per point; NaN where there is no solid.
    std::vector<double> values(int field, const Positions& x) const;

private:
    std::shared_ptr<const World> world_;
    SolidElements elements_;
    PointMeans means_;
    std::vector<Field> fields_;
};

}  // namespace talweg
