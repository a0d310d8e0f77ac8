/// The elements that a scene has of one energy, and the terms made of them; and those of all energies that one header
/// offers. The build compiles this once per header of energies/, in a file of its own (cmake/type_lists.cmake).
#pragma once
#include <memory>
#include <optional>
#include <tuple>

#include "talweg/assembly/elements.hpp"
#include "talweg/energies/interface/stiffness_damping.hpp"
#include "talweg/energies/interface/type_list.hpp"
#include "talweg/scene/build/body_elements.hpp"
#include "talweg/scene/build/domain_elements.hpp"
#include "talweg/scene/build/element_values.hpp"
#include "talweg/scene/build/unfolded_rest.hpp"

namespace talweg {

/// An energy of bending: its elements have hinges, each with the four numbers of its points and an angle at rest.
template <class Energy>
concept Bends = requires(typename Energy::Element e) {
    Energy::hinge(0);
    Energy::rest_angle(e, 0) = 0.0;
};

template <class Energy>
class EnergyBatch {
public:
    void add(const EnergySpec& energy, const BodyElements& body) {
        const std::size_t before = elements_.size();
        if constexpr (Energy::domain == Domain::points)
            add_points(energy, body);
        else if constexpr (Energy::domain == Domain::rods)
            add_rods(energy, body);
        else
            add_elements(energy, body);
        if (body.stiffness_damping > 0.0 || !stiffness_damping_.empty()) {
            stiffness_damping_.resize(before, 0.0);
            stiffness_damping_.resize(elements_.size(), body.stiffness_damping);
        }
    }
    void add(int point, const typename Energy::Element& element) {
        points_.push_back(point);
        elements_.push_back(element);
    }

    /// The damping of the elements, then the elements themselves, where there are some.
    void append_to(Terms& terms) && {
        if constexpr (DampedByStiffness<Energy>)
            if (!stiffness_damping_.empty()) terms.push_back(damping());
        if constexpr (InScenes<Energy>)
            if (!elements_.empty())
                terms.push_back(std::make_shared<Elements<Energy>>(std::move(points_), std::move(elements_)));
    }

private:
    static constexpr int corners = Energy::point_count;

    void add_points(const EnergySpec& energy, const BodyElements& body) {
        constexpr std::size_t count = std::size(Energy::parameters);
        const Mesh& mesh = body.shape.mesh;
        double values[count];
        for (std::size_t i = 0; i < count; ++i) values[i] = *energy.parameters.at(Energy::parameters[i].name).value;
        for (std::size_t i = 0; i < body.mass.size(); ++i)
            add(body.first_point + static_cast<int>(i),
                Energy::make({{mesh.points[i]}, body.mass[i], mesh.dimension}, values));
    }

    void add_rods(const EnergySpec& energy, const BodyElements& body) {
        constexpr std::size_t count = std::size(Energy::parameters);
        std::vector<int> points;
        for (const RodLayout::Corner& corner : body.rods->corners)
            points.insert(points.end(), corner.points.begin(), corner.points.end());
        std::vector<double> varying[count];
        for (std::size_t i = 0; i < count; ++i)
            varying[i] = element_values(energy.parameters.at(Energy::parameters[i].name), Energy::parameters[i], points,
                                        3, body.selector);
        for (std::size_t e = 0; e < body.rods->corners.size(); ++e) {
            const RodLayout::Corner& corner = body.rods->corners[e];
            RestElement<corners> rest = {{}, 0.0, 1};
            rest.turn = body.turn;
            for (int n = 0; n < 3; ++n) {
                rest.x[n] = body.shape.mesh.points[corner.points[n]];
                points_.push_back(body.first_point + corner.points[n]);
            }
            for (int n = 0; n < 2; ++n) {
                rest.x[3 + n] = body.rods->directors[corner.edges[n]];
                points_.push_back(body.rods->first_coordinate + corner.edges[n]);
            }
            double values[count];
            for (std::size_t i = 0; i < count; ++i) values[i] = varying[i][e];
            elements_.push_back(made(energy, rest, values, e));
        }
    }

    static typename Energy::Element made(const EnergySpec& energy, const RestElement<corners>& rest,
                                         const double* values, std::size_t e) {
        try {
            return Energy::make(rest, values);
        } catch (const Error& error) {
            refuse_element(energy, e, error);
        }
    }

