// SPDX-License-Identifier: MIT
#include "protocol/cecp_edit.hpp"

namespace polyglot::protocol {
namespace {

using chess::Color;
using chess::Square;

char letter(char piece, Color color) {
  return color == Color::white ? piece : static_cast<char>(piece - 'A' + 'a');
}

void append_rank(std::string_view rank, std::string& fen) {
  int empty = 0;
  const auto write_empty = [&] {
    if (empty > 0) fen += static_cast<char>('0' + empty);
    empty = 0;
  };
  for (const char piece : rank) {
    if (piece == 0) {
      ++empty;
    } else {
      write_empty();
      fen += piece;
    }
  }
  write_empty();
}

}  // namespace

void CecpEdit::begin(Color side_to_move) {
  *this = CecpEdit();
  active_ = true;
  side_to_move_ = side_to_move;
}

GuiMessage CecpEdit::parse(std::string_view line) {
  if (line == ".") return finish();
  if (line == "quit") return Quit{};
  if (line == "c") {
    color_ = ~color_;
  } else if (line == "#") {
    board_.fill(0);
    cleared_ = true;
  } else if (!line.empty() && !put(line)) {
    return Unknown{};
  }
  return Ignored{};
}

/// Reads `Pe4`, which puts a piece (in upper case), or `xe4`, which clears a square.
bool CecpEdit::put(std::string_view line) {
  const auto square = Square::from_string(line.substr(1));
  const bool empties = line.front() == 'x';
  if (!square || (!empties && std::string_view("PNBRQK").find(line.front()) == std::string_view::npos)) {
    return false;
  }
  at(*square) = empties ? '\0' : letter(line.front(), color_);
  return true;
}

GuiMessage CecpEdit::finish() {
  active_ = false;
  if (!cleared_) return Unknown{};
  write_fen();
  return SetUp{fen_};
}

char& CecpEdit::at(Square square) {
  return board_[static_cast<std::size_t>(square.index())];
}

/// Writes the FEN. Kings and rooks on their home squares may castle; there is no en-passant capture.
void CecpEdit::write_fen() {
  fen_.clear();
  for (std::size_t rank = 8; rank-- > 0;) {
    append_rank({board_.data() + 8 * rank, 8}, fen_);
    fen_ += rank > 0 ? '/' : ' ';
  }
  fen_ += side_to_move_ == Color::white ? "w " : "b ";
  const std::size_t rights = fen_.size();
  for (const Color color : {Color::white, Color::black}) {
    const int home = color == Color::white ? 0 : 7;
    if (at(Square(4, home)) != letter('K', color)) continue;
    if (at(Square(7, home)) == letter('R', color)) fen_ += letter('K', color);
    if (at(Square(0, home)) == letter('R', color)) fen_ += letter('Q', color);
  }
  if (fen_.size() == rights) fen_ += '-';
  fen_ += " - 0 1";
}

}  // namespace polyglot::protocol
