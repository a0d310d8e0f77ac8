#include "talweg/geometry/read/npz.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include "geometry/read/mutate.hpp"

namespace talweg::read::npz_test {
namespace {

using ::testing::HasSubstr;

template <class T>
std::string raw(T value) {
    return {reinterpret_cast<const char*>(&value), sizeof value};
}

std::string npy(const std::string& dictionary, const std::string& data) {
    return std::string("\x93NUMPY\x01\x00", 8) + raw(std::uint16_t(dictionary.size())) + dictionary + data;
}

std::string doubles(std::initializer_list<double> values) {
    std::string data;
    for (const double value : values) data += raw(value);
    return data;
}

/// A zip as numpy.savez_compressed writes it: deflated, sizes in 32 bits.
std::string deflated_zip(const std::string& name, const std::string& content) {
    std::string packed(content.size() + 100, '\0');
    z_stream stream{};
    deflateInit2(&stream, 6, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
    stream.avail_in = uInt(content.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = uInt(packed.size());
    deflate(&stream, Z_FINISH);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    const auto checksum = std::uint32_t(crc32(0, reinterpret_cast<const Bytef*>(content.data()), uInt(content.size())));
    const std::string file = name + ".npy";
    const std::string shared = raw(std::uint16_t(20)) + raw(std::uint16_t(0)) + raw(std::uint16_t(8)) +
                               raw(std::uint32_t(0)) + raw(checksum) + raw(std::uint32_t(packed.size())) +
                               raw(std::uint32_t(content.size())) + raw(std::uint16_t(file.size())) +
                               raw(std::uint16_t(0));
    const std::string local = "PK\3\4" + shared + file + packed;
    const std::string entry =
        "PK\1\2" + raw(std::uint16_t(20)) + shared + std::string(14, '\0') + file;  // comment, disk, attributes, offset
    return local + entry + "PK\5\6" + raw(std::uint32_t(0)) + raw(std::uint16_t(1)) + raw(std::uint16_t(1)) +
           raw(std::uint32_t(entry.size())) + raw(std::uint32_t(local.size())) + raw(std::uint16_t(0));
}

std::string message(const std::string& bytes, const std::string& name) {
    try {
        const Source source{"a.npz", bytes};
        Npz(source).read(name);
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

const std::string good =
    deflated_zip("x", npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2), }\n", doubles({1, 2, 3, 4.5})));

TEST(Npy, holds_numbers_of_any_usual_type) {
    const Source source{"a.npz", ""};
    const auto values = [&](const std::string& type, const std::string& data) {
        return parse_npy(source, "x", npy("{'descr': '" + type + "', 'fortran_order': False, 'shape': (1,), }\n", data))
            .values;
    };
    EXPECT_EQ(values("<f4", raw(1.5f)), (std::vector<double>{1.5}));
    EXPECT_EQ(values(">i2", std::string("\x01\x02", 2)), (std::vector<double>{258}));
    EXPECT_EQ(values("<i8", raw(std::int64_t(-3))), (std::vector<double>{-3}));
    EXPECT_EQ(values("|u1", "\xff"), (std::vector<double>{255}));
    EXPECT_EQ(values("<u4", raw(std::uint32_t(4000000000))), (std::vector<double>{4e9}));
}

TEST(Npz, reads_compressed_arrays) {
    const Source source{"a.npz", good};
    const Npz archive(source);
    EXPECT_EQ(archive.names(), std::vector<std::string>{"x"});
    EXPECT_TRUE(archive.holds("x"));
    EXPECT_EQ(archive.read("x").shape, (std::vector<std::uint64_t>{2, 2}));
    EXPECT_EQ(archive.read("x").values, (std::vector<double>{1, 2, 3, 4.5}));
}

TEST(Npz, says_what_is_wrong) {
    EXPECT_THAT(message(good, "y"), HasSubstr("a.npz: there is no array 'y'; there are: 'x'"));
    EXPECT_THAT(message("no archive", "x"), HasSubstr("not an archive of NumPy"));
    EXPECT_THAT(message(good.substr(0, 60), "x"), HasSubstr("cut off or damaged"));
    const auto array = [](const std::string& dictionary) {
        return message(deflated_zip("x", npy(dictionary, "")), "x");
    };
    EXPECT_THAT(array("{'descr': '<f8', 'fortran_order': True, 'shape': (1,), }\n"), HasSubstr("Fortran's order"));
    EXPECT_THAT(array("{'descr': '<U8', 'fortran_order': False, 'shape': (1,), }\n"), HasSubstr("usual type"));
    EXPECT_THAT(array("{'descr': '<f8', 'fortran_order': False, 'shape': (9999999999, 9999999999, 9), }\n"),
                HasSubstr("is cut off"));
    EXPECT_THAT(array("{'descr': '<f8', 'fortran_order': False, 'shape': (1x), }\n"), HasSubstr("damaged header"));
    EXPECT_THAT(message(deflated_zip("x", "hello, this is no array"), "x"), HasSubstr("not in NumPy's format"));
}

TEST(Npz, damaged_archives_end_in_one_message) {
    int refused = 0;
    for (int seed = 0; seed < 3000; ++seed) {
        std::mt19937 random{unsigned(seed)};
        const std::string damaged = talweg::testing::mutate(good, random);
        if (damaged.empty()) continue;
        try {
            const Source source{"a.npz", damaged};
            const NpyArray array = Npz(source).read("x");
            EXPECT_LE(array.values.size(), 1000u) << "seed " << seed;
        } catch (const Error& error) {
            EXPECT_THAT(error.what(), ::testing::StartsWith("a.npz: ")) << "seed " << seed;
            ++refused;
        }
    }
    EXPECT_GT(refused, 1000);
}

}  // namespace
}  // namespace talweg::read::npz_test
