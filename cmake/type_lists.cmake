# One header = one energy, one integrator…: src/talweg/energies/hooke_spring.hpp holds the struct HookeSpring. The list of
# all of a kind is written from its folder, so a new one is one new file and nothing to register. A struct that names a
# Family stands for its members: a material for its tetrahedra and triangles. Sub-folders do not count.

# talweg_struct_of(HEADER RESULT): hooke_spring.hpp → HookeSpring.
function(talweg_struct_of header result)
    get_filename_component(words ${header} NAME_WE)
    string(REPLACE "_" ";" words ${words})
    set(struct "")
    foreach(word IN LISTS words)
        string(SUBSTRING ${word} 0 1 first)
        string(SUBSTRING ${word} 1 -1 rest)
        string(TOUPPER ${first} first)
        string(APPEND struct ${first}${rest})
    endforeach()
    set(${result} ${struct} PARENT_SCOPE)
endfunction()

function(talweg_type_list folder list_name output)
    file(GLOB headers CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/src/talweg/${folder}/*.hpp)
    set(includes "")
    set(structs "")
    foreach(header IN LISTS headers)
        string(APPEND includes "#include \"${header}\"\n")
        talweg_struct_of(${header} struct)
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

# The headers of energies that scenes can have, as the list SceneEnergies; and a source file for each, so that what a
# header's energies become is compiled once, beside the others, and not again when another header changes.
function(talweg_scene_energies sources)
    file(GLOB headers CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/src/talweg/energies/*.hpp)
    set(includes "")
    set(structs "")
    set(promises "")
    set(files "")
    foreach(header IN LISTS headers)
        file(STRINGS ${CMAKE_SOURCE_DIR}/src/${header} in_scenes REGEX "parameters|in_every_scene" LIMIT_COUNT 1)
        if(NOT in_scenes)
            continue()
        endif()
        string(APPEND includes "#include \"${header}\"\n")
        talweg_struct_of(${header} struct)
        list(APPEND structs ${struct})
        string(APPEND promises "extern template class FamilyBatches<${struct}>;\n")
        get_filename_component(name ${header} NAME_WE)
        set(file ${CMAKE_BINARY_DIR}/generated/energies/${name}.cpp)
        file(CONFIGURE OUTPUT ${file} @ONLY CONTENT
"#include \"@header@\"
#include \"talweg/scene/build/energy_batch.hpp\"

namespace talweg {

template class FamilyBatches<@struct@>;

}  // namespace talweg
")
        list(APPEND files ${file})
    endforeach()
    list(JOIN structs ", " structs)
    file(CONFIGURE OUTPUT generated/talweg/scene_energies.hpp @ONLY CONTENT
"/// Every header of energies that scenes can have, written by the build.
#pragma once
@includes@#include \"talweg/scene/build/energy_batch.hpp\"

namespace talweg {

using SceneEnergies = TypeList<@structs@>;
@promises@
}  // namespace talweg
")
    set(${sources} ${files} PARENT_SCOPE)
endfunction()

talweg_type_list(energies AllEnergies energy_list.hpp)
talweg_type_list(step/integrators AllIntegrators integrator_list.hpp)
talweg_type_list(projections AllProjections projection_list.hpp)
talweg_scene_energies(energy_sources)
