/// Quantities of the elements of all solids in a model: stress, stored energy, volume ratio, stretches.
///
/// Elements are numbered body by body; of each body that has a solid energy its tets, or, of a planar solid, its
/// triangles. Where several energies act on one element, such as a material and its fibres, stresses and energies add
/// up.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "talweg/model/model.hpp"
#include "talweg/model/solid_term.hpp"

namespace talweg {

/// One quantity that can be asked for by name.
struct ElementField {
    const char *name, *unit, *summary;
    int components;
    void (*evaluate)(const ElementState&, double* out);
};
std::span<const ElementField> element_fields();
/// Throws Error with the known names.
const ElementField& find_element_field(const std::string& name);

/// A body's share of the elements.
struct ElementRange {
    int body;          // index
    int first, count;  // elements
    int corner_count;  // 4: the body's tets, 3: its triangles
};

class SolidElements {
public:
    /// The model must outlive it.
    explicit SolidElements(const Model& model);

    int count() const { return count_; }
    const std::vector<ElementRange>& ranges() const { return ranges_; }
    /// One state per element at the points x.
    std::vector<ElementState> states(const Positions& x) const;

private:
    struct Source {
        const Term* term;
        const SolidTerm* solid;
        std::vector<int> element;  // of the run, per element of the term
    };
    std::vector<Source> sources_;
    std::vector<ElementRange> ranges_;
    int count_ = 0;
};

/// The values of one field: components × states.
std::vector<double> field_values(const ElementField& field, std::span<const ElementState> states);

}  // namespace talweg
