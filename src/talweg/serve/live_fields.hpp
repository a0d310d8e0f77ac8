/// Fields of a live scene at its points, computed when somebody looks: the way from the start, and those of elements.
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
        const ElementField* of;  // null: the displacement, or of a liquid
        std::size_t component;   // of a liquid 1 pressure, 2 density
    };
    /// Those of elements when a body is a solid, of liquids when one is.
    const std::vector<Field>& fields() const { return fields_; }
    /// Of which world.
    const World* world() const { return world_.get(); }
    /// One number per point; of elements NaN where there is no solid.
    std::vector<double> values(int field, const Positions& x) const;

private:
    std::shared_ptr<const World> world_;
    Positions start_;
    SolidElements elements_;
    PointMeans means_;
    std::vector<Field> fields_;
};

}  // namespace talweg
