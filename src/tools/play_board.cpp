// SPDX-License-Identifier: MIT
#include "tools/play_board.hpp"
#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

#include <polyglot/ascii.hpp>

namespace polyglot::tools {
namespace {

/// Pieces by ranks, in the order of the FEN; an empty text is an empty square.
using Squares = std::vector<std::vector<std::string>>;

struct Board {
  Squares ranks{1};
  std::string held;  ///< as in the FEN
};

Board read_board(std::string_view fen) {
  Board board;
  std::string_view placement = fen.substr(0, fen.find(' '));
  if (const std::size_t bracket = placement.find('['); bracket != placement.npos) {
    board.held = placement.substr(bracket + 1, placement.find(']') - bracket - 1);
    placement = placement.substr(0, bracket);
  }
  std::size_t empty = 0;
  std::string prefix;
  const auto fill = [&] { board.ranks.back().resize(board.ranks.back().size() + std::exchange(empty, 0)); };
  for (const char c : placement) {
    if (is_digit(c)) {
      empty = empty * 10 + static_cast<std::size_t>(c - '0');
      continue;
    }
    fill();
    if (c == '/') {
      board.ranks.emplace_back();
    } else if (c == '+') {
      prefix = "+";
    } else if (c == '~') {
      if (!board.ranks.back().empty()) board.ranks.back().back() += '~';
    } else {
      board.ranks.back().push_back(std::exchange(prefix, "") + c);
    }
  }
  fill();
  return board;
}

/// The Unicode figure of a piece; the piece unchanged if it has none.
std::string figure_of(const std::string& piece) {
  constexpr std::string_view kLetters = "KQRBNPkqrbnp";
  constexpr std::array kFigures{"♔", "♕", "♖", "♗", "♘", "♙", "♚", "♛", "♜", "♝", "♞", "♟"};
  const std::size_t place = piece.size() == 1 ? kLetters.find(piece[0]) : kLetters.npos;
  return place == kLetters.npos ? piece : kFigures.at(place);
}

/// The squares that a move in coordinates names: "e2e4" has "e2" and "e4".
std::vector<std::string> squares_of(std::string_view move) {
  std::vector<std::string> squares;
  for (std::size_t i = 0; i + 1 < move.size(); ++i) {
    if (!is_letter(move[i]) || !is_digit(move[i + 1])) continue;
    std::size_t end = i + 1;
    while (end < move.size() && is_digit(move[end])) ++end;
    squares.emplace_back(move.substr(i, end - i));
  }
  return squares;
}

}  // namespace

std::string draw_board(const game::Position& position, std::string_view last_move, const BoardStyle& style) {
  const Board board = read_board(position.to_fen());
  const std::size_t count = board.ranks.size();
  const std::size_t files = board.ranks.front().size();
  const std::vector<std::string> marked = squares_of(last_move);
  const bool has_figures = style.has_figures && position.chess() != nullptr;
  std::string text;
  for (std::size_t row = 0; row < count; ++row) {
    const std::size_t place = style.from_black ? count - 1 - row : row;
    const std::vector<std::string>& rank = board.ranks[place];
    text += fmt::format("{:>2} ", count - place);
    for (std::size_t column = 0; column < rank.size(); ++column) {
      const std::size_t file = style.from_black ? rank.size() - 1 - column : column;
      const std::string piece = rank[file].empty() ? "." : rank[file];
      const std::string shown = has_figures ? figure_of(piece) : piece;
      const std::string square = fmt::format("{}{}", static_cast<char>('a' + file), count - place);
      const bool is_marked = style.highlight && std::ranges::find(marked, square) != marked.end();
      text += std::string(piece.size() > 1 ? "" : " ") + (is_marked ? style.highlight(shown) : shown);
    }
    text += '\n';
  }
  text += "   ";
  for (std::size_t column = 0; column < files; ++column)
    text += fmt::format(" {}", static_cast<char>('a' + (style.from_black ? files - 1 - column : column)));
  text += '\n';
  if (!board.held.empty()) text += fmt::format("    in hand: {}\n", board.held);
  return text;
}

}  // namespace polyglot::tools
