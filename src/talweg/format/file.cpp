#include "talweg/format/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "talweg/format/plain_file.hpp"
#include "talweg/math/error.hpp"

namespace talweg {

namespace {

const char* remedy(int error_number) {
    switch (error_number) {
        case ENOSPC:
        case EDQUOT:
            return "; free some space or choose another place with -o";
        case EFBIG:
            return "; raise the file size limit (ulimit -f) or choose another place with -o";
        case EACCES:
        case EPERM:
        case EROFS:
            return "; choose a place you may write to with -o";
        case ENOTDIR:
        case EEXIST:
            return "; a file stands where a directory is needed, choose another place with -o";
        case ELOOP:
            return "; it is a link, which is not followed: remove it or choose another place with -o";
        default:
            return "";
    }
}

int open_or_throw(const std::filesystem::path& path, int flags, const char* verb) {
    const int descriptor = ::open(path.c_str(), flags | O_CLOEXEC, 0644);
    if (descriptor < 0) throw_system_error(std::string(verb) + " " + path.string(), errno);
    return descriptor;
}

}  // namespace

void throw_system_error(const std::string& what, int error_number) {
    throw Error("cannot " + what + ": " + std::strerror(error_number) + remedy(error_number));
}

// A link that somebody put where a file is to be would lead the writing elsewhere: no link is followed.
File File::create(const std::filesystem::path& path) {
    return {path, open_or_throw(path, O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW, "create")};
}

File File::create_new(const std::filesystem::path& path) {
    std::error_code ignored;
    std::filesystem::remove(path, ignored);  // what an earlier attempt left, or a link, but not what it leads to
    return {path, open_or_throw(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, "create")};
}

File File::open(const std::filesystem::path& path) { return {path, open_or_throw(path, O_RDWR | O_NOFOLLOW, "open")}; }

File::File(File&& other) noexcept : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)) {}

File& File::operator=(File&& other) noexcept {
    std::swap(path_, other.path_);
    std::swap(descriptor_, other.descriptor_);
    return *this;
}

File::~File() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

void File::write_at(std::uint64_t offset, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) throw_system_error("write " + path_.string(), errno);
        bytes = bytes.subspan(static_cast<std::size_t>(written));
        offset += static_cast<std::uint64_t>(written);
    }
}

void File::truncate(std::uint64_t size) {
    if (::ftruncate(descriptor_, static_cast<off_t>(size)) != 0) throw_system_error("shorten " + path_.string(), errno);
}

void File::sync() {
    if (::fdatasync(descriptor_) != 0) throw_system_error("write " + path_.string() + " to the disk", errno);
}

std::uint64_t File::size() const {
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0) throw_system_error("examine " + path_.string(), errno);
    return static_cast<std::uint64_t>(status.st_size);
}

void replace_file(const std::filesystem::path& path, std::span<const std::byte> content, bool sync) {
    const std::filesystem::path beside = path.string() + ".part";
    try {
        File file = File::create_new(beside);
        file.write_at(0, content);
        if (sync) file.sync();
    } catch (...) {
        std::error_code ignored;  // the first error is the one to report
        std::filesystem::remove(beside, ignored);
        throw;
    }
    if (::rename(beside.c_str(), path.c_str()) != 0) throw_system_error("replace " + path.string(), errno);
}

void replace_file(const std::filesystem::path& path, std::string_view content, bool sync) {
    replace_file(path, std::as_bytes(std::span(content)), sync);
}

void refuse_link(const std::filesystem::path& path) {
    std::error_code ignored;
    if (std::filesystem::is_symlink(path, ignored)) throw_system_error("use " + path.string(), ELOOP);
}

void make_plain_directory(const std::filesystem::path& path) {
    refuse_link(path);
    make_directory(path);
}

void make_directory(const std::filesystem::path& path) {
    std::error_code error;
    std::filesystem::create_directories(path, error);
    if (error) throw_system_error("create the directory " + path.string(), error.value());
}

int open_plain_file(const std::filesystem::path& path) {
    const int descriptor = open_or_throw(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, "read");
    struct stat status = {};
    if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
        ::close(descriptor);
        throw Error("cannot read " + path.string() + ": it is no plain file");
    }
    return descriptor;
}

std::string read_whole_file(const std::filesystem::path& path) {
    const int descriptor = open_plain_file(path);
    std::string content;
    ssize_t count = 0;
    do {
        constexpr std::size_t chunk = 1 << 16;
        const std::size_t old_size = content.size();
        content.resize(old_size + chunk);
        count = ::read(descriptor, content.data() + old_size, chunk);
        content.resize(old_size + static_cast<std::size_t>(count > 0 ? count : 0));
    } while (count > 0 || (count < 0 && errno == EINTR));
    const int error_number = errno;
    ::close(descriptor);
    if (count < 0) throw_system_error("read " + path.string(), error_number);
    return content;
}

}  // namespace talweg
