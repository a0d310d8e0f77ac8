# One header = one energy: src/talweg/energies/hooke_spring.hpp holds the struct HookeSpring. The list of all of them is
# written from the folder, so a new energy is one new file and nothing to register. Sub-folders hold no energies.

file(GLOB energy_headers CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}/src src/talweg/energies/*.hpp)

set(includes "")
set(structs "")
foreach(header IN LISTS energy_headers)
    string(APPEND includes "#include \"${header}\"\n")
    get_filename_component(words ${header} NAME_WE)
    string(REPLACE "_" ";" words ${words})
    set(struct "")
    foreach(word IN LISTS words)
        string(SUBSTRING ${word} 0 1 first)
        string(SUBSTRING ${word} 1 -1 rest)
        string(TOUPPER ${first} first)
        string(APPEND struct ${first}${rest})
    endforeach()
    list(APPEND structs ${struct})
endforeach()
list(JOIN structs ", " structs)

file(CONFIGURE OUTPUT generated/talweg/energy_list.hpp @ONLY CONTENT
"/// Every energy of src/talweg/energies, written by the build.
#pragma once
#include \"talweg/energies/interface/type_list.hpp\"
@includes@
namespace talweg {

using AllEnergies = TypeList<@structs@>;

}  // namespace talweg
")
