#include "talweg/geometry/embed/kept_tets.hpp"

#include <algorithm>
#include <cmath>

#include "talweg/geometry/embed/overlap.hpp"
#include "talweg/math/parallel.hpp"

namespace talweg {
namespace {

class Places {
public:
    Places(const BodyCentredGrid& grid, const WindingNumber& winding)
        : grid_(grid), winding_(winding), places_(grid.tet_count(), Place::unknown) {}

    // Large triangles are quartered first: the box around a slanted one holds many tets that it does not meet.
    void mark_crossed(const std::array<Vec3, 3>& t) {
        Box box;
        for (const Vec3& p : t) box.include(p);
        const Vec3 size = box.size();
        if (std::max({size[0], size[1], size[2]}) > 2.0 * grid_.spacing()) {
            const Vec3 ab = 0.5 * (t[0] + t[1]), bc = 0.5 * (t[1] + t[2]), ca = 0.5 * (t[2] + t[0]);
            for (const auto& part : {std::array{t[0], ab, ca}, {ab, t[1], bc}, {ca, bc, t[2]}, {ab, bc, ca}})
                mark_crossed(part);
            return;
        }
        grid_.for_each_tet_near(box, [&](std::size_t tet) {
            if (places_[tet] == Place::crossed) return;
            const Overlap found = overlap(t, grid_.positions(tet), 1e-9 * grid_.spacing());
            if (found == Overlap::crossing) places_[tet] = Place::crossed;
            if (found == Overlap::touching) places_[tet] = Place::touched;
        });
    }

    // Tets that the surface only touches are asked one by one, the others region by region.
    void mark_regions() {
        for (std::size_t tet = 0; tet < places_.size(); ++tet) {
            if (!grid_.exists(tet)) places_[tet] = Place::outside;
            if (places_[tet] == Place::touched) places_[tet] = ask(tet);
            if (places_[tet] == Place::unknown) flood(tet, ask(tet));
        }
    }

    // Around a surface with holes the winding number changes from place to place.
    void mark_one_by_one() {
        parallel_each(0, static_cast<int>(places_.size()), [&](int tet) {
            if (!grid_.exists(tet))
                places_[tet] = Place::outside;
            else if (places_[tet] != Place::crossed)
                places_[tet] = ask(tet);
        });
    }

    std::vector<Place> take() && { return std::move(places_); }

private:
    Place ask(std::size_t tet) const {
        const auto x = grid_.positions(tet);
        return std::abs(winding_(0.25 * (x[0] + x[1] + x[2] + x[3]))) > 0.5 ? Place::inside : Place::outside;
    }

    void flood(std::size_t first, Place place) {
        std::vector<std::size_t> waiting{first};
        places_[first] = place;
        while (!waiting.empty()) {
            const std::size_t tet = waiting.back();
            waiting.pop_back();
            for (const std::size_t next : grid_.neighbours(tet))
                if (next != BodyCentredGrid::none && places_[next] == Place::unknown) {
                    places_[next] = place;
                    waiting.push_back(next);
                }
        }
    }

    const BodyCentredGrid& grid_;
    const WindingNumber& winding_;
    std::vector<Place> places_;
};

}  // namespace

std::vector<Place> find_places(const Mesh& surface, bool closed, const BodyCentredGrid& grid,
                               const WindingNumber& winding) {
    Places places(grid, winding);
    for (const auto& [a, b, c] : surface.triangles)
        places.mark_crossed({surface.points[a], surface.points[b], surface.points[c]});
    if (closed)
        places.mark_regions();
    else
        places.mark_one_by_one();
    return std::move(places).take();
}

}  // namespace talweg
