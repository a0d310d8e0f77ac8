/// A place in a text that moves forward and knows its line and column; the lexical half of the JSON reader.
#pragma once
#include <string>
#include <string_view>

namespace talweg {

class TextCursor {
public:
    /// A byte order mark is skipped. Throws Error where the text is not UTF-8.
    TextCursor(std::string_view text, std::string source);

    bool at_end() const { return at_ == text_.size(); }
    char peek() const { return at_end() ? '\0' : text_[at_]; }
    void take();

    /// Passes blanks, line ends and comments.
    void skip_blank();

    /// The string in double quotes that starts here, escapes resolved. It becomes the token.
    std::string string();

    /// Everything up to the next blank or JSON punctuation. It becomes the token.
    std::string word();

    /// What stands here, for messages: a word, or one character in quotes, or "the end of the file".
    std::string next_word() const;

    int line() const { return here_.line; }
    int token_line() const { return token_.line; }

    [[noreturn]] void fail(std::string_view message) const { fail(here_, message); }
    [[noreturn]] void fail_at_token(std::string_view message) const { fail(token_, message); }

private:
    struct Position {
        int line = 1, column = 1;
    };
    [[noreturn]] void fail(Position position, std::string_view message) const;
    void require_utf8() const;
    void skip_comment();
    void escape(std::string& result);
    unsigned code_unit();

    std::string_view text_;
    std::string source_;
    std::size_t at_ = 0;
    Position here_, token_;
};

}  // namespace talweg
