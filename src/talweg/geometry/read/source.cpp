#include "talweg/geometry/read/source.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

namespace talweg::read {

void Source::fail_in_text(std::size_t position, const std::string& message) const {
    const auto end = bytes.begin() + std::ptrdiff_t(std::min(position, bytes.size()));
    const auto line = 1 + std::count(bytes.begin(), end, '\n');
    throw Error(path.string() + ":" + std::to_string(line) + ": " + message);
}

void Source::fail_in_binary(std::size_t position, const std::string& message) const {
    throw Error(path.string() + ": byte " + std::to_string(position) + ": " + message);
}

void Source::fail(const std::string& message) const { throw Error(path.string() + ": " + message); }

Source load_source(const std::filesystem::path& path) {
    Source source{path, {}};
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status))
        source.fail("there is no such file; check the name, relative paths start at the scene's folder");
    if (!std::filesystem::is_regular_file(status)) source.fail("this is not a file; name a mesh file");
    const auto size = std::filesystem::file_size(path, error);
    std::ifstream stream(path, std::ios::binary);
    if (error || !stream) source.fail(std::string("cannot be opened (") + std::strerror(errno) + ")");
    if (size == 0) source.fail("the file is empty; export the mesh again");
    source.bytes.resize(size);
    stream.read(source.bytes.data(), std::streamsize(size));
    if (std::size_t(stream.gcount()) != size) source.fail("cannot be read to its end; is it still being written?");
    return source;
}

}  // namespace talweg::read
