#include "talweg/render/planar_picture.hpp"

#include <algorithm>
#include <cmath>

#include "talweg/math/parallel.hpp"
#include "talweg/record/frame_range.hpp"
#include "talweg/render/grid_spacing.hpp"

namespace talweg {

namespace {

Image graph_paper(const PlanarMap& map, const Theme& theme, int width, int height) {
    const auto [spacing, divisions] = grid_spacing(110 * std::max(0.75, height / 540.0) / map.pixels(1.0));
    // Fine lines close together would be a grey veil.
    const double fine = 0.14 * std::clamp((map.pixels(spacing / divisions) - 4.0) / 12.0, 0.0, 1.0);
    const auto cover = [&](double at, double every, double thickness) {
        const double pixels = map.pixels(std::abs(every > 0 ? at - every * std::round(at / every) : at));
        return std::clamp(0.5 * thickness + 0.5 - pixels, 0.0, 1.0);
    };
    Image image(width, height);
    parallel_each(0, height, [&](int y) {
        for (int x = 0; x < width; ++x) {
            double ink = 0;
            const Vec2 place = map.world(x, y);
            for (const double at : {place[0], place[1]})
                ink = std::max({ink, fine * cover(at, spacing / divisions, 1.0), 0.3 * cover(at, spacing, 1.0),
                                0.55 * cover(at, 0.0, 1.6)});
            const Pixel paper = pixel_of(theme.paper), line = pixel_of(theme.grid_line);
            Pixel& pixel = image.at(x, y);
            for (int c = 0; c < 3; ++c)
                pixel[c] = static_cast<unsigned char>(paper[c] + ink * (line[c] - paper[c]) + 0.5);
        }
    });
    return image;
}

/// Sides that belong to one triangle only.
std::vector<std::array<int, 2>> outline(const SmoothSurface& surface) {
    std::vector<std::array<int, 3>> sides;  // smaller point, larger point, as one list to be sorted
    for (const auto& t : surface.triangles)
        for (int k = 0; k < 3; ++k) {
            const int p = surface.vertex_point[t[k]], q = surface.vertex_point[t[(k + 1) % 3]];
            sides.push_back({std::min(p, q), std::max(p, q), 0});
        }
    std::ranges::sort(sides);
    std::vector<std::array<int, 2>> single;
    for (std::size_t i = 0; i < sides.size(); ++i) {
        const bool before = i > 0 && sides[i - 1] == sides[i];
        const bool after = i + 1 < sides.size() && sides[i + 1] == sides[i];
        if (!before && !after) single.push_back({sides[i][0], sides[i][1]});
    }
    return single;
}

class Sheet {
public:
    Sheet(const FrameLook& frame, const Theme& theme, const PlanarMap& map, double scale)
        : frame_(frame), theme_(theme), map_(map), scale_(scale) {}

    void add(const BodyLook& body) {
        add_triangles(body);
        // Fine meshes get fine lines, and points only where they stand apart.
        const double mean = mean_length(body.rods);
        const bool masses = body.balls.size() <= 4;  // few and far between, or a rope
        const bool rope = body.surface.triangles.empty() && masses;
        add_lines(body.rods, rope ? 4 * scale_ : std::clamp(0.14 * mean, 0.7 * scale_, 2.2 * scale_));
        if (body.rods.empty()) {
            add_lines(outline(body.surface), 1.8 * scale_);
            add_dots(body.balls, 2 * map_.pixels(body.ball_radius));
        } else if (mean > 36 * scale_) {
            add_dots(body.balls, (masses ? 18 : 9) * scale_);
        }
        add_pins(body.pins, body.pins.size() < 3 ? 14 * scale_ : std::clamp(0.9 * mean, 6 * scale_, 14 * scale_));
    }

