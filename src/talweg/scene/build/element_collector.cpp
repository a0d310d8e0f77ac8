#include "talweg/scene/build/element_collector.hpp"

#include "talweg/scene_energies.hpp"

namespace talweg {

namespace {

template <class List>
struct BatchesOf;
template <class... Families>
struct BatchesOf<TypeList<Families...>> {
    using Type = std::tuple<FamilyBatches<Families>...>;
};

}  // namespace

struct ElementCollector::Batches {
    BatchesOf<SceneEnergies>::Type of_each;
};

ElementCollector::ElementCollector() : batches_(std::make_unique<Batches>()) {}

ElementCollector::~ElementCollector() = default;

void ElementCollector::add(const EnergySpec& energy, const BodyElements& body) {
    std::apply([&](auto&... batches) { (batches.add(energy, body), ...); }, batches_->of_each);
}

void ElementCollector::add_gravity(const Vec3& gravity, const BodyElements& body) {
    auto& batch = std::get<FamilyBatches<Gravity>>(batches_->of_each).of<Gravity>();
    for (std::size_t i = 0; i < body.mass.size(); ++i)
        batch.add(body.first_point + static_cast<int>(i), {body.mass[i] * gravity});
}

void ElementCollector::add_drag(double rate, const BodyElements& body) {
    EnergySpec drag;
    drag.type = Drag::name;
    drag.parameters[Drag::parameters[0].name].value = rate;
    add(drag, body);
}

Terms ElementCollector::terms() && {
    Terms terms;
    std::apply([&](auto&... batches) { (batches.append_to(terms), ...); }, batches_->of_each);
    return terms;
}

}  // namespace talweg
