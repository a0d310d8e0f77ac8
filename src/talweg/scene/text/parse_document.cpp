#include "talweg/scene/text/parse_document.hpp"

#include <fmt/format.h>

#include "talweg/scene/text/json_path.hpp"
#include "talweg/scene/text/parse_number.hpp"
#include "talweg/scene/text/printable.hpp"
#include "talweg/scene/text/text_cursor.hpp"

namespace talweg {

namespace {

class DocumentParser {
public:
    DocumentParser(std::string_view text, std::string source) : cursor_(text, source), document_(std::move(source)) {}

    Document parse() {
        cursor_.skip_blank();
        if (cursor_.at_end()) cursor_.fail("the file is empty; a scene is an object: { \"time\": …, \"bodies\": … }");
        document_.set_line("", cursor_.line());
        document_.value = value("", 0);
        cursor_.skip_blank();
        if (!cursor_.at_end())
            cursor_.fail("unexpected " + cursor_.next_word() + " after the end of the scene; remove it");
        return std::move(document_);
    }

private:
    Json value(const std::string& pointer, int depth) {
        if (depth > max_json_depth)
            cursor_.fail(fmt::format("nested deeper than {} levels; no scene needs that", max_json_depth));
        switch (cursor_.peek()) {
            case '{':
                return object(pointer, depth);
            case '[':
                return list(pointer, depth);
            case '"':
                return cursor_.string();
            default:
                return word();
        }
    }

    Json object(const std::string& pointer, int depth) {
        Json result = Json::object();
        const int opened = cursor_.line();
        cursor_.take();
        for (cursor_.skip_blank(); cursor_.peek() != '}'; cursor_.skip_blank()) {
            if (!result.empty()) separator('{', '}', opened);
            const std::string key = member_key(opened);
            const std::string member = pointer_to(pointer, key);
            if (result.contains(key))
                cursor_.fail_at_token(fmt::format("the key {} appears twice, first in line {}; keep one of them",
                                                  in_quotes(key), document_.where(member).line));
            document_.set_line(member, cursor_.token_line());
            cursor_.skip_blank();
            if (cursor_.peek() != ':') cursor_.fail("expected \":\" after the key " + in_quotes(key));
            cursor_.take();
            cursor_.skip_blank();
            result[key] = value(member, depth + 1);
        }
        cursor_.take();
        return result;
    }

    Json list(const std::string& pointer, int depth) {
        Json result = Json::array();
        const int opened = cursor_.line();
        cursor_.take();
        for (cursor_.skip_blank(); cursor_.peek() != ']'; cursor_.skip_blank()) {
            if (!result.empty()) separator('[', ']', opened);
            if (cursor_.at_end()) unclosed('[', opened);
            const std::string entry = pointer_to(pointer, result.size());
            document_.set_line(entry, cursor_.line());
            result.push_back(value(entry, depth + 1));
        }
        cursor_.take();
        return result;
    }

    void separator(char open, char close, int opened) {
        if (cursor_.at_end()) unclosed(open, opened);
        if (cursor_.peek() != ',')
            cursor_.fail(fmt::format("expected \",\" or \"{}\" before {}", close, cursor_.next_word()));
        cursor_.take();
        cursor_.skip_blank();
        if (cursor_.peek() == close) cursor_.fail(fmt::format("a comma before \"{}\"; remove the comma", close));
    }

    std::string member_key(int opened) {
        if (cursor_.at_end()) unclosed('{', opened);
        if (cursor_.peek() != '"')
            cursor_.fail(fmt::format("expected a key in double quotes, but found {}", cursor_.next_word()));
        return cursor_.string();
    }

    [[noreturn]] void unclosed(char open, int opened) {
        cursor_.fail(fmt::format("the file ends before the \"{}\" of line {} is closed", open, opened));
    }

    /// true, false, null or a number; everything else gets the remedy that fits.
    Json word() {
        if (cursor_.at_end()) cursor_.fail("the file ends where a value is expected");
        const std::string text = cursor_.word();
        if (text == "true") return true;
        if (text == "false") return false;
        if (text == "null") return nullptr;
        const NumberText number = parse_number(text);
        if (!number.problem.empty()) cursor_.fail_at_token(number.problem);
        return number.value;
    }

    TextCursor cursor_;
    Document document_;
};

}  // namespace

Document parse_document(std::string_view text, std::string source) {
    return DocumentParser(text, std::move(source)).parse();
}

}  // namespace talweg
