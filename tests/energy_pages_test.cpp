/// Every energy has a page in docs/energies that names its parameters with their units, says when to use it, and links
/// to its code and tests; and every page has its energy.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include "places.hpp"
#include "talweg/energies/interface/description.hpp"
#include "talweg/energy_list.hpp"

namespace talweg {
namespace {

const std::filesystem::path folder = std::filesystem::path(TALWEG_SOURCE_DIR) / "docs" / "energies";

std::string page(const std::string& name) {
    std::ifstream file(folder / (name + ".md"));
    EXPECT_TRUE(file) << "docs/energies/" << name << ".md is missing";
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

void expect_said(const std::string& text, const std::string& words, const char* energy) {
    EXPECT_NE(text.find(words), std::string::npos) << "the page of " << energy << " does not say '" << words << "'";
}

/// Links to files, as in [`spring.hpp`](../../src/talweg/energies/spring.hpp), lead somewhere.
void expect_links(const std::string& text, const char* energy) {
    int headers = 0, tests = 0;
    const std::regex link(R"(\]\(([^)#:]+))");
    for (std::sregex_iterator at(text.begin(), text.end(), link), end; at != end; ++at) {
        const std::string target = (*at)[1];
        EXPECT_TRUE(std::filesystem::exists(folder / target)) << "the page of " << energy << ": " << target;
        headers += target.starts_with("../../src/talweg/energies/");
        tests += target.starts_with("../../tests/");
    }
    EXPECT_GE(headers, 1) << "the page of " << energy << " links to no header";
    EXPECT_GE(tests, 1) << "the page of " << energy << " links to no test";
}

template <class Energy>
void expect_page() {
    const std::string text = page(page_of<Energy>());
    EXPECT_EQ(text.rfind("# `", 0), 0u) << Energy::name;
    expect_said(text, std::string("`") + Energy::name + "`", Energy::name);
    for (const char* heading :
         {"## Formula", "## Derivatives", "## When to use", "## Limits", "## Source", "## Example", "## In the tree"})
        expect_said(text, heading, Energy::name);
    expect_links(text, Energy::name);
    if constexpr (OfferedToScenes<Energy>) {
        expect_said(text, std::string("\"type\": \"") + Energy::name + "\"", Energy::name);
        for (const Parameter& p : Energy::parameters)
            expect_said(text, std::string("| `") + p.name + "` | " + p.unit + " |", Energy::name);
    }
}

template <class... Energies>
void expect_every_page(TypeList<Energies...>) {
    (expect_page<Energies>(), ...);
    const std::set<std::string> known = {page_of<Energies>()...};
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        EXPECT_TRUE(known.contains(entry.path().stem().string())) << entry.path() << " describes no energy";
}

TEST(EnergyPages, NameEveryParameterAndItsUnit) { expect_every_page(AllEnergies{}); }

}  // namespace
}  // namespace talweg
