#include "talweg/export/growing_file.hpp"

namespace talweg {

namespace {

constexpr std::size_t enough = 1 << 20;  // bytes worth a call of the system

}  // namespace

GrowingFile::GrowingFile(const std::filesystem::path& path)
    : path_(path), beside_(path.string() + ".part"), file_(File::create_new(beside_)) {}

GrowingFile::~GrowingFile() {
    std::error_code ignored;
    if (!finished_) std::filesystem::remove(beside_, ignored);
}

void GrowingFile::append(std::string_view bytes) {
    buffer_ += bytes;
    if (buffer_.size() >= enough) flush();
}

void GrowingFile::overwrite(std::uint64_t offset, std::string_view bytes) {
    flush();
    file_.write_at(offset, std::as_bytes(std::span(bytes)));
}

void GrowingFile::flush() {
    file_.write_at(written_, std::as_bytes(std::span(buffer_)));
    written_ += buffer_.size();
    buffer_.clear();
}

void GrowingFile::finish() {
    flush();
    std::error_code error;
    std::filesystem::rename(beside_, path_, error);
    if (error) throw_system_error("replace " + path_.string(), error.value());
    finished_ = true;
}

}  // namespace talweg
