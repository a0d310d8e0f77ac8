#include "talweg/geometry/read/scanner.hpp"

#include <charconv>
#include <cmath>
#include <limits>

namespace talweg::read {
namespace {

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\v' || c == '\f'; }

template <class Number>
bool parse_number(std::string_view text, Number& value) {
    // A leading plus is common in files, but not known to from_chars.
    if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    return result.ec == std::errc() && result.ptr == text.data() + text.size();
}

}  // namespace

bool parse(std::string_view text, double& value) { return parse_number(text, value) && std::isfinite(value); }
bool parse(std::string_view text, std::int64_t& value) { return parse_number(text, value); }

std::string shown(std::string_view text) {
    constexpr std::size_t most = 40;
    std::string text_shown = "'";
    for (const char c : text.substr(0, most)) text_shown += c >= 32 && c < 127 ? c : '?';
    return text_shown + (text.size() > most ? "…'" : "'");
}

bool Scanner::at_end() {
    for (; position_ < bytes_.size(); ++position_) {
        if (comment_ != '\0' && bytes_[position_] == comment_) {
            while (position_ < bytes_.size() && bytes_[position_] != '\n') ++position_;
            if (position_ == bytes_.size()) break;
        }
        if (!is_space(bytes_[position_])) return false;
    }
    return true;
}

std::string_view Scanner::peek() {
    if (at_end()) return {};
    std::size_t end = position_;
    while (end < bytes_.size() && !is_space(bytes_[end]) && (comment_ == '\0' || bytes_[end] != comment_)) ++end;
    return bytes_.substr(position_, end - position_);
}

std::string_view Scanner::word(const char* what) {
    const std::string_view found = peek();
    if (found.empty()) fail(std::string("the file ends where ") + what + " should be; it is cut off");
    position_ += found.size();
    return found;
}

std::string_view Scanner::line() {
    const std::size_t end = std::min(bytes_.find('\n', position_), bytes_.size());
    std::string_view found = bytes_.substr(position_, end - position_);
    position_ = end < bytes_.size() ? end + 1 : end;
    if (!found.empty() && found.back() == '\r') found.remove_suffix(1);
    return found;
}

double Scanner::number(const char* what) {
    const double value = any_number(what);
    if (!std::isfinite(value)) fail(std::string(what) + " must be a finite number");
    return value;
}

double Scanner::any_number(const char* what) {
    const std::string_view text = word(what);
    double value = 0.0;
    if (!parse_number(text, value))
        fail_at(position_ - text.size(), std::string(what) + " must be a number, found " + shown(text));
    return value;
}

std::int64_t Scanner::integer(const char* what) {
    const std::string_view text = word(what);
    std::int64_t value = 0;
    if (!parse(text, value))
        fail_at(position_ - text.size(), std::string(what) + " must be a whole number, found " + shown(text));
    return value;
}

double Scanner::number_or_raw(const char* what) {
    if (!binary_) return number(what);
    const std::size_t start = position_;
    const double value = raw<double>(what);
    if (!std::isfinite(value)) fail_at(start, std::string(what) + " is not a finite number");
    return value;
}

void Scanner::skip_bytes(std::size_t count, const char* what) {
    if (count > left()) fail(std::string("the file ends inside ") + what + "; it is cut off");
    position_ += count;
}

int Scanner::require_count(std::int64_t count, std::size_t bytes_each, const char* things) {
    if (count < 0 || count > std::numeric_limits<int>::max() ||
        static_cast<std::uint64_t>(count) > left() / bytes_each + 1)
        fail("the file claims " + std::to_string(count) + " " + things + ", but only " + std::to_string(left()) +
             " bytes follow; it is cut off or damaged");
    return static_cast<int>(count);
}

void Scanner::fail_at(std::size_t position, const std::string& message) const {
    if (binary_) source_.fail_in_binary(position, message);
    source_.fail_in_text(position, message);
}

}  // namespace talweg::read
