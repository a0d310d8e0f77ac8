#include "talweg/export/portable_names.hpp"

#include <gtest/gtest.h>

namespace talweg::portable_names_test {
namespace {

using Names = std::vector<std::string>;

TEST(PortableNames, of_files_keep_what_systems_take) {
    EXPECT_EQ(file_names(Names{"red sheet", "a/b:c", "..", "Tür-1.5", ""}),
              (Names{"red_sheet", "a_b_c", "_.", "Tür-1.5", "_"}));
}

TEST(PortableNames, of_identifiers_are_ascii_and_do_not_begin_with_digits) {
    EXPECT_EQ(identifiers(Names{"red sheet", "3rd", "ü", ""}), (Names{"red_sheet", "_3rd", "__", "_"}));
}

TEST(PortableNames, are_told_apart) {
    EXPECT_EQ(file_names(Names{"a b", "a_b", "a:b", "a_b_2"}), (Names{"a_b", "a_b_2", "a_b_3", "a_b_2_2"}));
}

}  // namespace
}  // namespace talweg::portable_names_test
