/// The members of a JSON object in the order in which they were written, for nlohmann::basic_json.
///
/// Its own ordered_map holds pairs with constant keys, so every member is copied, not moved, whenever an object grows:
/// half of what reading the description of scenes costs, at every start. Here keys move. Whoever holds a reference to
/// a key must not write to it, and Json gives out constant ones only.
#pragma once
#include <algorithm>
#include <concepts>
#include <functional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace talweg {

template <class Key, class Value, class = std::less<Key>, class = void>
class Members : public std::vector<std::pair<Key, Value>> {
    using Pairs = std::vector<std::pair<Key, Value>>;

public:
    using key_type = Key;
    using mapped_type = Value;
    using key_compare = std::equal_to<>;
    using typename Pairs::const_iterator;
    using typename Pairs::iterator;
    using typename Pairs::size_type;
    using typename Pairs::value_type;

    using Pairs::Pairs;
    Members() = default;
    template <class Iterator>
    Members(Iterator first, Iterator last) {
        insert(first, last);
    }

    template <class Name>
    iterator find(const Name& key) {
        return this->begin() + (std::as_const(*this).find(key) - this->cbegin());
    }
    template <class Name>
    const_iterator find(const Name& key) const {
        if constexpr (std::is_convertible_v<const Name&, std::string_view>) {
            const std::string_view wanted = key;  // whose length is found once; most keys differ by that
            return std::find_if(this->begin(), this->end(), [&](const value_type& member) {
                return member.first.size() == wanted.size() && std::string_view(member.first) == wanted;
            });
        } else {
            return std::find_if(this->begin(), this->end(),
                                [&](const value_type& member) { return member.first == key; });
        }
    }
    template <class Name>
    size_type count(const Name& key) const {
        return find(key) == this->end() ? 0 : 1;
    }

    template <class Name>
    Value& operator[](Name&& key) {
        return emplace(std::forward<Name>(key), Value()).first->second;
    }

    template <class Name, class From>
    std::pair<iterator, bool> emplace(Name&& key, From&& value) {
        if (const iterator found = find(key); found != this->end()) return {found, false};
        this->emplace_back(Key(std::forward<Name>(key)), std::forward<From>(value));
        return {this->end() - 1, true};
    }
    std::pair<iterator, bool> insert(value_type member) {
        return emplace(std::move(member.first), std::move(member.second));
    }
    template <class Iterator>
    void insert(Iterator first, Iterator last) {
        for (; first != last; ++first) insert(value_type(first->first, first->second));
    }

    using Pairs::erase;
    template <class Name>
    requires std::equality_comparable_with<const Key&, const Name&> size_type erase(const Name& key) {
        const iterator found = find(key);
        if (found == this->end()) return 0;
        Pairs::erase(found);
        return 1;
    }
};

}  // namespace talweg
