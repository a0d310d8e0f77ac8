# Writes the text of INPUT into the C++ source OUTPUT: cmake -DINPUT=… -DOUTPUT=… -P embed_page.cmake

file(READ ${INPUT} text)
file(WRITE ${OUTPUT} "#include \"talweg/report/page_text.hpp\"

namespace talweg {

std::string_view page_text() {
    static constexpr char text[] = R\"talweg_page(${text})talweg_page\";
    return {text, sizeof(text) - 1};
}

}  // namespace talweg
")
