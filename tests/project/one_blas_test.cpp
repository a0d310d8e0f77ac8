/// The BLAS that CHOLMOD calls is the OpenBLAS whose threads talweg limits: with two threads the last bits of a solve
/// change. Symbols are looked up as the loader does, so that this test adds no library of its own.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include "support/spring_grid.hpp"
#include "talweg/solve/linear_solver.hpp"

namespace talweg::one_blas_test {
namespace {

std::string library_of(const char* symbol) {
    Dl_info found{};
    void* address = dlsym(RTLD_DEFAULT, symbol);
    return address && dladdr(address, &found) ? found.dli_fname : "";
}

TEST(OneBlas, cholmod_calls_the_blas_that_talweg_limits) {
#ifdef TALWEG_WITH_CHOLMOD
    const testing::World world = testing::SpringGrid{}.make();
    const BlockPattern pattern(world.model);
    ASSERT_NE(make_linear_solver("cholmod", pattern, Unknowns(world.model.held_axes)), nullptr);
    const std::string limited = library_of("openblas_set_num_threads");
    ASSERT_FALSE(limited.empty());
    for (const char* used : {"dgemm_", "dsyrk_", "dtrsm_", "dpotrf_"}) EXPECT_EQ(library_of(used), limited) << used;
#else
    GTEST_SKIP() << "built without CHOLMOD";
#endif
}

}  // namespace
}  // namespace talweg::one_blas_test
