// SPDX-License-Identifier: MIT
#include <algorithm>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>

#include <polyglot/chess/chess960.hpp>
#include <polyglot/explorer/explorer.hpp>
#include <polyglot/game/notation.hpp>

#include "explorer/explorer_testing.hpp"
#include "explorer/text.hpp"
#include "support/symbolic_link.hpp"

namespace polyglot::explorer::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string base64(std::string_view text) {
  return to_base64(std::as_bytes(std::span(text)));
}

Result<void> export_books(std::vector<std::string> books, const std::string& path) {
  return export_page({.books = std::move(books)}, path, [](const std::string&) {});
}

// Source: RFC 4648, section 10.
TEST(Base64, IsThatOfTheStandard) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foo"), "Zm9v");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(base64("\xff\xfe\xfd"), "//79");
}

TEST(Export, HoldsTheBooksAndAllOfThePage) {
  const book::test::TempFolder folder;
  const std::string book = write_book(folder, "example.bin");
  const std::string other = write_book(folder, "other.bin", {example_entries().front()});
  const std::string page = folder.file("page.html");
  ASSERT_TRUE(export_books({book, other}, page));
  const std::string text = text_of(page);
  EXPECT_THAT(text, HasSubstr(base64(text_of(book))));
  EXPECT_THAT(text, HasSubstr(base64(text_of(other))));
  EXPECT_THAT(text, HasSubstr("script-src 'sha256-"));
  EXPECT_THAT(text, HasSubstr("class App"));
  EXPECT_GT(text.find("id=\"books\""), text.find("Reading the books")) << "what is seen comes first";
  for (const char* left : {"{{", "\nimport ", "\nexport ", "app.js\"", "style.css\""})
    EXPECT_THAT(text, Not(HasSubstr(left)));
  EXPECT_THAT(text, Not(HasSubstr(folder.path().string()))) << "paths are nobody's business";
}

TEST(Export, HoldsTheMovesOfABookOfAnotherFormat) {
  const book::test::TempFolder folder;
  const std::string list = folder.file("list.pgn");
  book::test::write_file(list, book::test::bytes_of("1. e4 Kd5 *\n"));
  std::vector<std::string> told;
  ASSERT_TRUE(export_page({.books = {list}}, folder.file("page.html"),
                          [&told](const std::string& trouble) { told.push_back(trouble); }));
  const std::string bin = write_book(
      folder, "same.bin", {{.key = chess::Position().key(), .move = book::test::code("e2e4"), .weight = 1}});
  EXPECT_THAT(text_of(folder.file("page.html")), HasSubstr(base64(text_of(bin))));
  EXPECT_THAT(told, ::testing::ElementsAre(HasSubstr("Kd5")));
}

