#include "talweg/record/verify/obligations.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "talweg/energy_list.hpp"
#include "talweg/math/error.hpp"
#include "talweg/record/file.hpp"

namespace talweg {
namespace {

using Json = nlohmann::json;

/// Whether an energy of this name is infinite for inverted elements.
template <class... Energies>
bool forbids_inversion(const std::string& name, TypeList<Energies...>) {
    return ((Guarded<Energies> && Energies::point_count >= 3 && name == Energies::name) || ...);
}

bool present(const Json& object, const char* key) { return object.contains(key) && !object.at(key).is_null(); }

BodyObligations of_body(const Json& body, bool contact) {
    std::string touches = "all";
    if (present(body, "contact")) touches = body.at("contact").value("touches", touches);
    BodyObligations result{contact && touches != "nothing", contact && touches == "all", false, false};
    for (const Json& energy : body.value("energies", Json::array()))
        if (forbids_inversion(energy.at("type"), AllEnergies())) result.never_inverted = true;
    return result;
}

}  // namespace

Obligations read_obligations(const std::filesystem::path& scene, const std::vector<std::string>& names) {
    const std::string text = read_whole_file(scene);
    try {
        const Json json = Json::parse(text);
        Obligations result;
        result.contact = present(json, "contact");
        result.planar = json.value("planar", false);
        const std::string integrator = json.at("integrator").at("type");
        result.moves = integrator != "quasi_static" && integrator != "minimise";
        const Json& time = json.at("time");
        result.steps_per_frame = time.at("steps_per_frame");
        result.frame_seconds = time.at("step").get<double>() * result.steps_per_frame;
        const Json& bodies = json.at("bodies");
        for (const std::string& name : names) {
            const auto found =
                std::find_if(bodies.begin(), bodies.end(), [&](const Json& body) { return body.at("name") == name; });
            result.bodies.push_back(found != bodies.end() ? of_body(*found, result.contact)
                                                          : BodyObligations{result.contact, false, false, true});
        }
        return result;
    } catch (const Json::exception& error) {
        throw Error(scene.string() + " is damaged: " + error.what());
    }
}

}  // namespace talweg
