# Files of one folder compiled several at a time: most of the time to compile one goes into the headers it shares with
# its neighbours. Folders whose loops are hot stay file by file, so that a change there is compiled in seconds.
# -DTALWEG_UNITY=OFF compiles every file alone; ./test --all does, to see that each still includes what it needs.

# talweg_unity(TARGET FILES_AT_ONCE FOLDER [FOLDER…]): of the target's sources below these folders.
function(talweg_unity target at_once)
    if(NOT TALWEG_UNITY)
        return()
    endif()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    get_target_property(sources ${target} SOURCES)
    foreach(folder IN LISTS ARGN)
        set(count 0)
        cmake_path(GET folder FILENAME name)
        cmake_path(ABSOLUTE_PATH folder NORMALIZE OUTPUT_VARIABLE prefix)
        string(REGEX REPLACE "([^/])$" "\\1/" prefix ${prefix})
        foreach(source IN LISTS sources)
            string(FIND ${source} ${prefix} place)
            get_source_file_property(alone ${source} SKIP_UNITY_BUILD_INCLUSION)
            if(place EQUAL 0 AND NOT alone)
                math(EXPR batch "${count} / ${at_once}")
                math(EXPR count "${count} + 1")
                set_source_files_properties(${source} PROPERTIES UNITY_GROUP "${name}_${batch}")
            endif()
        endforeach()
    endforeach()
endfunction()
