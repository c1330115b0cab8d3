// SPDX-License-Identifier: MIT
#include "support/match/pgn.hpp"
#include <ctime>
#include <string_view>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <polyglot/chess/notation.hpp>

namespace polyglot::match {
namespace {

constexpr std::size_t kLineWidth = 80;

std::string_view result(const GameRecord& record) {
  if (!record.winner) return "1/2-1/2";
  return *record.winner == chess::Color::white ? "1-0" : "0-1";
}

std::string tag(std::string_view name, std::string_view value) {
  std::string escaped;
  for (const char c : value) {
    if (c == '"' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return fmt::format("[{} \"{}\"]\n", name, escaped);
}

/// Words put into lines as PGN wants them.
class Movetext {
 public:
  void add(const std::string& word) {
    if (column_ + word.size() + 1 > kLineWidth) {
      text_ += '\n';
      column_ = 0;
    } else if (column_ > 0) {
      text_ += ' ';
      ++column_;
    }
    text_ += word;
    column_ += word.size();
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::size_t column_ = 0;
};

}  // namespace

std::string to_pgn(const GameRecord& record, const GameHeader& header) {
  std::string text = tag("Event", header.event) + tag("Site", "?") +
                     tag("Date", fmt::format("{:%Y.%m.%d}", fmt::localtime(std::time(nullptr)))) +
                     tag("Round", std::to_string(header.round)) + tag("White", header.white) +
                     tag("Black", header.black) + tag("Result", result(record)) +
                     tag("Termination", record.reason) + "\n";
  Movetext moves;
  chess::Position position = record.game.start();
  for (const chess::Move move : record.game.moves()) {
    if (position.side_to_move() == chess::Color::white) {
      moves.add(std::to_string(position.fullmove_number()) + ".");
    }
    moves.add(chess::to_san(position, move));
    position.make(move);
  }
  moves.add(std::string(result(record)));
  return text + moves.text() + "\n\n";
}

}  // namespace polyglot::match
