#include "talweg/geometry/read/obj.hpp"

#include <algorithm>
#include <limits>
#include <string_view>

#include "talweg/geometry/read/element_builder.hpp"
#include "talweg/geometry/read/highest_index.hpp"

namespace talweg::read {
namespace {

// Statements about looks, which say nothing about geometry.
constexpr std::array ignored{"vn",     "vp",       "s",     "p",        "mtllib", "usemap",    "lod",
                             "maplib", "c_interp", "bevel", "d_interp", "mg",     "trace_obj", "shadow_obj"};
constexpr std::array free_form{"curv", "curv2", "surf", "cstype", "deg", "parm", "trim",
                               "hole", "bmat",  "step", "scrv",   "sp",  "end",  "con"};

template <std::size_t N>
bool contains(const std::array<const char*, N>& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

class ObjReader {
public:
    ObjReader(const Source& source, MeshLooks* looks) : source_(source), scanner_(source), looks_(looks) {}

    Mesh read() {
        while (next_statement()) {
            const std::string_view keyword = words_.front();
            if (keyword == "v")
                read_vertex();
            else if (keyword == "vt")
                read_texture();
            else if (keyword == "f" || keyword == "fo") {
                const std::size_t first = builder_.triangles.size();
                read_element("a face", 3, &ElementBuilder::add_polygon);
                if (looks_ != nullptr) add_looks(first);
            } else if (keyword == "l")
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
        if (looks_ != nullptr) finish_looks();
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

    /// u, and v unless the texture is a line; a third says nothing about a surface.
    void read_texture() {
        if (looks_ == nullptr) return;
        Vec2 at = {0.0, 0.0};
        for (std::size_t a = 0; a < 2 && a + 1 < words_.size(); ++a)
            if (!parse(words_[a + 1], at[static_cast<int>(a)]))
                fail("a texture coordinate must be a finite number, found " + shown(words_[a + 1]));
        texture_.push_back(at);
    }

    /// The number after the first stroke, counted from 0; −1: there is none.
    std::int64_t texture(std::string_view word) const {
        const std::size_t stroke = word.find('/');
        std::int64_t number = 0;
        if (stroke == word.npos) return -1;
        const std::string_view rest = word.substr(stroke + 1);
        if (!parse(rest.substr(0, rest.find('/')), number) || number == 0) return -1;
        return number > 0 ? number - 1 : std::int64_t(texture_.size()) + number;
    }

    /// Of the triangles that the last face has come to, cut as add_polygon cuts.
    void add_looks(std::size_t first) {
        struct Corner {
            int point;
            std::int64_t texture;
        };
        std::vector<Corner> ring;
        for (std::size_t i = 0; i < corners_.size(); ++i)
            if (ring.empty() || ring.back().point != corners_[i]) ring.push_back({corners_[i], texture(words_[i + 1])});
        while (ring.size() > 3 && ring.front().point == ring.back().point) ring.pop_back();
        const std::size_t count = builder_.triangles.size() - first;
        if (count == 2) looks_->quads.push_back(static_cast<int>(first));
        for (std::size_t k = 0; k < count; ++k)
            if (ring.size() >= 3)
                corner_textures_.push_back({ring[0].texture, ring[k + 1].texture, ring[k + 2].texture});
            else
                corner_textures_.push_back({-1, -1, -1});
    }

    /// Texture coordinates of all corners, or none.
    void finish_looks() {
        for (const auto& corners : corner_textures_) {
            std::array<Vec2, 3>& at = looks_->texture.emplace_back();
            for (int k = 0; k < 3; ++k) {
                if (corners[k] < 0 || corners[k] >= std::int64_t(texture_.size())) {
                    looks_->texture.clear();
                    return;
                }
                at[k] = texture_[static_cast<std::size_t>(corners[k])];
            }
        }
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
    MeshLooks* looks_;
    std::vector<Vec2> texture_;
    std::vector<std::array<std::int64_t, 3>> corner_textures_;  // of each triangle
};

}  // namespace

Mesh read_obj(const Source& source, MeshLooks* looks) { return ObjReader(source, looks).read(); }

}  // namespace talweg::read
