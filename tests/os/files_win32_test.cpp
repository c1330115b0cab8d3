// SPDX-License-Identifier: MIT
// What Windows does to open files in another way than POSIX.
#include <windows.h>
#include <cerrno>
#include <thread>

#include <boost/nowide/convert.hpp>

#include <polyglot/os/atomic_file.hpp>
#include <polyglot/os/descriptor.hpp>
#include <polyglot/os/environment.hpp>
#include <polyglot/os/faults.hpp>
#include <polyglot/os/file.hpp>
#include <polyglot/os/mapping.hpp>
#include <polyglot/os/streams.hpp>

#include "support/temporary_folder.hpp"
#include "support/testing.hpp"

namespace polyglot::os {
namespace {

namespace fs = std::filesystem;

class FilesOfWindows : public testing::Test {
 protected:
  static void write(const std::string& path, std::string_view text) {
    auto file = AtomicFile::create(path).value();
    ASSERT_TRUE(file.write(std::as_bytes(std::span(text))));
    const auto done = file.commit();
    ASSERT_TRUE(done) << done.error().to_string();
  }
  static std::string read(const File& file) {
    std::string text(file.size().value(), '\0');
    EXPECT_EQ(file.read_at(0, std::as_writable_bytes(std::span(text))).value(), text.size());
    return text;
  }
  [[nodiscard]] std::ptrdiff_t count_files() const {
    return std::distance(fs::directory_iterator(folder_.path()), {});
  }

