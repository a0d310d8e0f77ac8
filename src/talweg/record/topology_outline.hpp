/// A topology as a tree of JSON values, but for the lists of tuples that look as topology_text writes them. A million
/// tets would need a hundred times the memory of their text there, and ten times the time: such lists are kept as plain
/// numbers, and a mark stands in their place. Lists that look otherwise stay in the tree, whoever wrote them.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace talweg {

class TopologyOutline {
public:
    /// Throws what nlohmann::json throws.
    explicit TopologyOutline(const std::string& text);

    struct Tuples {
        int width;
        std::vector<int> numbers;  // one tuple behind the other; none is negative
    };
    const nlohmann::json& tree() const { return tree_; }
    /// Of a mark in the tree; null for anything else.
    const Tuples* tuples(const nlohmann::json& place) const;

private:
    nlohmann::json tree_;
    std::vector<Tuples> lists_;
};

}  // namespace talweg
