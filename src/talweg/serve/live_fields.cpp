#include "talweg/serve/live_fields.hpp"

#include <limits>

#include "talweg/record/liquid_recording.hpp"

namespace talweg {

LiveFields::LiveFields(std::shared_ptr<const World> world)
    : world_(std::move(world)),
      start_(places(world_->model, world_->state)),
      elements_(world_->model),
      means_(element_shares(world_->model, elements_), world_->model.bodies) {
    fields_.push_back({"displacement", "m", nullptr, 0});
    if (LiquidFields::find(world_->model)) {
        fields_.push_back({"pressure", "Pa", nullptr, 1});
        fields_.push_back({"density", "kg/m³", nullptr, 2});
    }
    if (elements_.count() == 0) return;
    for (const ElementField& field : element_fields()) {
        const auto components = static_cast<std::size_t>(field.components);
        for (std::size_t c = 0; c < components; ++c)
            fields_.push_back({component_name(field.name, c, components), field.unit, &field, c});
    }
}

std::vector<double> LiveFields::values(int field, const Positions& x) const {
    const auto& [name, unit, of, component] = fields_.at(field);
    if (!of && component > 0) {
        LiquidFields liquid(world_->model, x);
        return std::move(component == 1 ? liquid.pressure : liquid.density);
    }
    if (!of) {
        std::vector<double> ways(x.size());
        for (std::size_t i = 0; i < x.size(); ++i) ways[i] = norm(x[i] - start_[i]);
        return ways;
    }
    return means_.at_points(field_values(*of, elements_.states(x)), component, of->components,
                            std::numeric_limits<double>::quiet_NaN());
}

}  // namespace talweg
