/// Reads words, numbers and raw values from a Source, and refuses what is not there with the place where it looked.
/// Every count is held against the bytes that are left before anything is allocated for it.
#pragma once
#include <cstdint>
#include <string_view>

#include "talweg/geometry/read/raw_value.hpp"
#include "talweg/geometry/read/source.hpp"

namespace talweg::read {

class Scanner {
public:
    explicit Scanner(const Source& source) : source_(source), bytes_(source.bytes) {}

    std::size_t position() const { return position_; }
    std::size_t left() const { return bytes_.size() - position_; }
    void seek(std::size_t position) { position_ = position < bytes_.size() ? position : bytes_.size(); }

    /// From here on, values are raw and errors name bytes instead of lines.
    void begin_binary(bool swapped) { binary_ = true, swapped_ = swapped; }
    void resume_binary() { binary_ = true; }
    void begin_text() { binary_ = false; }
    bool binary() const { return binary_; }
    /// Text from this character to the end of its line is skipped like white space.
    void ignore_comments(char mark) { comment_ = mark; }

    /// Skips white space; true when nothing follows.
    bool at_end();
    /// The next word between white space.
    std::string_view word(const char* what);
    /// The next word, left in place; empty at the end.
    std::string_view peek();
    /// The rest of the current line without its end.
    std::string_view line();

    /// A finite number, as text.
    double number(const char* what);
    /// A number as text that may also be infinite or NaN.
    double any_number(const char* what);
    std::int64_t integer(const char* what);

    /// A raw value in the file's byte order.
    template <class T>
    T raw(const char* what) {
        if (left() < sizeof(T)) fail(std::string("the file ends where ") + what + " should be; it is cut off");
        const T value = raw_value<T>(bytes_.data() + position_, swapped_);
        position_ += sizeof(T);
        return value;
    }
    void skip_bytes(std::size_t count, const char* what);

    /// A value as text, or raw as T.
    template <class T>
    std::int64_t integer_or_raw(const char* what) {
        return binary_ ? static_cast<std::int64_t>(raw<T>(what)) : integer(what);
    }
    double number_or_raw(const char* what);

    /// `count` things of at least `bytes_each` bytes must still fit into the file, and be numbered by an int.
    int require_count(std::int64_t count, std::size_t bytes_each, const char* things);

    [[noreturn]] void fail(const std::string& message) const { fail_at(position_, message); }
    [[noreturn]] void fail_at(std::size_t position, const std::string& message) const;

private:
    const Source& source_;
    std::string_view bytes_;
    std::size_t position_ = 0;
    bool binary_ = false, swapped_ = false;
    char comment_ = '\0';
};

/// A finite number or an integer that fills the whole text; false otherwise. Independent of the locale.
bool parse(std::string_view text, double& value);
bool parse(std::string_view text, std::int64_t& value);

/// Text as it may be shown in a message: shortened, and without control characters.
std::string shown(std::string_view text);

}  // namespace talweg::read
