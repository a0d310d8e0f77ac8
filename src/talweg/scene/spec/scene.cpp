#include "talweg/scene/spec/scene.hpp"

namespace talweg {

Scene::Scene(const Scene&) = default;
Scene::Scene(Scene&&) noexcept = default;
Scene& Scene::operator=(const Scene&) = default;
Scene& Scene::operator=(Scene&&) noexcept = default;
Scene::~Scene() = default;
bool Scene::operator==(const Scene&) const = default;

}  // namespace talweg
