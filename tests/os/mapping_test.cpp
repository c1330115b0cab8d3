// SPDX-License-Identifier: MIT
#include <fstream>

#include <gmock/gmock.h>

#include <polyglot/os/mapping.hpp>

#include "support/temporary_folder.hpp"

namespace polyglot::os {
namespace {

using testing::HasSubstr;

constexpr std::size_t kPage = 4096;

class MappingTest : public testing::Test {
 protected:
  [[nodiscard]] File file_of(std::size_t size, char content) const {
    std::ofstream(path_, std::ios::binary) << std::string(size, content);
    return File::open(path_).value();
  }

  test::TemporaryFolder folder_;
  std::string path_ = folder_ / "file";
};

TEST_F(MappingTest, ShowsWhatOthersWriteInPlace) {
  const Mapping mapping = Mapping::of(file_of(3 * kPage, 'a'), 3 * kPage).value();
  ASSERT_EQ(mapping.bytes().size(), 3 * kPage);
  EXPECT_EQ(mapping.bytes()[2 * kPage], std::byte{'a'});
  std::fstream(path_, std::ios::in | std::ios::out | std::ios::binary).seekp(2 * kPage) << 'b';
  EXPECT_EQ(mapping.bytes()[2 * kPage], std::byte{'b'});
  EXPECT_TRUE(mapping.is_intact());
}

TEST_F(MappingTest, TellsWhichFileCannotBeMapped) {
  EXPECT_THAT(Mapping::of(file_of(0, 'a'), 0).error().to_string(), HasSubstr(path_));
}

TEST_F(MappingTest, MapsALimitedNumberOfFilesAtATime) {
  const File file = file_of(kPage, 'a');
  std::vector<Mapping> mappings;
  auto next = Mapping::of(file, kPage);
  for (; next; next = Mapping::of(file, kPage)) mappings.push_back(std::move(*next));
  EXPECT_EQ(mappings.size(), 256U);
  EXPECT_THAT(next.error().to_string(), HasSubstr("too many"));
  mappings.pop_back();
  EXPECT_TRUE(Mapping::of(file, kPage));
}

}  // namespace
}  // namespace polyglot::os
