#include "talweg/render/film_writer.hpp"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "talweg/format/file.hpp"
#include "talweg/math/error.hpp"

extern char** environ;

namespace talweg {

namespace {

std::string read_from_start(std::FILE* file) {
    std::rewind(file);
    std::string text(2000, '\0');
    text.resize(std::fread(text.data(), 1, text.size(), file));
    while (!text.empty() && text.back() == '\n') text.pop_back();
    return text;
}

}  // namespace

FilmWriter::FilmWriter(std::filesystem::path file, int width, int height, double frames_per_second,
                       const std::string& encoder)
    : file_(std::move(file)), part_(file_.string() + ".part"), errors_(std::tmpfile(), [](std::FILE* f) {
          if (f) std::fclose(f);
      }) {
    if (width % 2 || height % 2)
        throw Error(fmt::format("a film needs an even width and height, and {} x {} is not", width, height));
    if (!errors_) throw_system_error("create a temporary file", errno);
    // Made here, so that no link that stands there is followed; the encoder writes into what it finds.
    File::create_new(part_);
    // A socket, because a write to a pipe whose reader has gone would end the whole program.
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) throw_system_error("open a pipe", errno);
    pipe_ = ends[0];

    // "file:" keeps ffmpeg from reading a protocol or an option into the name.
    std::string words[] = {encoder,
                           "-y",
                           "-loglevel",
                           "error",
                           "-f",
                           "rawvideo",
                           "-pixel_format",
                           "rgb24",
                           "-video_size",
                           fmt::format("{}x{}", width, height),
                           "-framerate",
                           fmt::format("{}", frames_per_second),
                           "-i",
                           "pipe:0",
                           "-an",
                           "-c:v",
                           "libx264",
                           "-crf",
                           "18",
                           "-preset",
                           "medium",
                           "-pix_fmt",
                           "yuv420p",
                           "-movflags",
                           "+faststart",
                           "-f",
                           "mp4",
                           "file:" + part_.string()};
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, fileno(errors_.get()), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, fileno(errors_.get()), STDERR_FILENO);
    const int error = posix_spawnp(&process_, encoder.c_str(), &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    if (error == 0) return;
    close(pipe_);
    std::error_code ignored;
    std::filesystem::remove(part_, ignored);
    if (error == ENOENT)
        throw Error(encoder +
                    " is not installed, and films are made by it; on Debian: apt install ffmpeg. "
                    "Or write one picture per frame: --frames :");
    throw_system_error("start " + encoder, error);
}

FilmWriter::~FilmWriter() {
    if (process_ < 0) return;
    wait();
    std::error_code ignored;
    std::filesystem::remove(part_, ignored);
}

int FilmWriter::wait() {
    int status = 0;
    if (process_ < 0) return status;
    close(pipe_);
    while (waitpid(process_, &status, 0) < 0 && errno == EINTR) continue;
    process_ = -1;
    return status;
}

void FilmWriter::fail() {
    wait();
    std::error_code ignored;
    std::filesystem::remove(part_, ignored);
    throw Error("ffmpeg could not make " + file_.string() + ": " + read_from_start(errors_.get()));
}

void FilmWriter::add(const Image& image) {
    const auto* bytes = reinterpret_cast<const char*>(image.pixels.data());
    for (std::size_t left = image.pixels.size() * sizeof(Pixel); left > 0;) {
        const ssize_t sent = send(pipe_, bytes, left, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) fail();
        bytes += sent;
        left -= static_cast<std::size_t>(sent);
    }
}

void FilmWriter::finish() {
    const int status = wait();
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) fail();
    std::filesystem::rename(part_, file_);
}

}  // namespace talweg
