#include "talweg/record/topology_outline.hpp"

#include <charconv>
#include <string_view>

namespace talweg {

namespace {

// A string that begins with the character 2. A text that has it already is read as it is, so marks are ours alone.
constexpr std::string_view mark = "\"\\u0002";
constexpr std::string_view list_of_a_key = "\": [[";  // quotes within names have a stroke before them

/// Reads [[i,j…],[k,l…]…], without blanks and with tuples of one width, from `at` on: where it ends, or npos.
std::size_t read_tuples(std::string_view text, std::size_t at, TopologyOutline::Tuples& into) {
    const char* next = text.data() + at + 1;  // behind the first bracket
    const char* const end = text.data() + text.size();
    into.width = 0;
    for (;;) {
        if (next == end || *next++ != '[') return text.npos;
        int width = 0;
        do {
            int number = -1;
            const auto [behind, error] = std::from_chars(next, end, number);
            if (error != std::errc() || number < 0 || behind == end) return text.npos;
            into.numbers.push_back(number);
            ++width;
            next = behind + 1;
        } while (next[-1] == ',');
        if (next[-1] != ']' || (into.width > 0 && width != into.width) || next == end) return text.npos;
        into.width = width;
        if (*next == ']') return static_cast<std::size_t>(next + 1 - text.data());
        if (*next++ != ',') return text.npos;
    }
}

}  // namespace

TopologyOutline::TopologyOutline(const std::string& text) {
    if (text.find(mark) != text.npos) {
        tree_ = nlohmann::json::parse(text);
        return;
    }
    std::string rest;
    std::size_t done = 0;
    for (std::size_t at = text.find(list_of_a_key); at != text.npos; at = text.find(list_of_a_key, at)) {
        const bool within_a_name = at > 0 && text[at - 1] == '\\';
        at += list_of_a_key.size() - 2;  // where the list begins
        Tuples tuples;
        const std::size_t end = within_a_name ? text.npos : read_tuples(text, at, tuples);
        if (end == text.npos) continue;
        rest.append(text, done, at - done).append(mark).append(std::to_string(lists_.size())).append("\"");
        lists_.push_back(std::move(tuples));
        done = at = end;
    }
    tree_ = nlohmann::json::parse(rest.append(text, done));
}

const TopologyOutline::Tuples* TopologyOutline::tuples(const nlohmann::json& place) const {
    const auto* name = place.get_ptr<const std::string*>();
    return name && name->starts_with('\x02') && !lists_.empty() ? &lists_.at(std::stoul(name->substr(1))) : nullptr;
}

}  // namespace talweg