TEST(Export, HoldsTheNamesOfOpenings) {
  const book::test::TempFolder folder;
  const auto names = openings::OpeningNames::parse("B00\tKing's Pawn\t1. e4\n", "/folder/names.tsv").value();
  const explorer::Setup setup{.books = {write_book(folder, "example.bin")},
                              .opening_names = std::make_shared<const openings::OpeningNames>(names)};
  ASSERT_TRUE(export_page(setup, folder.file("page.html"), [](const std::string&) {}));
  EXPECT_THAT(
      text_of(folder.file("page.html")),
      HasSubstr(
          R"("openings":{"file":"names.tsv","count":1,"all":[{"key":"823c9b50fd114196","eco":"B00","name":"King's Pawn","uci":"e2e4"}]})"));
}

TEST(Export, HoldsTheStartsOfABookThatBeginsElsewhere) {
  const book::test::TempFolder folder;
  std::vector<book::RawEntry> entries;
  for (const int number : {0, 959})
    entries.push_back(
        {.key = chess::chess960_start(number).key(), .move = book::test::code("e2e4"), .weight = 1});
  std::ranges::sort(entries, {}, &book::RawEntry::key);
  ASSERT_TRUE(export_books({write_book(folder, "shuffled.bin", entries)}, folder.file("shuffled.html")));
  EXPECT_THAT(text_of(folder.file("shuffled.html")), HasSubstr(R"("starts":[{"number":0,)"));
  ASSERT_TRUE(export_books({write_book(folder, "example.bin")}, folder.file("usual.html")));
  EXPECT_THAT(text_of(folder.file("usual.html")), Not(HasSubstr(R"("starts":[)")));
}

/// The answers in an exported page of a variant.
boost::json::array positions_in(const std::string& page) {
  constexpr std::string_view kBegin = R"(id="books">)";
  const auto begin = page.find(kBegin) + kBegin.size();
  const auto data =
      boost::json::parse(std::string_view(page).substr(begin, page.find("</script>", begin) - begin));
  return data.at("positions").as_array();
}

TEST(Export, HoldsThePositionsThatABookOfAVariantReaches) {
  const book::test::TempFolder folder;
  const game::Rules rules = game::Rules::find("crazyhouse").value();
  const auto entry = [&rules](std::string_view moves, std::string_view move) {
    game::Position position = rules.start();
    for (; !moves.empty(); moves.remove_prefix(std::min(moves.size(), std::size_t{5})))
      position.make(game::move_from_uci(position, moves.substr(0, 4)).value());
    const auto code = book::record_code(position, game::move_from_uci(position, move).value());
    return book::RawEntry{.key = position.key(), .move = code, .weight = 7};
  };
  // The book has only White's moves, with Black's moves between them. The last position is too far from the
  // others.
  std::vector<book::RawEntry> entries = {entry("", "e2e4"), entry("e2e4 d7d5", "e4d5"),
                                         entry("a2a3 a7a6 b2b3 b7b6", "c2c3")};
  std::ranges::sort(entries, {}, &book::RawEntry::key);
  const std::string book =
      write_book(folder, "white.bin", entries, book::BookHeader{.variants = {"crazyhouse"}});
  std::vector<std::string> told;
  ASSERT_TRUE(export_page({.books = {book}, .rules = rules}, folder.file("page.html"),
                          [&told](const std::string& problem) { told.push_back(problem); }));
  EXPECT_THAT(told, ::testing::ElementsAre(HasSubstr("reaches 1 of its 3 positions")));
  std::vector<std::string> moves;
  for (const auto& position : positions_in(text_of(folder.file("page.html")))) {
    moves.emplace_back();
    for (const auto& move : position.at("legal").as_array())
      moves.back() += std::string(move.at("san").as_string()) + " ";
  }
  EXPECT_THAT(moves, ::testing::UnorderedElementsAre("e4 ", "d5 ", "exd5 ", ""));
  EXPECT_EQ(moves.front(), "e4 ") << "the start";
}

TEST(Export, RefusesABookOfAVariantThatIsOutOfOrder) {
  const book::test::TempFolder folder;
  const std::string book = folder.file("unsorted.bin");
  book::test::write_file(book, book::test::bytes_of(std::vector<book::RawEntry>{{.key = 2}, {.key = 1}}));
  const auto exported = export_page({.books = {book}, .rules = game::Rules::find("shogi").value()},
                                    folder.file("page.html"), [](const std::string&) {});
  EXPECT_THAT(exported.error().to_string(), HasSubstr("is not sorted"));
}

TEST(Export, RefusesABookThatThePageCouldNotSearch) {
  const book::test::TempFolder folder;
  const std::string book = folder.file("unsorted.bin");
  book::test::write_file(book, book::test::bytes_of(std::vector<book::RawEntry>{{.key = 2}, {.key = 1}}));
  const auto exported = export_books({book}, folder.file("page.html"));
  EXPECT_THAT(exported.error().to_string(), HasSubstr("is not sorted"));
  EXPECT_FALSE(std::filesystem::exists(folder.file("page.html")));
}

TEST(Export, IsTheSameForTheSameBook) {
  const book::test::TempFolder folder;
  const std::string book = write_book(folder, "example.bin");
  ASSERT_TRUE(export_books({book}, folder.file("a.html")));
  ASSERT_TRUE(export_books({book}, folder.file("b.html")));
  EXPECT_EQ(text_of(folder.file("a.html")), text_of(folder.file("b.html")));
}

TEST(Export, KeepsMarkupInAHeaderFromEndingTheScript) {
  const book::test::TempFolder folder;
  const std::string book = write_book(folder, "example.bin", example_entries(),
                                      book::BookHeader{.comment = "</script><script>alert(1)</script>"});
  ASSERT_TRUE(export_books({book}, folder.file("page.html")));
  EXPECT_THAT(text_of(folder.file("page.html")), Not(HasSubstr("<script>alert")));
}

TEST(Export, RefusesBooksThatAreTooLargeForAPage) {
  const book::test::TempFolder folder;
  const std::string book = write_book(folder, "large.bin");
  std::filesystem::resize_file(book, kMaxExportBytes + book::kRecordSize);
  const auto exported = export_books({book}, folder.file("page.html"));
  ASSERT_FALSE(exported);
  EXPECT_THAT(exported.error().to_string(), HasSubstr("a page holds at most 100000000 bytes"));
  EXPECT_FALSE(std::filesystem::exists(folder.file("page.html")));
}

TEST(Export, WritesNoPageOverABook) {
  const book::test::TempFolder folder;
  const std::string book = write_book(folder, "example.bin");
  const std::string other = write_book(folder, "other.bin");
  const std::string named_like_a_page = write_book(folder, "book.html");
  if (!polyglot::test::make_symbolic_link(other, folder.file("link.html"))) GTEST_SKIP() << "no links here";
  const std::string content = text_of(book);
  for (const std::string& target :
       {book, other, named_like_a_page, folder.file("link.html"), folder.file("page")})
    EXPECT_FALSE(export_books({book}, target)) << target;
  for (const std::string& kept : {book, other, named_like_a_page}) EXPECT_EQ(text_of(kept), content);
  EXPECT_TRUE(export_books({book}, folder.file("PAGE.HTM")));
  EXPECT_TRUE(export_books({book}, folder.file("PAGE.HTM"))) << "a page gives way to a page";
}

TEST(Export, NamesABookThatIsNotThere) {
  const book::test::TempFolder folder;
  const auto exported = export_books({folder.file("none.bin")}, folder.file("page.html"));
  ASSERT_FALSE(exported);
  EXPECT_THAT(exported.error().to_string(), HasSubstr("none.bin"));
}

}  // namespace
}  // namespace polyglot::explorer::test