    void add_elements(const EnergySpec& energy, const BodyElements& body) {
        constexpr std::size_t count = std::size(Energy::parameters);
        const Mesh& mesh = body.shape.mesh;
        const std::vector<int> points = domain_elements(Energy::domain, Planar<Energy>, energy, mesh);
        std::vector<double> varying[count];
        for (std::size_t i = 0; i < count; ++i) {
            const ParameterSpec& parameter = energy.parameters.at(Energy::parameters[i].name);
            varying[i] = element_values(parameter, Energy::parameters[i], points, corners, body.selector);
        }
        constexpr bool folds = Energy::domain == Domain::hinges || Energy::domain == Domain::patches;
        std::optional<UnfoldedRest> unfolded;
        if (folds && !body.shape.rest_triangles.empty()) unfolded.emplace(mesh.triangles, body.shape.rest_triangles);
        for (const std::size_t e : elements_in_order(points, corners, body.ranks)) {
            RestElement<corners> rest = {{}, 0.0, mesh.dimension};
            if constexpr (Energy::domain == Domain::tets)
                if (!body.shape.fill.empty()) rest.fill = body.shape.fill[e];
            for (int n = 0; n < corners; ++n) {
                const int point = points[corners * e + n];
                rest.x[n] = mesh.points[point];
                if constexpr (Energy::domain == Domain::triangles)
                    if (!body.shape.rest_triangles.empty()) rest.x[n] = body.shape.rest_triangles[e][n];
                points_.push_back(body.first_point + point);
            }
            if constexpr (folds)
                if (unfolded) rest.x = unfolded->of(std::span<const int, corners>(&points[corners * e], corners));
            double values[count];
            for (std::size_t i = 0; i < count; ++i) values[i] = varying[i][e];
            elements_.push_back(made(energy, rest, values, e));
            if constexpr (Bends<Energy>) {
                try {
                    fold(rest, values, points.data() + corners * e, body);
                } catch (const Error& error) {
                    refuse_element(energy, e, error);
                }
            }
        }
    }

    /// Sets what the last element, made of these points, rests at.
    void fold(const RestElement<corners>& rest, double* values, const int* points, const BodyElements& body) {
        typename Energy::Element& element = elements_.back();
        for (int h = 0; h < Energy::hinge_count; ++h) {
            if (body.flat_at_rest) Energy::rest_angle(element, h) = 0.0;
            const auto hinge = Energy::hinge(h);
            const auto found = body.creases && !body.creases->empty()
                                   ? body.creases->at(points[hinge.from], points[hinge.to], points[hinge.apex])
                                   : std::nullopt;
            if (!found) continue;
            if (found->rigidity) {
                if constexpr (Energy::hinge_count == 1) {
                    values[0] = *found->rigidity;
                    element = Energy::make(rest, values);
                } else {
                    refuse_rigidity(*found, Energy::name);
                }
            }
            Energy::rest_angle(element, h) = found->angle;
        }
    }

    std::shared_ptr<const Term> damping() const {
        std::vector<int> points;
        std::vector<typename StiffnessDamping<Energy>::Element> elements;
        for (std::size_t e = 0; e < stiffness_damping_.size(); ++e) {
            if (stiffness_damping_[e] == 0.0) continue;
            elements.push_back({elements_[e], stiffness_damping_[e]});
            for (int n = 0; n < corners; ++n) points.push_back(points_[corners * e + n]);
        }
        return std::make_shared<Elements<StiffnessDamping<Energy>>>(std::move(points), std::move(elements));
    }

    std::vector<int> points_;
    std::vector<typename Energy::Element> elements_;
    std::vector<double> stiffness_damping_ = {};  // β of each element, or nothing where no body is damped
};

/// The batches of what one header stands for. The functions stand outside of the class, because those inside may be
/// compiled wherever they are called.
template <class Family, class Members = typename FamilyOf<Family>::Type>
class FamilyBatches;

template <class Family, class... Energies>
class FamilyBatches<Family, TypeList<Energies...>> {
public:
    /// Nothing happens when the scene means another energy.
    void add(const EnergySpec& energy, const BodyElements& body);
    void append_to(Terms& terms);
    template <class Energy>
    EnergyBatch<Energy>& of() {
        return std::get<EnergyBatch<Energy>>(batches_);
    }

private:
    std::tuple<EnergyBatch<Energies>...> batches_;
};

template <class Family, class... Energies>
void FamilyBatches<Family, TypeList<Energies...>>::add(const EnergySpec& energy, const BodyElements& body) {
    const auto add_if_meant = [&]<class Energy>(EnergyBatch<Energy>& batch) {
        if constexpr (OfferedToScenes<Energy>)
            if (energy.type == Energy::name) batch.add(energy, body);
    };
    (add_if_meant(of<Energies>()), ...);
}

template <class Family, class... Energies>
void FamilyBatches<Family, TypeList<Energies...>>::append_to(Terms& terms) {
    (std::move(of<Energies>()).append_to(terms), ...);
}

}  // namespace talweg
