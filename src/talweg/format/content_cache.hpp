/// Numbers that are dear to find, kept in files by the content they were found from.
///
/// A file is named by a key, the SHA-256 of everything that its numbers depend on, and holds that key again, how many
/// numbers there are, and their own SHA-256. Whatever does not fit – damaged, cut short, a link, another person's – is
/// as if it were not there, and what cannot be written is not kept: a cache never stops a run, nor changes a number.
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "talweg/format/sha256.hpp"

namespace talweg {

class ContentCache {
public:
    /// In a folder that is made when needed; an empty path: nothing is kept nor found.
    explicit ContentCache(std::filesystem::path folder) : folder_(std::move(folder)) {}
    /// The user's: TALWEG_CACHE names the folder, or is "off"; else talweg in XDG_CACHE_HOME, or in ~/.cache.
    static ContentCache of_user();

    std::optional<std::vector<double>> find(const Sha256& key) const;
    void keep(const Sha256& key, std::span<const double> numbers) const;

    const std::filesystem::path& folder() const { return folder_; }

private:
    std::filesystem::path folder_;
};

}  // namespace talweg
