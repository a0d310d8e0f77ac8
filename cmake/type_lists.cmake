# One header = one energy, one integrator…: src/talweg/energies/hooke_spring.hpp holds the struct HookeSpring. The list of
# all of a kind is written from its folder, so a new one is one new file and nothing to register. A struct that names a
# Family stands for its members: a material for its tetrahedra and triangles. Sub-folders do not count.

function(talweg_type_list folder list_name output)
    file(GLOB headers CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/src/talweg/${folder}/*.hpp)
    set(includes "")
    set(structs "")
    foreach(header IN LISTS headers)
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
    file(CONFIGURE OUTPUT generated/talweg/${output} @ONLY CONTENT
"/// Every type of src/talweg/@folder@, written by the build.
#pragma once
#include \"talweg/energies/interface/type_list.hpp\"
@includes@
namespace talweg {

using @list_name@ = Families<@structs@>;

}  // namespace talweg
")
endfunction()

talweg_type_list(energies AllEnergies energy_list.hpp)
talweg_type_list(step/integrators AllIntegrators integrator_list.hpp)
