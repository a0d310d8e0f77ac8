# The libraries talweg stands on, all from Debian packages (packages/build.txt).

find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(TBB 2021 REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(CLI11 REQUIRED)
find_package(fmt REQUIRED)
find_package(ZLIB REQUIRED)
find_package(embree 3.13 REQUIRED)
find_package(TinyGLTF REQUIRED)

add_library(talweg_dependencies INTERFACE)
if(TALWEG_CHOLMOD)
    # OpenBLAS stands first, so that CHOLMOD calls the very BLAS whose thread count talweg sets to one, and the loader,
    # which looks up its 12,000 names in libraries in this order at every start, finds them at once.
    find_library(openblas_library openblas REQUIRED)
    target_link_libraries(talweg_dependencies INTERFACE ${openblas_library})
endif()
target_link_libraries(talweg_dependencies INTERFACE Eigen3::Eigen TBB::tbb nlohmann_json::nlohmann_json
                      fmt::fmt ZLIB::ZLIB embree TinyGLTF::TinyGLTF)

# CGAL's kernel is headers alone; its exact numbers are GMP's.
find_path(CGAL_INCLUDE CGAL/Exact_predicates_inexact_constructions_kernel.h REQUIRED)
target_include_directories(talweg_dependencies SYSTEM INTERFACE ${CGAL_INCLUDE})
foreach(name gmp mpfr)
    find_library(${name}_library ${name} REQUIRED)
    target_link_libraries(talweg_dependencies INTERFACE ${${name}_library})
endforeach()
# Its intervals switch the rounding mode, which the compiler must know of.
set_source_files_properties(src/talweg/geometry/intersection/exact_predicates.cpp
                            PROPERTIES COMPILE_OPTIONS -frounding-math)

if(TALWEG_CHOLMOD)
    find_path(CHOLMOD_INCLUDE cholmod.h PATH_SUFFIXES suitesparse REQUIRED)
    target_include_directories(talweg_dependencies SYSTEM INTERFACE ${CHOLMOD_INCLUDE})
    foreach(name cholmod amd colamd camd ccolamd metis suitesparseconfig)
        find_library(${name}_library ${name} REQUIRED)
        target_link_libraries(talweg_dependencies INTERFACE ${${name}_library})
    endforeach()
    # The OpenMP runtime alone, to keep CHOLMOD on one thread; talweg itself is not compiled with OpenMP.
    find_package(OpenMP REQUIRED)
    target_link_libraries(talweg_dependencies INTERFACE ${OpenMP_gomp_LIBRARY})
    target_compile_definitions(talweg_dependencies INTERFACE TALWEG_WITH_CHOLMOD)
endif()
message(STATUS "talweg: CHOLMOD ${TALWEG_CHOLMOD} (TALWEG_CHOLMOD)")
