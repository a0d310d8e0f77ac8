#include "talweg/geometry/read/obj.hpp"

#include <algorithm>
#include <limits>
#include <string_view>

#include "talweg/geometry/read/element_builder.hpp"
#include "talweg/geometry/read/highest_index.hpp"

namespace talweg::read {
namespace {

// Statements about looks, which say nothing about geometry.
constexpr std::array ignored{"vt",     "vn",       "vp",    "s",        "p",  "mtllib",    "usemap",    "lod",
                             "maplib", "c_interp", "bevel", "d_interp", "mg", "trace_obj", "shadow_obj"};
constexpr std::array free_form{"curv", "curv2", "surf", "cstype", "deg", "parm", "trim",
                               "hole", "bmat",  "step", "scrv",   "sp",  "end",  "con"};

template <std::size_t N>
bool contains(const std::array<const char*, N>& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

class ObjReader {
public:
    explicit ObjReader(const Source& source) : source_(source), scanner_(source) {}

    Mesh read() {
        while (next_statement()) {
            const std::string_view keyword = words_.front();
            if (keyword == "v")
                read_vertex();
            else if (keyword == "f" || keyword == "fo")
                read_element("a face", 3, &ElementBuilder::add_polygon);
            else if (keyword == "l")
                read_element("a line", 2, &ElementBuilder::add_polyline);
            else if (keyword == "g")
                groups_.assign(words_.begin() + 1, words_.end());
            else if (keyword == "o")
                object_ = words_.size() > 1 ? std::string(words_[1]) : std::string();
            else if (keyword == "usemtl")
                material_ = words_.size() > 1 ? std::string(words_[1]) : std::string();
            else if (contains(free_form, keyword))
                fail("free-form curves and surfaces are not supported; export polygons");
            else if (!contains(ignored, keyword))
                fail("unknown keyword " + shown(keyword) + "; is this an OBJ file?");
        }
        highest_.require_below(builder_.points.size(), 1, scanner_);
        return std::move(builder_).finish(source_);
    }

private:
    // Splits the next line that holds something into words; a backslash at its end joins the line after it.
    bool next_statement() {
        words_.clear();
        while (words_.empty() && scanner_.left() > 0) {
            start_ = scanner_.position();
            for (bool joined = true; joined;) {
                std::string_view line = scanner_.line();
                joined = !line.empty() && line.back() == '\\' && scanner_.left() > 0;
                if (joined) line.remove_suffix(1);
                split(line.substr(0, std::min(line.find('#'), line.size())));
            }
        }
        return !words_.empty();
    }

    void split(std::string_view line) {
        constexpr std::string_view space = " \t\v\f\r";
        for (std::size_t at = line.find_first_not_of(space); at != line.npos; at = line.find_first_not_of(space, at)) {
            const std::size_t end = std::min(line.find_first_of(space, at), line.size());
            words_.push_back(line.substr(at, end - at));
            at = end;
        }
    }

    void read_vertex() {
        // x y z, then perhaps a weight or a colour.
        if (words_.size() < 4) fail("a vertex needs three coordinates");
        Vec3 p;
        for (int a = 0; a < 3; ++a)
            if (!parse(words_[a + 1], p[a]))
                fail("a coordinate must be a finite number, found " + shown(words_[a + 1]));
        builder_.points.push_back(p);
    }

    void read_element(const char* kind, std::size_t least, void (ElementBuilder::*add)(std::span<const int>)) {
        corners_.clear();
        for (std::size_t i = 1; i < words_.size(); ++i) corners_.push_back(vertex(words_[i]));
        if (corners_.size() < least) fail(std::string(kind) + " needs at least " + std::to_string(least) + " vertices");
        (builder_.*add)(corners_);
        builder_.add_to_group(object_, corners_);
        if (material_ != object_) builder_.add_to_group(material_, corners_);
        for (const std::string& group : groups_) builder_.add_to_group(group, corners_);
    }

    // "7", "7/1", "7/1/3" or "7//3": only the vertex matters. Negative numbers count back from the last vertex so far.
    int vertex(std::string_view word) {
        std::int64_t number = 0;
        if (!parse(word.substr(0, word.find('/')), number) || number == 0)
            fail("a vertex number is expected, found " + shown(word) + "; OBJ counts from 1");
        const auto count = std::int64_t(builder_.points.size());
        const std::int64_t index = number > 0 ? number - 1 : count + number;
        if (index < 0 || index > std::numeric_limits<int>::max())
            fail("vertex " + std::to_string(number) + " is named, but only " + std::to_string(count) +
                 " stand before this line");
        highest_.see(int(index), start_);
        return int(index);
    }

    [[noreturn]] void fail(const std::string& message) { scanner_.fail_at(start_, message); }

    const Source& source_;
    Scanner scanner_;
    ElementBuilder builder_;
    std::size_t start_ = 0;
    std::vector<std::string_view> words_;
    std::vector<int> corners_;
    std::vector<std::string> groups_;
    std::string object_, material_;
    HighestIndex highest_;
};

}  // namespace

Mesh read_obj(const Source& source) { return ObjReader(source).read(); }

}  // namespace talweg::read
