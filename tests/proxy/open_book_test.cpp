// SPDX-License-Identifier: MIT
#include <polyglot/book/book_format.hpp>
#include <polyglot/config/options.hpp>
#include <polyglot/proxy/open_book.hpp>

#include "book/book_files.hpp"

namespace polyglot::proxy {
namespace {

TEST(LearnFileName, NamesEngineBookAndHost) {
  const LearnNames names{.engine = "Fairy-Max 5.0b/x", .book = "my book", .host = "host.example"};
  EXPECT_EQ(expand_learn_file("~/%e/%b-%h.bin", names), "~/Fairy-Max_5.0b_x/my_book-host.example.bin");
  EXPECT_EQ(expand_learn_file("100%% %x%", names), "100% %x%");
  EXPECT_EQ(expand_learn_file("%e", {.engine = "..", .book = {}, .host = {}}), "__");
  EXPECT_EQ(expand_learn_file("%e", {}), "_");
}

TEST(LearnFileName, FollowsTheEngine) {
  const polyglot::test::TemporaryFolder folder;
  const book::RawEntry entry{
      .key = chess::Position().key(), .move = book::test::code("e2e4"), .weight = 1, .learn = 0};
  book::test::write_file(folder / "book.bin", book::test::bytes_of(std::vector{entry}));
  std::string engine;
  const auto opened = open_for_play({.file = "book.bin", .learn_file = "%b-%e.bin"}, folder.path(),
                                    [&engine] { return engine; });
  ASSERT_TRUE(opened);
  engine = "Some Engine";
  EXPECT_EQ(std::filesystem::path(*(*opened)->learn_file()),
            std::filesystem::path(folder / "book-Some_Engine.bin"));
  engine = "Other";
  EXPECT_EQ(std::filesystem::path(*(*opened)->learn_file()),
            std::filesystem::path(folder / "book-Other.bin"));
}

TEST(BookFormatOption, HasTheFormatsThatThereAre) {
  std::vector<book::BookFormat> formats;
  for (const config::Choice& choice : config::spec(config::OptionId::book_format).choices) {
    if (choice.name == "auto") continue;
    const auto format = book::book_format(choice.name);
    ASSERT_TRUE(format) << choice.name;
    EXPECT_EQ(*format, static_cast<book::BookFormat>(formats.size())) << choice.name;
    formats.push_back(*format);
  }
  EXPECT_EQ(formats.back(), book::BookFormat::epd) << "the last one";
}

}  // namespace
}  // namespace polyglot::proxy
