// SPDX-License-Identifier: MIT
#include "builder/made_book.hpp"

#include <polyglot/book/move_code.hpp>
#include <polyglot/chess/notation.hpp>

#include "support/testing.hpp"

namespace polyglot::builder::test {

std::vector<std::string> MadeBook::moves(const std::string& fen) const {
  const auto position = fen.empty() ? chess::Position() : chess::Position::from_fen(fen).value();
  std::vector<std::string> found;
  const auto all = std::as_bytes(std::span(bytes));
  for (std::size_t i = 0; i + book::kRecordSize <= all.size(); i += book::kRecordSize) {
    const auto entry = book::decode_entry(all.subspan(i).first<book::kRecordSize>());
    if (entry.key != position.key()) continue;
    const auto move = book::decode_move(position, entry.move).value();
    found.push_back(to_uci(move, chess::CastlingNotation::king_to_destination) + " " +
                    std::to_string(entry.weight));
  }
  return found;
}

std::vector<std::string> MadeBook::problems() const {
  std::vector<std::string> texts;
  for (const Error& problem : summary.first_problems) texts.push_back(problem.to_string());
  EXPECT_EQ(texts.size(), summary.problems);
  return texts;
}

Settings all_moves() {
  Settings settings;
  settings.entries.min_games = 1;
  return settings;
}

Result<MadeBook> try_to_make(const std::vector<std::string>& texts, Settings settings) {
  const Folder folder;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    settings.inputs.push_back(folder / ("games" + std::to_string(i + 1) + ".pgn"));
    write_text(settings.inputs.back(), texts[i]);
  }
  settings.output = folder / "book.bin";
  Progress progress;
  auto summary = build_book(settings, progress);
  if (!summary) {
    if (folder.names().size() != texts.size()) throw std::runtime_error("something was left behind");
    return summary.error();
  }
  for (Error& problem : summary->first_problems)
    problem.where = std::filesystem::path(problem.where).filename().string();
  return MadeBook{*summary, read_text(settings.output)};
}

MadeBook make(const std::vector<std::string>& texts, Settings settings) {
  return try_to_make(texts, std::move(settings)).value();
}

std::string game(const std::string& result, const std::string& moves, const std::string& tags) {
  return "[Event \"Test\"]\n" + tags + "[Result \"" + result + "\"]\n\n" + moves + " " + result + "\n\n";
}

std::string times(int count, const std::string& text) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

}  // namespace polyglot::builder::test
