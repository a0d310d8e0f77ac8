/// Instantiates every function of every energy inside a kernel, so that an energy which cannot run on a GPU does not
/// compile here.
#include <type_traits>
#include "talweg/energies/interface/description.hpp"
#include "talweg/energy_list.hpp"

namespace talweg {

template <class Energy>
__global__ void evaluate(const typename Energy::Element* elements, const Points<double, Energy::point_count>* x,
                         const Points<double, Energy::point_count>* x_ref, double rate, double* energies,
                         Derivatives<Energy::point_count>* derivatives) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if constexpr (Dissipative<Energy>) {
        energies[i] = Energy::dissipation(x[i], x_ref[i], elements[i]);
    } else {
        energies[i] = Energy::energy(x[i], elements[i]);
    }
    if constexpr (HasClosedForm<Energy>) derivatives[i] = Energy::derivatives(x[i], elements[i]);
    if constexpr (HasProjection<Energy>) derivatives[i] = Energy::projected_derivatives(x[i], elements[i]);
    if constexpr (HasIncrement<Energy>) energies[i] = Energy::incremental(x[i], x_ref[i], rate, elements[i]);
    if constexpr (HasClosedIncrement<Energy>) {
        derivatives[i] = Energy::incremental_derivatives(x[i], x_ref[i], rate, elements[i]);
        derivatives[i] = Energy::projected_incremental_derivatives(x[i], x_ref[i], rate, elements[i]);
    }
}

template <class... Energy>
void launch_each(TypeList<Energy...>) {
    static_assert((std::is_trivially_copyable_v<typename Energy::Element> && ...),
                  "elements travel to the device as plain bytes");
    (evaluate<Energy><<<1, 1>>>(nullptr, nullptr, nullptr, 1.0, nullptr, nullptr), ...);
}

void launch_every_energy() { launch_each(AllEnergies{}); }

}  // namespace talweg