    void add_trail(const BodyLook& body, const std::vector<std::vector<Vec3>>& trail) {
        Layer layer{0.85};
        const auto count = static_cast<double>(trail.size());
        const auto follow = [&](int point) {
            for (std::size_t k = 0; k + 1 < trail.size(); ++k) {
                const auto tint = [&](std::size_t at) {
                    return mix(theme_.paper, frame_.colours[point], 0.25 + 0.6 * static_cast<double>(at) / count);
                };
                layer.shapes.push_back(line(map_.pixel(trail[k][point]), map_.pixel(trail[k + 1][point]), 2.6 * scale_,
                                            tint(k), tint(k + 1)));
            }
        };
        for (const int point : body.balls) follow(point);
        layers.push_back(std::move(layer));
        if (body.balls.empty() && body.surface.triangles.empty()) add_ghosts(body, trail);
    }

    std::vector<Layer> layers;

private:
    /// Of these lines, in pixels; as if they were long where there are none.
    double mean_length(const std::vector<std::array<int, 2>>& pairs) const {
        double sum = 0;
        int count = 0;
        for (const auto& [p, q] : pairs)
            if (const double length = map_.pixels(norm(frame_.x[q] - frame_.x[p])); std::isfinite(length)) {
                sum += length;
                ++count;
            }
        return count > 0 ? sum / count : 1e3;
    }
    Vec2 at(int point) const { return map_.pixel(frame_.x[point]); }

    /// A rope leaves itself behind, some times.
    void add_ghosts(const BodyLook& body, const std::vector<std::vector<Vec3>>& trail) {
        constexpr std::uint64_t ghosts = 12;
        const std::vector<std::uint64_t> moments = spread_frames(trail.size(), ghosts + 1);
        for (std::size_t k = 0; k + 1 < moments.size(); ++k) {
            Layer layer{0.10 + 0.35 * static_cast<double>(k) / ghosts};
            const std::vector<Vec3>& x = trail[moments[k]];
            for (const auto& [p, q] : body.rods)
                layer.shapes.push_back(
                    line(map_.pixel(x[p]), map_.pixel(x[q]), 2.4 * scale_, frame_.colours[p], frame_.colours[q]));
            layers.push_back(std::move(layer));
        }
    }

    void add_triangles(const BodyLook& body) {
        Layer layer{0.22};
        for (const auto& t : body.surface.triangles) {
            std::array<Vec2, 3> corners;
            std::array<Rgb, 3> colours;
            for (int k = 0; k < 3; ++k) {
                corners[k] = at(body.surface.vertex_point[t[k]]);
                colours[k] = frame_.colours[body.surface.vertex_point[t[k]]];
            }
            layer.shapes.push_back(triangle(corners, colours));
        }
        layers.push_back(std::move(layer));
    }

    void add_lines(const std::vector<std::array<int, 2>>& pairs, double width) {
        Layer layer;
        for (const auto& [p, q] : pairs)
            layer.shapes.push_back(line(at(p), at(q), width, frame_.colours[p], frame_.colours[q]));
        layers.push_back(std::move(layer));
    }

    void add_dots(const std::vector<int>& points, double size) {
        Layer rims, fills;
        for (const int point : points) {
            rims.shapes.push_back(disc(at(point), size, theme_.rim));
            fills.shapes.push_back(disc(at(point), size - std::min(3 * scale_, 0.35 * size), frame_.colours[point]));
        }
        layers.push_back(std::move(rims));
        layers.push_back(std::move(fills));
    }

    void add_pins(const std::vector<int>& points, double size) {
        Layer rims, fills;
        for (const int point : points) {
            rims.shapes.push_back(diamond(at(point), 1.25 * size, theme_.rim));
            fills.shapes.push_back(diamond(at(point), size, theme_.pin));
        }
        layers.push_back(std::move(rims));
        layers.push_back(std::move(fills));
    }

    const FrameLook& frame_;
    const Theme& theme_;
    const PlanarMap& map_;
    double scale_;
};

}  // namespace

Image planar_picture(const FrameLook& frame, const std::vector<std::vector<Vec3>>& trail, const Theme& theme,
                     const PlanarView& view, int width, int height) {
    const PlanarMap map(view, width, height);
    Image image = graph_paper(map, theme, width, height);
    Sheet sheet(frame, theme, map, std::max(0.6, height / 540.0));
    for (const BodyLook& body : frame.bodies) sheet.add_trail(body, trail);
    for (const BodyLook& body : frame.bodies) sheet.add(body);
    draw(image, sheet.layers);
    return image;
}

}  // namespace talweg
