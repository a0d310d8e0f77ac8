/// An MP4 film being made: pictures go through a pipe to ffmpeg, a program of its own. The file appears under its name
/// when it is whole.
#pragma once
#include <sys/types.h>

#include <cstdio>
#include <filesystem>
#include <memory>

#include "talweg/render/image.hpp"

namespace talweg {

class FilmWriter {
public:
    /// Throws when there is no ffmpeg (the program named by `encoder`, looked for in PATH), or the size is odd.
    FilmWriter(std::filesystem::path file, int width, int height, double frames_per_second,
               const std::string& encoder = "ffmpeg");
    ~FilmWriter();
    FilmWriter(const FilmWriter&) = delete;
    FilmWriter& operator=(const FilmWriter&) = delete;

    void add(const Image& image);
    void finish();

private:
    [[noreturn]] void fail();
    int wait();

    std::filesystem::path file_, part_;
    std::shared_ptr<std::FILE> errors_;  // what ffmpeg says
    int pipe_ = -1;
    pid_t process_ = -1;
};

}  // namespace talweg
