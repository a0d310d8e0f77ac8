/// Files that tests read: the public meshes beside the repository, and files a test writes itself.
#pragma once
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>

#include "places.hpp"
#include "talweg/math/error.hpp"

namespace talweg::testing {

inline std::filesystem::path shared_data() {
    return std::filesystem::path(TALWEG_SOURCE_DIR) / ".." / "shared" / "data";
}

/// A folder of its own for one test, removed afterwards.
class TemporaryFolder {
public:
    TemporaryFolder() {
        static std::atomic<int> number{0};
        std::random_device device;
        path_ = std::filesystem::temp_directory_path() /
                ("talweg_test_" + std::to_string(device()) + "_" + std::to_string(number++));
        std::filesystem::create_directories(path_);
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    std::filesystem::path write(const std::string& name, const std::string& bytes) const {
        std::ofstream stream(path_ / name, std::ios::binary);
        stream.write(bytes.data(), std::streamsize(bytes.size()));
        return path_ / name;
    }
    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

/// The message of the Error that `action` throws; empty when it throws none.
template <class Action>
std::string error_of(const Action& action) {
    try {
        action();
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace talweg::testing

/// Skips the test where the public meshes are absent.
#define TALWEG_NEED_SHARED_DATA()                                 \
    if (!std::filesystem::exists(talweg::testing::shared_data())) \
    GTEST_SKIP() << "the public meshes are not at " << talweg::testing::shared_data()
