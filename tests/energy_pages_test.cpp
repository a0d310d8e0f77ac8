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

namespace talweg::energy_pages_test {
namespace {

const std::filesystem::path folder = std::filesystem::path(TALWEG_SOURCE_DIR) / "docs" / "energies";

/// What a page lacks, to be told at once.
class PageReader {
public:
    explicit PageReader(const std::string& name) : name_(name) {
        std::ifstream file(folder / (name + ".md"));
        std::ostringstream text;
        text << file.rdbuf();
        text_ = text.str();
        if (!file) missing_ = "docs/energies/" + name + ".md is missing; docs/add_an_energy.md has a model of it";
    }

    void expect(const std::string& words) { require(text_.find(words) != std::string::npos, words); }
    void expect_title() { require(text_.starts_with("# `"), "a title that begins with # `"); }

    /// Links to files, as in [`spring.hpp`](../../src/talweg/energies/spring.hpp), lead somewhere.
    void expect_links() {
        int headers = 0, tests = 0;
        const std::regex link(R"(\]\(([^)#:]+))");
        for (std::sregex_iterator at(text_.begin(), text_.end(), link), end; at != end; ++at) {
            const std::string target = (*at)[1];
            require(std::filesystem::exists(folder / target), "the file it links to, " + target);
            headers += target.starts_with("../../src/talweg/energies/");
            tests += target.starts_with("../../tests/");
        }
        require(headers > 0, "a link to the header");
        require(tests > 0, "a link to a test");
    }

    void finish() const {
        if (!missing_.empty())
            ADD_FAILURE() << missing_;
        else if (!lacking_.empty())
            ADD_FAILURE() << "docs/energies/" << name_ << ".md lacks" << lacking_;
    }

private:
    void require(bool there, const std::string& what) {
        if (!there) lacking_ += "\n  " + what;
    }

    std::string name_, text_, missing_, lacking_;
};

template <class Energy>
void expect_page() {
    PageReader page(page_of<Energy>());
    page.expect_title();
    page.expect(std::string("`") + Energy::name + "`");
    for (const char* heading :
         {"## Formula", "## Derivatives", "## When to use", "## Limits", "## Source", "## Example", "## In the tree"})
        page.expect(heading);
    page.expect_links();
    if constexpr (OfferedToScenes<Energy>) {
        page.expect(std::string("\"type\": \"") + Energy::name + "\"");
        for (const Parameter& p : Energy::parameters) page.expect(std::string("| `") + p.name + "` | " + p.unit + " |");
    }
    page.finish();
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
}  // namespace talweg::energy_pages_test
