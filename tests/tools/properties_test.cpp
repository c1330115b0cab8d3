// SPDX-License-Identifier: MIT
// Properties that must hold between tools for any games.
#include "support/random_games.hpp"
#include "tools/run_program.hpp"

namespace polyglot::tools::test {
namespace {

class ToolProperties : public ToolTest {
 protected:
  /// Builds a book from this number of the next games, and returns its path.
  std::string book_of(int games, const std::string& name) {
    std::string text;
    for (int i = 0; i < games; ++i) games_.append(text);
    all_ += text;
    return make_book(text, name);
  }
  std::string make_book(const std::string& text, const std::string& name) {
    EXPECT_THAT(polyglot({"make-book", "-q", "-min-game", "1", "-", "-out", folder_ / name}, {.input = text}),
                Succeeds());
    return folder_ / name;
  }

  polyglot::test::RandomGames games_{1};
  std::string all_;  ///< games of all books until now
};

TEST_F(ToolProperties, BooksOfThePartsMergeToTheBookOfTheWhole) {
  const std::string a = book_of(300, "a.bin");
  const std::string b = book_of(200, "b.bin");
  const std::string c = book_of(100, "c.bin");
  const std::string whole = make_book(all_, "whole.bin");
  const std::string merged = folder_ / "merged.bin";
  ASSERT_EQ(polyglot({"merge-book", a, b, c, "-out", merged}).exit_code, 0);
  EXPECT_THAT(polyglot({"diff-book", whole, merged}), Succeeds(IsEmpty()));
  // Otherwise the parts have nothing in common, and the test shows nothing.
  EXPECT_LT(read_text(whole).size() + 1000, read_text(a).size() + read_text(b).size() + read_text(c).size());
}

TEST_F(ToolProperties, BooksThatAreMadeAreFoundSound) {
  EXPECT_EQ(polyglot({"check-book", book_of(300, "book.bin")}).exit_code, 0);
}

}  // namespace
}  // namespace polyglot::tools::test
