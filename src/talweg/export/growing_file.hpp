/// A file of many frames, written in small pieces beside its place and put there whole: who opens it meets the old
/// content or the new, however long the export takes or however it ends.
#pragma once
#include <string_view>

#include "talweg/format/file.hpp"

namespace talweg {

class GrowingFile {
public:
    explicit GrowingFile(const std::filesystem::path& path);
    /// Unfinished, it leaves nothing behind.
    ~GrowingFile();
    GrowingFile(const GrowingFile&) = delete;
    GrowingFile& operator=(const GrowingFile&) = delete;

    void append(std::string_view bytes);
    template <class T>
    void append_raw(std::span<const T> values) {
        append({reinterpret_cast<const char*>(values.data()), values.size_bytes()});
    }
    /// Replaces bytes that were appended before.
    void overwrite(std::uint64_t offset, std::string_view bytes);
    std::uint64_t size() const { return written_ + buffer_.size(); }
    void finish();

private:
    void flush();

    std::filesystem::path path_, beside_;
    File file_;
    std::string buffer_;
    std::uint64_t written_ = 0;
    bool finished_ = false;
};

}  // namespace talweg
