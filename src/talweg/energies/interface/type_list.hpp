/// A list of types, to be unfolded by whoever must do something for each: the list of all energies is one.
#pragma once

namespace talweg {

template <class...>
struct TypeList {};

}  // namespace talweg
