#include "talweg/scene/text/text_cursor.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "talweg/math/error.hpp"
#include "talweg/scene/text/printable.hpp"

namespace talweg {

namespace {

constexpr std::string_view punctuation = " \t\r\n{}[],:\"/";

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

/// Bytes of the UTF-8 character at the front of `text`; 0 if it is none (RFC 3629: no overlong forms, no surrogates).
std::size_t utf8_length(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned first = byte(0);
    const std::size_t length = first < 0x80   ? 1
                               : first < 0xC2 ? 0
                               : first < 0xE0 ? 2
                               : first < 0xF0 ? 3
                               : first < 0xF5 ? 4
                                              : 0;
    if (length == 0 || text.size() < length) return 0;
    for (std::size_t i = 1; i < length; ++i)
        if (!continues_character(text[i])) return 0;
    if ((first == 0xE0 && byte(1) < 0xA0) || (first == 0xED && byte(1) > 0x9F)) return 0;
    if ((first == 0xF0 && byte(1) < 0x90) || (first == 0xF4 && byte(1) > 0x8F)) return 0;
    return length;
}

void append_utf8(std::string& result, unsigned code) {
    const auto put = [&](unsigned byte) { result += static_cast<char>(byte); };
    if (code < 0x80) {
        put(code);
    } else if (code < 0x800) {
        put(0xC0 | code >> 6), put(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        put(0xE0 | code >> 12), put(0x80 | (code >> 6 & 0x3F)), put(0x80 | (code & 0x3F));
    } else {
        put(0xF0 | code >> 18), put(0x80 | (code >> 12 & 0x3F));
        put(0x80 | (code >> 6 & 0x3F)), put(0x80 | (code & 0x3F));
    }
}

}  // namespace

TextCursor::TextCursor(std::string_view text, std::string source) : text_(text), source_(std::move(source)) {
    if (text_.starts_with("\xEF\xBB\xBF")) text_.remove_prefix(3);
    require_utf8();
}

void TextCursor::require_utf8() const {
    TextCursor walk = *this;
    while (!walk.at_end()) {
        const std::size_t length = utf8_length(text_.substr(walk.at_));
        if (length == 0) walk.fail("this is not UTF-8 text; save the file as UTF-8");
        for (std::size_t i = 0; i < length; ++i) walk.take();
    }
}

void TextCursor::take() {
    const char c = text_[at_++];
    // CR LF, LF and a lone CR each end one line.
    if (c == '\n' || (c == '\r' && peek() != '\n')) {
        ++here_.line;
        here_.column = 1;
    } else if (!continues_character(c)) {
        ++here_.column;
    }
}

void TextCursor::skip_blank() {
    while (!at_end()) {
        if (peek() == ' ' || peek() == '\t' || peek() == '\r' || peek() == '\n')
            take();
        else if (peek() == '/')
            skip_comment();
        else
            return;
    }
}

void TextCursor::skip_comment() {
    const Position begin = here_;
    const std::string_view rest = text_.substr(at_);
    if (rest.starts_with("//")) {
        while (!at_end() && peek() != '\n' && peek() != '\r') take();
    } else if (rest.starts_with("/*")) {
        const std::size_t end = rest.find("*/", 2);
        if (end == rest.npos) fail(begin, "this /* comment is not closed; end it with */");
        for (std::size_t i = 0; i < end + 2; ++i) take();
    } else {
        fail("unexpected \"/\"; comments start with // or /*");
    }
}

std::string TextCursor::string() {
    token_ = here_;
    std::string result;
    for (take(); peek() != '"' || at_end();) {
        if (at_end() || peek() == '\n' || peek() == '\r') fail_at_token("this text lacks its closing double quote");
        if (static_cast<unsigned char>(peek()) < 0x20)
            fail("a control character inside text; write it as \\t or \\u0000");
        if (peek() == '\\') {
            escape(result);
        } else {
            result += peek();
            take();
        }
    }
    take();
    return result;
}

void TextCursor::escape(std::string& result) {
    const Position begin = here_;
    take();
    const char kind = peek();
    if (kind == 'u') {
        unsigned code = code_unit();
        if (code >= 0xD800 && code < 0xDC00 && text_.substr(at_).starts_with("\\u")) {
            take();
            const unsigned low = code_unit();
            code = low >= 0xDC00 && low < 0xE000 ? 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00) : 0xD800;
        }
        if (code >= 0xD800 && code < 0xE000)
            fail(begin, "\\u stands for half a character here; write the character itself");
        return append_utf8(result, code);
    }
    constexpr std::string_view kinds = "\"\\/bfnrt", meanings = "\"\\/\b\f\n\r\t";
    const std::size_t found = at_end() ? kinds.npos : kinds.find(kind);
    if (found == kinds.npos) fail(begin, "unknown escape; a backslash in text is written \\\\");
    result += meanings[found];
    take();
}

/// Four hexadecimal digits after the u that stands here.
unsigned TextCursor::code_unit() {
    take();
    unsigned code = 0;
    for (int i = 0; i < 4; ++i) {
        constexpr std::string_view digits = "0123456789abcdefABCDEF";
        const std::size_t digit = at_end() ? digits.npos : digits.find(peek());
        if (digit == digits.npos) fail("\\u needs four hexadecimal digits");
        code = code * 16 + static_cast<unsigned>(digit < 16 ? digit : digit - 6);
        take();
    }
    return code;
}

std::string TextCursor::word() {
    token_ = here_;
    const std::size_t begin = at_;
    const std::size_t end = std::min(text_.find_first_of(punctuation, at_), text_.size());
    if (begin == end) fail("expected a value, but found " + next_word());
    while (at_ < end) take();
    return std::string(text_.substr(begin, end - begin));
}

std::string TextCursor::next_word() const {
    if (at_end()) return "the end of the file";
    if (peek() == '"') return in_quotes(text_.substr(at_ + 1, text_.find_first_of("\"\r\n", at_ + 1) - at_ - 1));
    const std::size_t end = std::max(at_ + 1, std::min(text_.find_first_of(punctuation, at_), text_.size()));
    const std::string_view word = text_.substr(at_, end - at_);
    return word.size() == 1 ? in_quotes(word) : printable(word);
}

void TextCursor::fail(Position position, std::string_view message) const {
    throw Error(fmt::format("{}:{}:{}: {}", source_, position.line, position.column, message));
}

}  // namespace talweg
