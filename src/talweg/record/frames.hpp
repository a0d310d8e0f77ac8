/// Numbers per frame in an npy file: positions.npy, where every point was in every frame, and fields of elements. The
/// writer appends, the reader may look at any moment, also while another process writes.
#pragma once
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "talweg/format/file.hpp"
#include "talweg/format/npy.hpp"
#include "talweg/math/matrix.hpp"

namespace talweg {

/// Appends frames. `append` only copies; `flush` writes the data first and then the number of frames.
class FrameWriter {
public:
    static FrameWriter create(const std::filesystem::path& path, std::uint64_t points, std::uint64_t components = 3);
    /// Goes on after the first `frames` frames of an existing file; later ones are cut off.
    static FrameWriter resume(const std::filesystem::path& path, std::uint64_t points, std::uint64_t frames,
                              std::uint64_t components = 3);

    void append(std::span<const Vec3> positions) {
        append({positions.empty() ? nullptr : positions[0].data, 3 * positions.size()});
    }
    void append(std::span<const double> values);
    void flush();
    void sync() { file_.sync(); }
    /// After a failed flush: drops what was not published, so that the file ends with its last whole frame.
    void drop_unpublished();

    /// Frames appended, published or not.
    std::uint64_t frames() const { return published_ + waiting_; }
    std::uint64_t published() const { return published_; }
    std::size_t waiting_bytes() const { return buffer_.size() * sizeof(double); }

private:
    FrameWriter(File file, std::uint64_t width, std::uint64_t frames);

    File file_;
    std::uint64_t width_, published_, waiting_ = 0;
    std::vector<double> buffer_;
};

class FrameReader {
public:
    explicit FrameReader(const std::filesystem::path& path);
    ~FrameReader();
    FrameReader(const FrameReader&) = delete;
    FrameReader& operator=(const FrameReader&) = delete;

    /// Frames that are whole in the file, however many its header claims.
    std::uint64_t frames() const { return shape_.frames; }
    std::uint64_t points() const { return shape_.points; }
    std::uint64_t components() const { return shape_.components; }
    /// Looks again how many frames there are.
    void refresh();
    /// A frame of three components per point.
    std::vector<Vec3> read(std::uint64_t frame) const;
    /// A frame of any width.
    std::vector<double> read_values(std::uint64_t frame) const;

private:
    std::uint64_t file_size() const;

    std::filesystem::path path_;
    int descriptor_;
    NpyShape shape_;
    std::uint64_t claimed_ = 0;  // frames, by the header
};

}  // namespace talweg
