/// A file being written: an owned POSIX descriptor, positioned writes that are complete or throw, and errors that name
/// the file and the remedy. Positioned writes, because a reader may look at the file at any moment.
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace talweg {

class File {
public:
    /// A new, empty file; what was there is gone. Here and below links are not followed but refused.
    static File create(const std::filesystem::path& path);
    /// The same for a file that only helps to make another: what was there, even a link, is removed first.
    static File create_new(const std::filesystem::path& path);
    /// An existing file, to be written further.
    static File open(const std::filesystem::path& path);

    File(File&& other) noexcept;
    File& operator=(File&& other) noexcept;
    ~File();

    /// Writes all of `bytes` at `offset` or throws; on failure the bytes before `offset` are as they were.
    void write_at(std::uint64_t offset, std::span<const std::byte> bytes);
    void truncate(std::uint64_t size);
    /// Waits until the content is on the disk itself.
    void sync();
    std::uint64_t size() const;
    const std::filesystem::path& path() const { return path_; }

private:
    File(std::filesystem::path path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}

    std::filesystem::path path_;
    int descriptor_ = -1;
};

/// Replaces `path` as a whole: written beside it, then renamed, so that a reader or a crash meets the old or the new
/// content and nothing in between. `sync` waits for the disk before the rename.
void replace_file(const std::filesystem::path& path, std::span<const std::byte> content, bool sync = false);
void replace_file(const std::filesystem::path& path, std::string_view content, bool sync = false);

/// The whole content of a file of a run. A link is not followed, and nothing but a plain file is read: a run made by
/// others shall not lead to files elsewhere, nor wait for ever at a pipe.
std::string read_whole_file(const std::filesystem::path& path);

/// "cannot <what>: <reason of errno>; <remedy>", thrown.
[[noreturn]] void throw_system_error(const std::string& what, int error_number);

}  // namespace talweg
