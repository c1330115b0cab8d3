// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

#include <polyglot/pgn/input.hpp>

#include "pgn/packed_text.hpp"
#include "support/temporary_folder.hpp"
#include "support/testing.hpp"

namespace polyglot::pgn {
namespace {

/// Text that does not pack well, so that cuts fall into its middle.
std::string some_text(std::size_t size) {
  std::mt19937 random(7);
  std::string text(size, ' ');
  for (char& c : text) c = static_cast<char>('a' + random() % 26);
  return text;
}

Result<std::string> read_all(Result<Input> input, std::size_t piece = 1000) {
  if (!input) return input.error();
  std::string text;
  std::string buffer(piece, '\0');
  for (;;) {
    const auto got = input->read(buffer);
    if (!got) return got.error();
    text.append(buffer, 0, *got);
    if (*got < piece) return {boost::system::in_place_value, text};
  }
}

Result<std::string> unpacked(std::string bytes) {
  return read_all(Input::from_bytes(std::move(bytes), "games"));
}

struct PackingCase {
  const char* name;
  std::string (*pack)(std::string_view);
};

class PackedInput : public testing::TestWithParam<PackingCase> {
 protected:
  static std::string pack(std::string_view text) { return GetParam().pack(text); }
};

TEST_P(PackedInput, IsUnpacked) {
  const std::string text = some_text(300'000);
  for (const std::size_t piece : {7U, 4096U, 1'000'000U}) {
    EXPECT_EQ(read_all(Input::from_bytes(pack(text), "games"), piece).value(), text) << piece;
  }
}

TEST_P(PackedInput, MayBeEmpty) {
  EXPECT_EQ(unpacked(pack("")).value(), "");
}

TEST_P(PackedInput, ContinuesBehindTheEndOfAMember) {
  // Sizes around that of the buffers between file and filter.
  for (const std::size_t size : {1U, 100U, 65'000U, 200'000U}) {
    const std::string text = some_text(size);
    EXPECT_EQ(unpacked(pack(text) + pack("") + pack(text) + pack("end")).value(), text + text + "end")
        << size;
  }
}

INSTANTIATE_TEST_SUITE_P(Pgn, PackedInput,
                         testing::Values(PackingCase{"gzip", test::gzip}, PackingCase{"bzip2", test::bzip2},
                                         PackingCase{"zstd", test::zstd}),
                         [](const auto& packing) { return std::string(packing.param.name); });

TEST(Input, LeavesPlainTextAlone) {
  for (const std::string text : {"", "1", "BZh", "BZh9 is no archive", "\x1f", "[Event \"A\"]\n"})
    EXPECT_EQ(unpacked(text).value(), text);
}

TEST(Input, ReadsZstdBehindAFrameToBeSkipped) {
  const std::string skippable("\x50\x2a\x4d\x18\x04\0\0\0abcd", 12);
  EXPECT_EQ(unpacked(skippable + test::zstd("some games")).value(), "some games");
}

TEST(Input, NamesWhatItCannotUnpack) {
  EXPECT_THAT(unpacked(std::string("\xfd"
                                   "7zXZ\0\0",
                                   7))
                  .error()
                  .what,
              HasSubstr("xz"));
  EXPECT_THAT(unpacked("PK\x03\x04zip").error().what, HasSubstr("zip"));
  EXPECT_THAT(unpacked("\xff\xfe[\x01").error().what, HasSubstr("UTF-16"));
}

TEST(Input, TellsHowFarItIs) {
  auto input = Input::from_bytes(some_text(1000), "games").value();
  EXPECT_EQ(input.consumed(), 0U);
  EXPECT_EQ(input.size(), 1000U);
  std::string buffer(400, '\0');
  ASSERT_EQ(input.read(buffer).value(), 400U);
  EXPECT_EQ(input.consumed(), 400U);
}

TEST(Input, CountsProgressInBytesOfThePackedFile) {
  const std::string packed = test::gzip(std::string(1'000'000, 'x'));
  auto input = Input::from_bytes(packed, "games").value();
  std::string buffer(2'000'000, '\0');
  ASSERT_EQ(input.read(buffer).value(), 1'000'000U);
  EXPECT_EQ(input.consumed(), packed.size());
}

TEST(Input, RefusesWhatIsNoFile) {
  EXPECT_THAT(Input::open("/nonexistent/games.pgn").error().to_string(),
              HasSubstr("/nonexistent/games.pgn: cannot be opened"));
  EXPECT_THAT(Input::open(std::filesystem::temp_directory_path()).error().what, HasSubstr("is a folder"));
}

TEST(Input, ReadsAFile) {
  const polyglot::test::TemporaryFolder folder;
  const std::string text = some_text(100'000);
  polyglot::test::write_text(folder / "games", test::zstd(text));
  EXPECT_EQ(read_all(Input::open(folder / "games")).value(), text);
  EXPECT_EQ(Input::open(folder / "games").value().size(), std::filesystem::file_size(folder / "games"));
}

TEST(Input, NamesWhatItHasNoMemoryOrDictionaryFor) {
  const std::string wide_window("\x28\xb5\x2f\xfd\x04\xa8\x01\0\0", 9);
  EXPECT_THAT(unpacked(wide_window).error().to_string(), HasSubstr("offset 9: a frame needs a window"));
  const std::string dictionary("\x28\xb5\x2f\xfd\x01\x58\x07\x01\0\0", 10);
  EXPECT_THAT(unpacked(dictionary).error().what, HasSubstr("a frame needs a dictionary: unpack"));
}

/// Puts a pipe in the place of standard input while it lives.
class PipedStandardInput {
 public:
  explicit PipedStandardInput(std::string_view text, int flags = 0) : saved_(::dup(STDIN_FILENO)) {
    int ends[2];
    EXPECT_EQ(::pipe2(ends, flags), 0);
    EXPECT_EQ(::write(ends[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
    ::dup2(ends[0], STDIN_FILENO);
    ::close(ends[0]);
    writer_ = ends[1];
  }
  /// Without it, the pipe stays silent.
  void end() {
    ::close(writer_);
    writer_ = -1;
  }
  ~PipedStandardInput() {
    ::close(writer_);
    ::dup2(saved_, STDIN_FILENO);
    ::close(saved_);
  }
  PipedStandardInput(const PipedStandardInput&) = delete;
  PipedStandardInput& operator=(const PipedStandardInput&) = delete;

 private:
  int saved_;
  int writer_;
};

TEST(Input, ReadsStandardInputWithoutKnowingItsSize) {
  PipedStandardInput pipe(test::gzip("some games"));
  pipe.end();
  auto input = Input::open("-");
  EXPECT_EQ(input->size(), std::nullopt);
  EXPECT_EQ(input->name(), "standard input");
  EXPECT_EQ(read_all(std::move(input)).value(), "some games");
}

TEST(Input, WaitsForBytesOfAPipeThatDoesNotBlock) {
  PipedStandardInput pipe("some games", O_NONBLOCK);
  auto input = Input::open("-");
  std::jthread writer([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    pipe.end();
  });
  EXPECT_EQ(read_all(std::move(input)).value(), "some games");
}

TEST(Input, WaitsForTheWriterOfAFifo) {
  const polyglot::test::TemporaryFolder folder;
  const std::string path = folder / "fifo";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  const std::jthread writer([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    std::ofstream(path) << "some games";
  });
  EXPECT_EQ(read_all(Input::open(path)).value(), "some games");
}

TEST(Input, GivesOutWhatCameBeforeItWasStopped) {
  const PipedStandardInput pipe("some games");
  std::atomic<bool> stop = false;
  auto input = Input::open("-", &stop);
  stop = true;
  std::string buffer(100, '\0');
  EXPECT_EQ(input->read(buffer).value(), 10U);
  EXPECT_EQ(input->read(buffer).error().to_string(), "standard input: reading was interrupted");
}

}  // namespace
}  // namespace polyglot::pgn
