// SPDX-License-Identifier: MIT
#include <polyglot/config/configuration.hpp>

#include "support/testing.hpp"

namespace polyglot::config {
namespace {

Configuration with_sections(const std::string& text) {
  return examine(CommandLine{}, [&text](const std::string&, std::string& result) {
    result = "[PolyGlot]\nEngineCommand = fish\n" + text;
    return std::error_code();
  });
}

std::vector<std::string> names_of_books(const Configuration& configuration) {
  std::vector<std::string> found;
  for (const BookSection& book : configuration.books.usable()) found.push_back(book.name());
  return found;
}

TEST(BookSections, StandInTheOrderOfTheirPrioritiesElseOfTheFile) {
  const Configuration configuration = with_sections(
      "[Book a]\nFile = a.bin\n[Book b]\nFile = b.bin\n[book c c]\nFile = c.bin\nPriority = 0\n"
      "[BOOK d]\nFile = d.bin\nPriority = -2\n[Book e]\nPriority = 1\nFile = e.bin\n");
  EXPECT_THAT(configuration.warnings, IsEmpty());
  EXPECT_THAT(names_of_books(configuration), ElementsAre("d", "c c", "a", "e", "b"));
}

TEST(BookSections, SayWhenAndHowABookIsUsed) {
  const Configuration configuration = with_sections(
      "[Book sharp]\nFile = C:\\books\\sharp.bin\nMode = power\nPower = 2.5\nTop=4\nDepth "
      "= 12\nplies = 9\n"
      "Threshold = 20\nBestThreshold = 300\nMinWeight = 7\nMinMoves = 2\nColour = Black\n"
      "Variant = normal, atomic\nTimeClass = Blitz,bullet\nOpponent = ^GM .*\\d\nFormat = CTG\n");
  EXPECT_THAT(configuration.warnings, IsEmpty());
  const BookSection book = configuration.books.usable().at(0);
  EXPECT_EQ(book.where(), "polyglot.ini:3");
  EXPECT_EQ(book.text(BookKey::file), "C:\\books\\sharp.bin");
  EXPECT_EQ(book.text(BookKey::format), "ctg");
  EXPECT_EQ(book.text(BookKey::mode), "power");
  EXPECT_DOUBLE_EQ(book.decimal(BookKey::power), 2.5);
  EXPECT_EQ(book.spin(BookKey::top), 4);
  EXPECT_EQ(book.spin(BookKey::depth), 12);
  EXPECT_EQ(book.spin(BookKey::plies), 9);
  EXPECT_EQ(book.spin(BookKey::threshold), 20);
  EXPECT_EQ(book.spin(BookKey::best_threshold), 300);
  EXPECT_EQ(book.spin(BookKey::min_weight), 7);
  EXPECT_EQ(book.spin(BookKey::min_moves), 2);
  EXPECT_EQ(book.text(BookKey::colour), "black");
  EXPECT_THAT(list_words(book.text(BookKey::variant)), ElementsAre("normal", "atomic"));
  EXPECT_THAT(list_words(book.text(BookKey::time_class)), ElementsAre("blitz", "bullet"));
  EXPECT_EQ(book.text(BookKey::opponent), "^GM .*\\d");
}

TEST(BookSections, BeginWithTheDefaultsOfTheOptions) {
  const BookSection book = with_sections("[Book a]\nFile = a.bin\n").books.usable().at(0);
  for (const auto& [key, option] :
       {std::pair(BookKey::format, OptionId::book_format),
        std::pair(BookKey::variations, OptionId::book_variations),
        std::pair(BookKey::mode, OptionId::book_mode), std::pair(BookKey::power, OptionId::book_power),
        std::pair(BookKey::top, OptionId::book_top), std::pair(BookKey::depth, OptionId::book_depth),
        std::pair(BookKey::threshold, OptionId::book_treshold)})
    EXPECT_EQ(book.text(key), spec(option).default_value);
}

TEST(BookSections, AreReportedWithFileAndLineWhereTheyAreWrong) {
  EXPECT_THAT(with_sections("[Book a]\nFile = a.bin\nDeepth = 3\nMode = wild\nTop = 0\n").warnings,
              ElementsAre("polyglot.ini:5: [Book a] has no option \"Deepth\"; did you mean \"Depth\"?",
                          HasSubstr("polyglot.ini:6: Mode: \"wild\" is not one of weighted, best,"),
                          "polyglot.ini:7: Top: \"0\" is not a number from 1 to 1000"));
  EXPECT_THAT(with_sections("[Book]\nFile = a.bin\n").warnings,
              ElementsAre("polyglot.ini:4: section [Book] is ignored: give the book a name, [Book NAME]"));
}

TEST(BookSections, AreNotUsedWithoutAFileOrWithAWrongCondition) {
  const Configuration without_file = with_sections("[Book a]\n[Book b]\nFile = b.bin\n");
  EXPECT_THAT(names_of_books(without_file), ElementsAre("b"));
  EXPECT_THAT(without_file.warnings,
              ElementsAre("polyglot.ini:3: section [Book a] is not used: it names no File"));

  const Configuration wrong = with_sections(
      "[Book a]\nFile = a.bin\nOpponent = (x\n[Book b]\nFile = b.bin\nTimeClass = blitz, hyper\n");
  EXPECT_THAT(names_of_books(wrong), IsEmpty());
  EXPECT_THAT(
      wrong.warnings,
      ElementsAre(HasSubstr("polyglot.ini:5: Opponent: \"(x\" is no regular expression: look at character 2"),
                  "polyglot.ini:8: TimeClass: \"hyper\" is not one of bullet, blitz, rapid, classical",
                  "polyglot.ini:3: section [Book a] is not used: one of its conditions is wrong",
                  "polyglot.ini:6: section [Book b] is not used: one of its conditions is wrong"));
}

TEST(BookSections, OfOneNameAreOne) {
  const Configuration configuration =
      with_sections("[Book a]\nFile = a.bin\n[Engine]\nx=1\n[book A]\nDepth = 3\n");
  EXPECT_THAT(names_of_books(configuration), ElementsAre("a"));
  EXPECT_EQ(configuration.books.usable().at(0).spin(BookKey::depth), 3);
}

TEST(BookSections, AreKeptWhenSettingsAreSaved) {
  Options options;
  ASSERT_TRUE(options.set(OptionId::engine_command, "fish"));
  ASSERT_TRUE(options.set(OptionId::book_depth, "20"));
  const std::string books = "\n[Book a]\nFile = a.bin ; mine\nDepth=3\nPriority = 9\n";
  EXPECT_EQ(saved_ini("[PolyGlot]\nEngineCommand = fish\n" + books, options, {}),
            "[PolyGlot]\nEngineCommand = fish\nBookDepth = 20\n" + books);
}

TEST(BookSections, AreDocumentedKeyByKey) {
  for (const BookKeySpec& key : book_key_specs()) {
    const std::string name(key.name);
    EXPECT_THAT(render_markdown(), HasSubstr("| `" + name + "` |"));
    EXPECT_THAT(render_man_page(), HasSubstr(".TP\n\\fB" + name + "\\fR ("));
  }
}

}  // namespace
}  // namespace polyglot::config