  test::TemporaryFolder folder_;
  std::string path_ = folder_ / "book.bin";
};

TEST_F(FilesOfWindows, AreReplacedWhileOthersHaveThemOpen) {
  write(path_, "old");
  const File reader = File::open(path_).value();
  const FileStamp before = reader.stamp().value();
  write(path_, "newer");
  EXPECT_EQ(read(reader), "old");
  EXPECT_EQ(read(File::open(path_).value()), "newer");
  EXPECT_FALSE(stamp_of(path_).value().is_same_file(before));
}

TEST_F(FilesOfWindows, AreReplacedWhileOthersHaveThemMapped) {
  write(path_, "old");
  {
    const Mapping mapping = Mapping::of(File::open(path_).value(), 3).value();
    write(path_, "newer");
    EXPECT_EQ(mapping.bytes()[0], std::byte{'o'});
    EXPECT_TRUE(mapping.is_intact());
  }
  EXPECT_EQ(read(File::open(path_).value()), "newer");
  EXPECT_EQ(count_files(), 1);
}

/// A medium that is gone makes each read an exception. Readers see zeros then.
TEST_F(FilesOfWindows, AreReadByManyWhenTheirMediumIsLost) {
  constexpr std::size_t kSize = std::size_t{1} << 20U;
  write(path_, std::string(kSize, 'x'));
  for (int i = 0; i < 200; ++i) {
    const Mapping mapping = Mapping::of(File::open(path_).value(), kSize).value();
    const auto* const bytes = reinterpret_cast<const volatile char*>(mapping.bytes().data());
    std::atomic<bool> reads = false;
    std::thread reader([&] {
      while (*bytes == 'x') reads = true;
    });
    while (!reads) std::this_thread::yield();
    const ULONG_PTR information[] = {0, reinterpret_cast<ULONG_PTR>(bytes), 0};
    ::RaiseException(EXCEPTION_IN_PAGE_ERROR, 0, 3, information);
    reader.join();
    EXPECT_FALSE(mapping.is_intact());
    EXPECT_EQ(mapping.bytes()[kSize - 1], std::byte{0});
  }
}

/// Wine cannot replace an open file in one step, nor can some file systems.
TEST_F(FilesOfWindows, AreNeverMissingWhileTheyAreReplaced) {
  constexpr int kTimes = 100;
  write(path_, "old");
  std::atomic<bool> is_over = false;
  const std::jthread writer([this, &is_over] {
    for (int i = 0; i < kTimes; ++i) write(path_, "new");
    is_over = true;
  });
  while (!is_over) {
    const auto reader = File::open(path_);
    ASSERT_TRUE(reader) << reader.error().to_string();
  }
}

TEST_F(FilesOfWindows, AreReadWhileOthersHaveThemLocked) {
  write(path_, "old");
  const auto locked = try_open_locked(path_).value();
  ASSERT_TRUE(locked);
  EXPECT_EQ(read(File::open(path_).value()), "old");
  std::string text;
  EXPECT_FALSE(read_file(path_, text, 100));
  EXPECT_EQ(text, "old");
  EXPECT_FALSE(try_open_locked(path_).value());
}

TEST_F(FilesOfWindows, AreReplacedUnderTheirLock) {
  write(path_, "old");
  const auto locked = try_open_locked(path_).value();
  ASSERT_TRUE(locked);
  write(path_, "newer");
  EXPECT_TRUE(try_open_locked(path_).value()) << "the new file is not locked";
}

TEST_F(FilesOfWindows, HaveNamesInAllAlphabets) {
  const std::string folder =
      folder_ / "\xd0\xba\xd0\xbd\xd0\xb8\xd0\xb3\xd0\xb8 \xe6\xa3\x8b \xf0\x9f\x99\x82";
  ASSERT_TRUE(fs::create_directory(folder));
  path_ = folder + "/\xd0\xb4\xd0\xb5\xd0\xb1\xd1\x8e\xd1\x82.bin";
  write(path_, "old");
  EXPECT_EQ(read(File::open(path_).value()), "old");
  EXPECT_NE(::GetFileAttributesW(boost::nowide::widen(path_).c_str()), INVALID_FILE_ATTRIBUTES);
  ASSERT_TRUE(append(open_to_append(path_).value(), "er", path_));
  EXPECT_EQ(read(File::open(path_).value()), "older");
}

TEST_F(FilesOfWindows, LeaveNothingWhenTheyAreNotComplete) {
  {
    auto file = AtomicFile::create(path_).value();
    ASSERT_TRUE(file.write(std::as_bytes(std::span("abc", 3))));
  }
  EXPECT_EQ(count_files(), 0);
  {
    auto temporary = File::open_temporary(folder_.path()).value();
    ASSERT_TRUE(temporary.write_at(100, std::as_bytes(std::span("abc", 3))));
    EXPECT_EQ(temporary.size().value(), 103U);
  }
  EXPECT_EQ(count_files(), 0);
}

TEST_F(FilesOfWindows, AreRefusedIfAnotherProgramSharesThemWithNobody) {
  write(path_, "old");
  const Descriptor other = own(::CreateFileW(boost::nowide::widen(path_).c_str(), GENERIC_READ, 0, nullptr,
                                             OPEN_EXISTING, 0, nullptr));
  ASSERT_TRUE(other);
  const auto file = File::open(path_);
  ASSERT_FALSE(file);
  EXPECT_THAT(file.error().to_string(), HasSubstr("another program has it open"));
  const auto successor = AtomicFile::create(path_);
  ASSERT_FALSE(successor);
  EXPECT_THAT(successor.error().to_string(), HasSubstr("another program has it open"));
}

TEST_F(FilesOfWindows, AreReplacedWhenAVirusScannerHasClosedThem) {
  write(path_, "old");
  int attempts = 0;
  const FaultInjection scanner([&](Call call) {
    const bool is_open = call == Call::rename && ++attempts < 3;
    return Fault{.error = is_open ? EBUSY : 0};
  });
  write(path_, "newer");
  EXPECT_EQ(attempts, 3);
  EXPECT_EQ(read(File::open(path_).value()), "newer");
  EXPECT_EQ(count_files(), 1);
}

TEST_F(FilesOfWindows, AreKnownUnderTheNameOfStandardInput) {
  write(path_, "old");
  const HANDLE before = ::GetStdHandle(STD_INPUT_HANDLE);
  const File input = File::open(path_).value();
  ::SetStdHandle(STD_INPUT_HANDLE, input.descriptor().native());
  EXPECT_EQ(kind_of(kStandardInputFile), PathKind::file);
  const auto stamp = stamp_of(kStandardInputFile);
  ::SetStdHandle(STD_INPUT_HANDLE, before);
  ASSERT_TRUE(stamp);
  EXPECT_TRUE(stamp->is_same_file(stamp_of(path_).value()));
}

TEST_F(FilesOfWindows, AreNotFolders) {
  const auto file = File::open(folder_.path());
  ASSERT_FALSE(file);
  EXPECT_THAT(file.error().to_string(), HasSubstr("is a folder"));
  EXPECT_FALSE(AtomicFile::create(folder_.path()));
  const auto missing = File::open(folder_ / "none");
  ASSERT_FALSE(missing);
  EXPECT_THAT(missing.error().to_string(), HasSubstr("No such file or directory"));
  const auto nowhere = AtomicFile::create(folder_ / "none/book.bin");
  ASSERT_FALSE(nowhere);
  EXPECT_THAT(nowhere.error().to_string(), HasSubstr("there is no folder"));
}

TEST_F(FilesOfWindows, AreOfOneKind) {
  write(path_, "old");
  EXPECT_EQ(kind_of(path_), PathKind::file);
  EXPECT_EQ(kind_of(folder_.path()), PathKind::folder);
  EXPECT_EQ(kind_of(folder_ / "none"), PathKind::missing);
  EXPECT_EQ(kind_of("NUL"), PathKind::device);
  EXPECT_FALSE(check_kind_of_output(folder_.path()));
  EXPECT_TRUE(check_kind_of_output(folder_ / "none"));
}

TEST_F(FilesOfWindows, AreDevicesToo) {
  EXPECT_TRUE(check_kind_of_output("NUL"));
  auto file = AtomicFile::create("NUL").value();
  ASSERT_TRUE(file.write(std::as_bytes(std::span("abc", 3))));
  EXPECT_TRUE(file.commit());
}

TEST(EnvironmentOfWindows, NamesTheFolderOfWhatWeRemember) {
  const Environment anna = [](const std::string& name) -> std::optional<std::string> {
    if (name == "LOCALAPPDATA") return "C:\\Users\\anna\\AppData\\Local";
    return std::nullopt;
  };
  EXPECT_EQ(state_file("file", anna), R"(C:\Users\anna\AppData\Local\polyglot\file)");
  EXPECT_EQ(state_file("file", [](const std::string&) { return std::nullopt; }), "");
}

TEST(EnvironmentOfWindows, IsUtf8) {
  ASSERT_EQ(::_wputenv_s(L"POLYGLOT_TEST", L"\u043a"), 0);
  EXPECT_EQ(own_environment()("POLYGLOT_TEST"), "\xd0\xba");
  ASSERT_EQ(::_wputenv_s(L"POLYGLOT_TEST", L""), 0);
  EXPECT_EQ(own_environment()("POLYGLOT_TEST"), std::nullopt);
}

}  // namespace
}  // namespace polyglot::os
