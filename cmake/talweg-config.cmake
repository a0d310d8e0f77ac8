# find_package(talweg): the library as talweg::talweg, with the libraries it stands on.

include(CMakeFindDependencyMacro)
find_dependency(Eigen3 3.4 NO_MODULE)
find_dependency(TBB 2021)
find_dependency(nlohmann_json 3.11)
find_dependency(fmt)
find_dependency(ZLIB)
find_dependency(embree 3.13)
find_dependency(TinyGLTF)
include(${CMAKE_CURRENT_LIST_DIR}/talweg_targets.cmake)
