/// An npz file being written: arrays one after another, each of them in pieces.
///
/// Members are stored, not compressed, in the 64-bit form of zip: arrays may be larger than 4 GB. Checksum and sizes
/// stand before the data, so they are filled in when an array is complete.
/// Format: PKWARE APPNOTE 6.3.9, 4.3 and 4.5.3; https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
#pragma once
#include <string>
#include <vector>

#include "talweg/export/growing_file.hpp"

namespace talweg {

class NpzWriter {
public:
    explicit NpzWriter(const std::filesystem::path& path) : file_(path) {}

    /// Starts an array of little-endian values of `type` as NumPy writes it: "<f8", "<i4", "<U12"…
    void begin(const std::string& name, const std::string& type, const std::vector<std::uint64_t>& shape);
    template <class T>
    void append(std::span<const T> values) {
        append_bytes({reinterpret_cast<const char*>(values.data()), values.size_bytes()});
    }
    void end();
    /// A whole array at once.
    template <class T>
    void add(const std::string& name, const std::string& type, const std::vector<std::uint64_t>& shape,
             std::span<const T> values) {
        begin(name, type, shape);
        append(values);
        end();
    }
    /// An array of words of UTF-8, one dimension.
    void add_words(const std::string& name, const std::vector<std::string>& words);
    /// Writes the directory of the archive and puts it in its place.
    void finish();

private:
    struct Member {
        std::string name;
        std::uint64_t offset, size = 0;
        std::uint32_t checksum = 0;
    };
    void append_bytes(std::string_view bytes);

    GrowingFile file_;
    std::vector<Member> members_;
};

}  // namespace talweg
