/// A list of types, to be unfolded by whoever must do something for each: the list of all energies is one.
#pragma once

namespace talweg {

template <class...>
struct TypeList {};

/// Several lists as one.
template <class...>
struct Joined {
    using Type = TypeList<>;
};
template <class... First, class... Rest>
struct Joined<TypeList<First...>, Rest...> {
    template <class>
    struct Prepended;
    template <class... Others>
    struct Prepended<TypeList<Others...>> {
        using Type = TypeList<First..., Others...>;
    };
    using Type = typename Prepended<typename Joined<Rest...>::Type>::Type;
};

/// What a header stands for: its type, or the members of the family that the type names as `Family`.
template <class T>
struct FamilyOf {
    using Type = TypeList<T>;
};
template <class T>
requires requires { typename T::Family; }
struct FamilyOf<T> {
    using Type = typename T::Family;
};
template <class... Ts>
using Families = typename Joined<typename FamilyOf<Ts>::Type...>::Type;

}  // namespace talweg
