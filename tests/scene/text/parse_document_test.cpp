#include "talweg/scene/text/parse_document.hpp"

#include <gtest/gtest.h>

namespace talweg::parse_document_test {
namespace {

Json value_of(const std::string& text) { return parse_document(text, "f").value; }

std::string complaint(const std::string& text) {
    try {
        parse_document(text, "f");
        return "";
    } catch (const Error& error) {
        return error.what();
    }
}

TEST(ParseDocument, ReadsWhatJsonHas) {
    EXPECT_EQ(value_of(R"({"a": [1, -2.5, 1e3, true, false, null, "x"], "b": {}, "c": []})").dump(),
              R"({"a":[1,-2.5,1000.0,true,false,null,"x"],"b":{},"c":[]})");
    EXPECT_TRUE(value_of("12").is_number_integer());
    EXPECT_TRUE(value_of("12.0").is_number_float());
    EXPECT_EQ(value_of("0.1").get<double>(), 0.1);
    EXPECT_EQ(value_of("18446744073709551616").get<double>(), 18446744073709551616.0);
}

TEST(ParseDocument, MembersKeepTheirOrder) {
    EXPECT_EQ(value_of(R"({"z": 1, "a": 2, "m": 3})").dump(), R"({"z":1,"a":2,"m":3})");
}

TEST(ParseDocument, CommentsMayStandBetweenAllTokens) {
    EXPECT_EQ(value_of("// x\n{ /* a \n b */ \"k\" /**/ : // y\r\n [1,/* * / */2] } // end").dump(), R"({"k":[1,2]})");
    EXPECT_EQ(value_of(R"({"url": "http://x/*y*/"})").dump(), R"({"url":"http://x/*y*/"})");
}

TEST(ParseDocument, EscapesAndUnicode) {
    EXPECT_EQ(value_of(R"("\"\\\/\b\f\n\r\t\u00e4\u20ac\ud83d\ude00")").get<std::string>(), "\"\\/\b\f\n\r\tä€😀");
    EXPECT_EQ(value_of("\"Würfel €\"").get<std::string>(), "Würfel €");
    EXPECT_EQ(complaint(R"({"a": "\ud83d"})"),
              "f:1:8: \\u stands for half a character here; write the character itself");
    EXPECT_EQ(complaint(R"({"a": "C:\temp\mesh"})"), "f:1:15: unknown escape; a backslash in text is written \\\\");
    EXPECT_EQ(complaint(R"("\u12g4")"), "f:1:6: \\u needs four hexadecimal digits");
}

TEST(ParseDocument, LinesAreCountedAlikeForEveryLineEnd) {
    for (const std::string end : {"\n", "\r\n", "\r"}) {
        const Document document = parse_document("{" + end + " \"a\": [1," + end + "2]," + end + "\"b\": 3 }", "f");
        EXPECT_EQ(document.where("/a").line, 2);
        EXPECT_EQ(document.where("/a/0").line, 2);
        EXPECT_EQ(document.where("/a/1").line, 3);
        EXPECT_EQ(document.where("/b").line, 4);
        EXPECT_EQ(document.where("/b").text(), "f:4");
    }
}

TEST(ParseDocument, AValueThatWasNotWrittenStandsWhereItsSurroundingsDo) {
    const Document document = parse_document("{\n\"a\": {\n\"b\": 1 } }", "f");
    EXPECT_EQ(document.where("/a/c/d").line, 2);
    EXPECT_EQ(document.where("/x").line, 1);
    EXPECT_EQ(document.where("/a/c").path, "a.c");
}

TEST(ParseDocument, AByteOrderMarkIsPassedOver) {
    EXPECT_EQ(value_of("\xEF\xBB\xBF{}").dump(), "{}");
    EXPECT_EQ(complaint("\xEF\xBB\xBF?"), "f:1:1: unexpected ?; text is written in double quotes");
}

TEST(ParseDocument, ColumnsCountCharacters) {
    EXPECT_EQ(complaint("{ \"ä€😀\": ? }"), "f:1:10: unexpected ?; text is written in double quotes");
}

TEST(ParseDocument, BrokenUtf8IsRefused) {
    for (const std::string bad :
         {"\xC3", "\x80", "\xC0\xAF", "\xED\xA0\x80", "\xF5\x80\x80\x80", "\xE2\x82", "\xFF\xFE{"})
        EXPECT_EQ(complaint("{\n \"" + bad), "f:2:3: this is not UTF-8 text; save the file as UTF-8");
}

TEST(ParseDocument, DuplicateKeysNameBothLines) {
    EXPECT_EQ(complaint("{\n \"a\": 1,\n \"b\": { \"a\": 2 },\n \"a\": 3\n}"),
              "f:4:2: the key \"a\" appears twice, first in line 2; keep one of them");
}

TEST(ParseDocument, NumbersThatAreNoneAreRefused) {
    EXPECT_EQ(complaint("{\n\"a\": NaN }"), "f:2:6: NaN is not a number a scene can hold; write a finite one");
    EXPECT_EQ(complaint("[-Infinity]"), "f:1:2: -Infinity is not a number a scene can hold; write a finite one");
    EXPECT_EQ(complaint("[inf]"), "f:1:2: inf is not a number a scene can hold; write a finite one");
    EXPECT_EQ(complaint("[1e999]"), "f:1:2: 1e999 is outside the range of numbers, 2.3e-308 to 1.7e308 in size");
    EXPECT_EQ(complaint("[-1e400]"), "f:1:2: -1e400 is outside the range of numbers, 2.3e-308 to 1.7e308 in size");
    for (const std::string odd : {"01", "+1", ".5", "1.", "1e", "0x10", "1_000", "--1", "1.2.3"})
        EXPECT_EQ(complaint("[" + odd + "]"),
                  "f:1:2: \"" + odd + "\" is not a number as JSON writes it; examples: 0.5, -2, 1e-3");
}

TEST(ParseDocument, SyntaxErrorsSayWhatIsExpected) {
    EXPECT_EQ(complaint(""), "f:1:1: the file is empty; a scene is an object: { \"time\": …, \"bodies\": … }");
    EXPECT_EQ(complaint("// only this\n"),
              "f:2:1: the file is empty; a scene is an object: { \"time\": …, \"bodies\": … }");
    EXPECT_EQ(complaint("{} x"), "f:1:4: unexpected \"x\" after the end of the scene; remove it");
    EXPECT_EQ(complaint("{ \"a\": 1\n \"b\": 2 }"), "f:2:2: expected \",\" or \"}\" before \"b\"");
    EXPECT_EQ(complaint("[1 2]"), "f:1:4: expected \",\" or \"]\" before \"2\"");
    EXPECT_EQ(complaint("[1, 2,]"), "f:1:7: a comma before \"]\"; remove the comma");
    EXPECT_EQ(complaint("{ \"a\": 1, }"), "f:1:11: a comma before \"}\"; remove the comma");
    EXPECT_EQ(complaint("{ a: 1 }"), "f:1:3: expected a key in double quotes, but found \"a\"");
    EXPECT_EQ(complaint("{ \"a\" 1 }"), "f:1:7: expected \":\" after the key \"a\"");
    EXPECT_EQ(complaint("{ \"a\": }"), "f:1:8: expected a value, but found \"}\"");
    EXPECT_EQ(complaint("{ \"a\":"), "f:1:7: the file ends where a value is expected");
    EXPECT_EQ(complaint("{\n\"a\": [1,\n2"), "f:3:2: the file ends before the \"[\" of line 2 is closed");
    EXPECT_EQ(complaint("{\n\"a\": 1\n"), "f:3:1: the file ends before the \"{\" of line 1 is closed");
    EXPECT_EQ(complaint("{ \"a\": \"b\n\" }"), "f:1:8: this text lacks its closing double quote");
    EXPECT_EQ(complaint("{ \"a\": \"b"), "f:1:8: this text lacks its closing double quote");
    EXPECT_EQ(complaint("{ \"a\": 'b' }"), "f:1:8: text is written in double quotes, not in single ones");
    EXPECT_EQ(complaint("{ \"a\": spring }"), "f:1:8: unexpected spring; text is written in double quotes");
    EXPECT_EQ(complaint("{ \"a\": True }"), "f:1:8: True is written true in JSON");
    EXPECT_EQ(complaint("{ \"a\": None }"), "f:1:8: None is written null in JSON");
    EXPECT_EQ(complaint("{ /* a\n\n }"), "f:1:3: this /* comment is not closed; end it with */");
    EXPECT_EQ(complaint("{ / }"), "f:1:3: unexpected \"/\"; comments start with // or /*");
    EXPECT_EQ(complaint("[\"a\tb\"]"), "f:1:4: a control character inside text; write it as \\t or \\u0000");
}

TEST(ParseDocument, DeepNestingIsRefusedBeforeTheStackEnds) {
    const std::string deep(10000, '[');
    EXPECT_EQ(complaint(deep), "f:1:102: nested deeper than 100 levels; no scene needs that");
    const std::string allowed = std::string(100, '[') + std::string(100, ']');
    EXPECT_EQ(complaint(allowed), "");
}

}  // namespace
}  // namespace talweg::parse_document_test
