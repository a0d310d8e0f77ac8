/// How the structs of a scene describe themselves to those who read and write them.
///
///     static void fields(auto& self, auto&& field) { field("step", self.step); … }     lists the members of a struct
///     template <> inline constexpr const char* const* names<Compare> = compare_names;  the words of an enumeration
#pragma once

namespace talweg {

struct AnyField {
    void operator()(const char*, const auto&) const {}
};
template <class Spec>
concept HasFields = requires(const Spec& spec) {
    Spec::fields(spec, AnyField());
};

template <class Enum>
inline constexpr const char* const* names = nullptr;
template <class Enum>
concept HasNames = names<Enum>
!= nullptr;

}  // namespace talweg
