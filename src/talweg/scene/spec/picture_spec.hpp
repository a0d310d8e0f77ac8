/// What a scene says about its pictures: what `talweg render` shows unless the command line says otherwise.
#pragma once
#include <map>
#include <optional>
#include <string>

#include "talweg/scene/text/where.hpp"

namespace talweg {

struct PictureSpec {
    std::optional<int> frame;                       // none: the last
    double azimuth = 32, elevation = 18, zoom = 1;  // degrees, degrees, factor
    std::string colour = "body";                    // or "speed"
    std::string fit = "motion";                     // or "frame": what a single picture is filled by
    bool trail = false;
    std::map<std::string, std::string> colours;  // of bodies and obstacles by name, #rrggbb
    Where where;

    bool operator==(const PictureSpec&) const = default;
    static void fields(auto& self, auto&& field) {
        field("frame", self.frame);
        field("azimuth", self.azimuth);
        field("elevation", self.elevation);
        field("zoom", self.zoom);
        field("colour", self.colour);
        field("fit", self.fit);
        field("trail", self.trail);
        field("colours", self.colours);
    }
};

}  // namespace talweg
