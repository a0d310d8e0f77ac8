#include "talweg/record/frames.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>

#include "talweg/format/plain_file.hpp"
#include "talweg/math/error.hpp"

namespace talweg {

static_assert(std::endian::native == std::endian::little, "npy files are written as little-endian float64");
static_assert(sizeof(Vec3) == 3 * sizeof(double));

namespace {

std::uint64_t frame_offset(std::uint64_t width, std::uint64_t frame) {
    return npy_header_size + frame * width * sizeof(double);
}

void read_at(int descriptor, std::uint64_t offset, std::span<std::byte> bytes, const std::filesystem::path& path) {
    while (!bytes.empty()) {
        const ssize_t count = ::pread(descriptor, bytes.data(), bytes.size(), static_cast<off_t>(offset));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) throw_system_error("read " + path.string(), errno);
        if (count == 0) throw Error(path.string() + " is cut off; run the scene again or resume it");
        bytes = bytes.subspan(static_cast<std::size_t>(count));
        offset += static_cast<std::uint64_t>(count);
    }
}

}  // namespace

FrameWriter::FrameWriter(File file, std::uint64_t width, std::uint64_t frames)
    : file_(std::move(file)), width_(width), published_(frames) {}

FrameWriter FrameWriter::create(const std::filesystem::path& path, std::uint64_t points, std::uint64_t components) {
    FrameWriter writer(File::create(path), points * components, 0);
    const auto header = npy_header({0, points, components});
    writer.file_.write_at(0, std::as_bytes(std::span(header)));
    return writer;
}

FrameWriter FrameWriter::resume(const std::filesystem::path& path, std::uint64_t points, std::uint64_t frames,
                                std::uint64_t components) {
    const FrameReader recorded(path);
    FrameWriter writer(File::open(path), points * components, frames);
    if (recorded.points() != points || recorded.components() != components || recorded.frames() < frames ||
        writer.file_.size() < frame_offset(points * components, frames))
        throw Error(path.string() + " does not hold the frames of its checkpoint; start the run anew with --overwrite");
    // The number first: a reader must never be promised frames that are being cut off.
    const auto count = npy_frame_count(frames);
    writer.file_.write_at(npy_count_offset, std::as_bytes(std::span(count)));
    writer.drop_unpublished();
    return writer;
}

void FrameWriter::append(std::span<const double> values) {
    if (values.size() != width_) throw Error(file_.path().string() + ": a frame has the wrong number of points");
    buffer_.insert(buffer_.end(), values.begin(), values.end());
    ++waiting_;
}

void FrameWriter::flush() {
    if (waiting_ == 0) return;
    const auto count = npy_frame_count(frames());
    file_.write_at(frame_offset(width_, published_), std::as_bytes(std::span(buffer_)));
    file_.write_at(npy_count_offset, std::as_bytes(std::span(count)));
    published_ += waiting_;
    waiting_ = 0;
    buffer_.clear();
}

void FrameWriter::drop_unpublished() {
    buffer_.clear();
    waiting_ = 0;
    file_.truncate(frame_offset(width_, published_));
}

FrameReader::FrameReader(const std::filesystem::path& path) : path_(path), descriptor_(open_plain_file(path)) {
    try {
        refresh();
    } catch (...) {
        ::close(descriptor_);
        throw;
    }
}

FrameReader::~FrameReader() { ::close(descriptor_); }

void FrameReader::refresh() {
    std::array<char, npy_header_size> header;
    read_at(descriptor_, 0, std::as_writable_bytes(std::span(header)), path_);
    shape_ = parse_npy_header(header, path_.string());
    if (shape_.width() == 0 && shape_.frames > 0) throw Error(path_.string() + " has frames without points");
    // What a header claims is not yet there: frames that are not in the file would be prepared for, and never come.
    claimed_ = shape_.frames;
    if (shape_.width() > 0) {
        const std::uint64_t size = file_size();
        shape_.frames = std::min(
            claimed_, (size - std::min<std::uint64_t>(size, npy_header_size)) / (shape_.width() * sizeof(double)));
    }
}

std::uint64_t FrameReader::file_size() const {
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0) throw_system_error("examine " + path_.string(), errno);
    return static_cast<std::uint64_t>(status.st_size);
}

std::vector<Vec3> FrameReader::read(std::uint64_t frame) const {
    if (shape_.components != 3) throw Error(path_.string() + " does not hold three numbers per point");
    const std::vector<double> values = read_values(frame);
    std::vector<Vec3> positions(shape_.points);
    std::memcpy(positions.data(), values.data(), values.size() * sizeof(double));
    return positions;
}

std::vector<double> FrameReader::read_values(std::uint64_t frame) const {
    if (frame >= claimed_) throw Error(path_.string() + " has no frame " + std::to_string(frame));
    if (frame >= shape_.frames || file_size() < frame_offset(shape_.width(), frame + 1))
        throw Error(path_.string() + " is cut off; run the scene again or resume it");
    std::vector<double> values(shape_.width());
    read_at(descriptor_, frame_offset(shape_.width(), frame), std::as_writable_bytes(std::span(values)), path_);
    return values;
}

}  // namespace talweg
