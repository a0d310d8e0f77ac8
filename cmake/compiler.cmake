# How every file is compiled: C++20, warnings as errors, and arithmetic that gives the same bits for every build of one
# machine: no fast-math, no contraction, one instruction set chosen here.

if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, Debug or RelWithDebInfo" FORCE)
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O3 -DNDEBUG")
set(CMAKE_CXX_EXTENSIONS OFF)

# The cache looks at what the preprocessor makes of a file, and hands that to the compiler: once through all headers is
# enough.
find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_NOCPP2=1 ${CCACHE})
endif()

# x86-64-v3 (AVX2, FMA) where the building machine has it, x86-64-v2 on older ones, the compiler's default elsewhere.
function(talweg_default_architecture result)
    set(${result} "" PARENT_SCOPE)
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
        set(${result} x86-64-v2 PARENT_SCOPE)
        if(EXISTS /proc/cpuinfo)
            file(STRINGS /proc/cpuinfo flags LIMIT_COUNT 1 REGEX "^flags")
            if(flags MATCHES " avx2 " AND flags MATCHES " fma " AND flags MATCHES " bmi2 ")
                set(${result} x86-64-v3 PARENT_SCOPE)
            endif()
        endif()
    endif()
endfunction()
talweg_default_architecture(default_architecture)
set(TALWEG_ARCH "${default_architecture}" CACHE STRING "Instruction set, as -march takes it; empty: the compiler's own")
message(STATUS "talweg: instruction set '${TALWEG_ARCH}' (TALWEG_ARCH)")

add_library(talweg_compiler INTERFACE)
target_compile_features(talweg_compiler INTERFACE cxx_std_20)
# g++ 12 sees overlaps in std::string that are not there (its bug 105651).
# A name of one file may hide that of another compiled together with it (unity.cmake), and members are set from
# arguments of their name: only locals must not.
set(warnings -Wall -Wextra -Wpedantic -Wshadow=local -Wno-restrict)
# Warnings are this project's own; whoever uses the installed library has others.
target_compile_options(talweg_compiler INTERFACE -ffp-contract=off $<BUILD_INTERFACE:${warnings}>)
if(TALWEG_ARCH)
    target_compile_options(talweg_compiler INTERFACE -march=${TALWEG_ARCH})
endif()
# g++ collects its garbage later: an eighth less time, for a quarter more memory.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(talweg_compiler INTERFACE
                           "$<BUILD_INTERFACE:SHELL:--param ggc-min-heapsize=400000 --param ggc-min-expand=300>")
endif()

if(TALWEG_SANITIZE)
    # Warnings are errors in the release build only: instrumented code makes g++ warn of what is not there.
    # Off: the checks for null pointers, because g++ 12 then refuses constant expressions that compare addresses with
    # null, and the address sanitizer stops at the use of such a pointer anyway; those of alignment and of pointer
    # arithmetic, because they double the time to compile.
    set(sanitizers -fsanitize=address,undefined -fno-sanitize-recover=all
        -fno-sanitize=null,nonnull-attribute,returns-nonnull-attribute,alignment,pointer-overflow)
    target_compile_options(talweg_compiler INTERFACE ${sanitizers} -fno-omit-frame-pointer -g1 -w)
    target_link_options(talweg_compiler INTERFACE ${sanitizers})
    set(CMAKE_CXX_FLAGS_RELEASE "-O1")  # -O0 compiles in half the time, and fuzzes for hours
    set(TALWEG_LESS "")
    set(TALWEG_ENOUGH "")
else()
    set(TALWEG_LESS $<$<CONFIG:Release>:-Og>)  # for what is not hot: a fifth less to compile than -O1, half of -O3
    set(TALWEG_ENOUGH $<$<CONFIG:Release>:-O2>)  # for hot templates that choose their vectors themselves: a quarter less
    target_compile_options(talweg_compiler INTERFACE $<BUILD_INTERFACE:-Werror>)
endif()
