/// NumPy's archive of arrays: a zip file, stored or deflated, with an npy file per array.
/// Format: PKWARE APPNOTE 6.3.9
#pragma once
#include <string>
#include <vector>

#include "talweg/geometry/read/npy.hpp"

namespace talweg::read {

class Npz {
public:
    /// Reads the directory of the archive; throws Error when there is none. `source` must stay.
    explicit Npz(const Source& source);

    std::vector<std::string> names() const;
    bool holds(const std::string& name) const;
    /// Throws Error when it is not there or damaged.
    NpyArray read(const std::string& name) const;

private:
    struct Member {
        std::string name;
        std::uint64_t offset, packed, size;
        std::uint32_t checksum;
        bool deflated;
    };
    Member read_entry(std::size_t& at) const;
    std::string unpacked(const Member& member) const;
    /// A whole number of the file, little-endian; throws when the file ends before it does.
    template <class T>
    T number(std::uint64_t at) const;

    const Source& source_;
    std::vector<Member> members_;
};

}  // namespace talweg::read
