/// Values of elements carried to points: a point takes the mean of the elements around it, a point that rides in an
/// element the mean of its corners by their weights, a point of no solid `elsewhere`.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "talweg/model/element_fields.hpp"

namespace talweg {

/// The elements of one body, and what rides on its points.
struct ElementShare {
    struct Corner {
        int point;  // counted from the body's first
        double weight;
    };
    std::string body;
    int first_element, element_count;
    int corners;                                // 4: its tets, 3: its triangles
    std::vector<std::vector<Corner>> embedded;  // of its last points, one list each
};

std::vector<ElementShare> element_shares(const Model& model, const SolidElements& elements);

/// Of a field of several components every one has a name: name_1, name_2…
std::string component_name(const std::string& field, std::size_t component, std::size_t components);

class PointMeans {
public:
    /// Throws Error when a share names no body.
    PointMeans(std::span<const ElementShare> shares, std::span<const Body> bodies);

    /// One component of `components` values per element, at every point.
    std::vector<double> at_points(std::span<const double> values, std::size_t component, std::size_t components,
                                  double elsewhere) const;

private:
    struct EmbeddedPoint {
        int point;
        std::vector<ElementShare::Corner> corners;  // points of the run
    };
    std::vector<int> offsets_, elements_;  // around every point
    std::vector<EmbeddedPoint> embedded_;
};

}  // namespace talweg
