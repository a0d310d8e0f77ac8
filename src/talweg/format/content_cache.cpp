#include "talweg/format/content_cache.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <system_error>

#include "talweg/format/plain_file.hpp"
#include "talweg/math/error.hpp"

namespace talweg {

namespace {

constexpr std::uint64_t magic = 0x3143'4757'4c41'54ull;  // "TALWGC1"
constexpr std::uint64_t most_numbers = std::uint64_t(1) << 28;
constexpr std::size_t most_files = 256;  // the oldest go

struct Header {
    std::uint64_t magic;
    std::array<std::uint8_t, 32> key, content;
    std::uint64_t count;
};

std::array<std::uint8_t, 32> digest_of(std::span<const double> numbers) {
    Sha256 digest;
    digest.add(numbers);
    return digest.value();
}

/// A descriptor that is closed in the end.
struct Descriptor {
    int number;
    ~Descriptor() {
        if (number >= 0) ::close(number);
    }
};

/// −1 where there is no plain file.
int opened(const std::filesystem::path& path) {
    try {
        return open_plain_file(path);
    } catch (const Error&) {
        return -1;
    }
}

bool read_all(int descriptor, void* into, std::size_t size) {
    auto* next = static_cast<char*>(into);
    while (size > 0) {
        const ::ssize_t got = ::read(descriptor, next, size);
        if (got <= 0) return false;
        next += got;
        size -= static_cast<std::size_t>(got);
    }
    return true;
}

bool write_all(int descriptor, const void* from, std::size_t size) {
    const auto* next = static_cast<const char*>(from);
    while (size > 0) {
        const ::ssize_t put = ::write(descriptor, next, size);
        if (put <= 0) return false;
        next += put;
        size -= static_cast<std::size_t>(put);
    }
    return true;
}

/// A folder of one's own that nobody else can write to.
bool is_own_folder(const std::filesystem::path& folder) {
    struct ::stat found;
    return ::lstat(folder.c_str(), &found) == 0 && S_ISDIR(found.st_mode) && found.st_uid == ::geteuid() &&
           (found.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

void make_room(const std::filesystem::path& folder) {
    std::error_code failure;
    std::vector<std::pair<std::filesystem::file_time_type, std::filesystem::path>> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder, failure))
        if (entry.path().extension() == ".basis")
            files.emplace_back(std::filesystem::last_write_time(entry.path(), failure), entry.path());
    if (files.size() < most_files) return;
    std::sort(files.begin(), files.end());
    for (std::size_t k = 0; k + most_files <= files.size(); ++k) std::filesystem::remove(files[k].second, failure);
}

}  // namespace

ContentCache ContentCache::of_user() {
    const auto variable = [](const char* name) {
        const char* value = std::getenv(name);
        return std::string(value ? value : "");
    };
    if (const std::string own = variable("TALWEG_CACHE"); !own.empty()) return ContentCache(own == "off" ? "" : own);
    if (const std::filesystem::path shared = variable("XDG_CACHE_HOME"); shared.is_absolute())
        return ContentCache(shared / "talweg");
    if (const std::filesystem::path home = variable("HOME"); home.is_absolute())
        return ContentCache(home / ".cache" / "talweg");
    return ContentCache("");
}

std::optional<std::vector<double>> ContentCache::find(const Sha256& key) const {
    if (folder_.empty() || !is_own_folder(folder_)) return {};
    const auto name = key.value();
    const Descriptor file{opened(folder_ / (hexadecimal(name) + ".basis"))};
    struct ::stat found;
    if (file.number < 0 || ::fstat(file.number, &found) != 0 || !S_ISREG(found.st_mode) || found.st_uid != ::geteuid())
        return {};
    Header header;
    if (!read_all(file.number, &header, sizeof header)) return {};
    if (header.magic != magic || header.key != name || header.count > most_numbers ||
        static_cast<std::uint64_t>(found.st_size) != sizeof header + 8 * header.count)
        return {};
    std::vector<double> numbers(header.count);
    if (!read_all(file.number, numbers.data(), 8 * numbers.size()) || digest_of(numbers) != header.content) return {};
    return numbers;
}

void ContentCache::keep(const Sha256& key, std::span<const double> numbers) const {
    if (folder_.empty() || numbers.size() > most_numbers) return;
    std::error_code failure;
    if (std::filesystem::create_directories(folder_, failure); failure) return;
    // Made by this call with the usual mask: others may not write to it.
    if (!is_own_folder(folder_)) return;
    make_room(folder_);
    const Header header{magic, key.value(), digest_of(numbers), numbers.size()};
    std::string pattern = (folder_ / "new_XXXXXX").string();
    bool whole = false;
    {
        const Descriptor file{::mkstemp(pattern.data())};
        if (file.number < 0) return;
        whole = write_all(file.number, &header, sizeof header) &&
                write_all(file.number, numbers.data(), 8 * numbers.size());
    }
    if (whole) std::filesystem::rename(pattern, folder_ / (hexadecimal(header.key) + ".basis"), failure);
    if (!whole || failure) std::filesystem::remove(pattern, failure);
}

}  // namespace talweg
