// SPDX-License-Identifier: MIT
// Windows does not let a mapped file be cut short.
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/mman.h>

#include <gtest/gtest.h>

#include <polyglot/os/descriptor.hpp>
#include <polyglot/os/mapping.hpp>

#include "support/temporary_folder.hpp"

namespace polyglot::os {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kCutPage = 4096;

TEST(Mapping, HasZerosWhereItsFileHasBeenCutShort) {
  const test::TemporaryFolder folder;
  const std::string path = folder / "file";
  std::ofstream(path) << std::string(3 * kCutPage, 'a');
  const Mapping mapping = Mapping::of(File::open(path).value(), 3 * kCutPage).value();
  fs::resize_file(path, kCutPage);
  EXPECT_EQ(mapping.bytes()[0], std::byte{'a'});
  EXPECT_TRUE(mapping.is_intact());
  EXPECT_EQ(mapping.bytes()[kCutPage + 1], std::byte{0});
  EXPECT_EQ(mapping.bytes()[3 * kCutPage - 1], std::byte{0});
  EXPECT_FALSE(mapping.is_intact());
  EXPECT_EQ(mapping.bytes()[0], std::byte{'a'});
}

TEST(MappingDeathTest, LeavesErrorsOfOtherMemoryToTheSystem) {
  const test::TemporaryFolder folder;
  const std::string path = folder / "file";
  std::ofstream(path) << std::string(2 * kCutPage, 'a');
  const File file = File::open(path).value();
  const Mapping mapping = Mapping::of(file, 1).value();
  const auto* const other = static_cast<const volatile char*>(
      ::mmap(nullptr, 2 * kCutPage, PROT_READ, MAP_SHARED, number_of(file.descriptor()), 0));
  fs::resize_file(path, 0);
  EXPECT_DEATH((void)other[kCutPage], "");
}

}  // namespace
}  // namespace polyglot::os
