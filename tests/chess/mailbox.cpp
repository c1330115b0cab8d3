// SPDX-License-Identifier: MIT
#include "chess/mailbox.hpp"
#include <algorithm>
#include <cctype>
#include <sstream>
#include <utility>
#include <vector>

namespace polyglot::chess::testing {
namespace {

using Steps = std::vector<std::pair<int, int>>;  // file, rank

const Steps kStraight = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
const Steps kDiagonal = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
const Steps kAll = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
const Steps kKnight = {{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}};

bool on_board(int file, int rank) {
  return file >= 0 && file < 8 && rank >= 0 && rank < 8;
}

std::string name(int file, int rank) {
  return {static_cast<char>('a' + file), static_cast<char>('1' + rank)};
}

struct Board {
  char at[8][8];  // [rank][file], '.' for empty
  bool white;
  std::string castling;
  std::string en_passant;

  [[nodiscard]] char get(int file, int rank) const { return on_board(file, rank) ? at[rank][file] : '#'; }
  [[nodiscard]] bool is_own(char c) const {
    return std::isalpha(static_cast<unsigned char>(c)) != 0 &&
           (std::isupper(static_cast<unsigned char>(c)) != 0) == white;
  }
  [[nodiscard]] bool is_enemy(char c) const {
    return std::isalpha(static_cast<unsigned char>(c)) != 0 && !is_own(c);
  }
  /// A piece letter in the enemy's case.
  [[nodiscard]] char enemy(char upper) const {
    return white ? static_cast<char>(std::tolower(upper)) : upper;
  }
  [[nodiscard]] char own(char upper) const { return white ? upper : static_cast<char>(std::tolower(upper)); }

  [[nodiscard]] bool ray_hits(int file, int rank, const Steps& steps, char piece) const {
    for (const auto& [df, dr] : steps) {
      int f = file + df;
      int r = rank + dr;
      while (get(f, r) == '.') f += df, r += dr;
      if (get(f, r) == enemy(piece) || get(f, r) == enemy('Q')) return true;
    }
    return false;
  }

  [[nodiscard]] bool attacked(int file, int rank) const {
    for (const auto& [df, dr] : kKnight) {
      if (get(file + df, rank + dr) == enemy('N')) return true;
    }
    for (const auto& [df, dr] : kAll) {
      if (get(file + df, rank + dr) == enemy('K')) return true;
    }
    const int pawn_rank = white ? rank + 1 : rank - 1;
    if (get(file - 1, pawn_rank) == enemy('P') || get(file + 1, pawn_rank) == enemy('P')) return true;
    return ray_hits(file, rank, kStraight, 'R') || ray_hits(file, rank, kDiagonal, 'B');
  }

  [[nodiscard]] bool king_attacked() const {
    for (int rank = 0; rank < 8; ++rank) {
      for (int file = 0; file < 8; ++file) {
        if (at[rank][file] == own('K')) return attacked(file, rank);
      }
    }
    return true;
  }
};

Board read(const Position& position) {
  std::istringstream fen(position.to_fen(FenStyle::shredder));
  std::string placement;
  std::string side;
  Board board{};
  fen >> placement >> side >> board.castling >> board.en_passant;
  board.white = side == "w";
  int rank = 7;
  int file = 0;
  for (const char c : placement) {
    if (c == '/') {
      --rank;
      file = 0;
    } else if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
      for (int i = 0; i < c - '0'; ++i) board.at[rank][file++] = '.';
    } else {
      board.at[rank][file++] = c;
    }
  }
  return board;
}

class Finder {
 public:
  explicit Finder(Board board) : board_(std::move(board)) {}

  std::set<std::string> find() {
    for (int rank = 0; rank < 8; ++rank) {
      for (int file = 0; file < 8; ++file) {
        if (board_.is_own(board_.at[rank][file])) piece(file, rank);
      }
    }
    return found_;
  }

 private:
  void piece(int file, int rank) {
    switch (std::toupper(board_.at[rank][file])) {
      case 'P':
        pawn(file, rank);
        break;
      case 'N':
        walk(file, rank, kKnight, false);
        break;
      case 'B':
        walk(file, rank, kDiagonal, true);
        break;
      case 'R':
        walk(file, rank, kStraight, true);
        break;
      case 'Q':
        walk(file, rank, kAll, true);
        break;
      default:
        walk(file, rank, kAll, false);
        castle(file, rank);
    }
  }

  void walk(int file, int rank, const Steps& steps, bool slides) {
    for (const auto& [df, dr] : steps) {
      int f = file + df;
      int r = rank + dr;
      while (board_.get(f, r) == '.') {
        try_move(file, rank, f, r, "");
        if (!slides) break;
        f += df;
        r += dr;
      }
      if (board_.is_enemy(board_.get(f, r))) try_move(file, rank, f, r, "");
    }
  }

  void pawn(int file, int rank) {
    const int forward = board_.white ? 1 : -1;
    if (board_.get(file, rank + forward) == '.') {
      pawn_to(file, rank, file, rank + forward);
      const bool at_start = rank == (board_.white ? 1 : 6);
      if (at_start && board_.get(file, rank + 2 * forward) == '.')
        pawn_to(file, rank, file, rank + 2 * forward);
    }
    for (const int side : {-1, 1}) {
      const int f = file + side;
      if (!on_board(f, rank + forward)) continue;
      if (board_.is_enemy(board_.get(f, rank + forward)) || name(f, rank + forward) == board_.en_passant) {
        pawn_to(file, rank, f, rank + forward);
      }
    }
  }

  void pawn_to(int file, int rank, int f, int r) {
    if (r != 0 && r != 7) return try_move(file, rank, f, r, "");
    for (const char* promotion : {"q", "r", "b", "n"}) try_move(file, rank, f, r, promotion);
  }

  void try_move(int file, int rank, int f, int r, const std::string& promotion) {
    Board after = board_;
    const bool is_pawn = board_.at[rank][file] == board_.own('P');
    if (is_pawn && f != file && board_.at[r][f] == '.') after.at[rank][f] = '.';
    after.at[r][f] = after.at[rank][file];
    after.at[rank][file] = '.';
    if (!after.king_attacked()) found_.insert(name(file, rank) + name(f, r) + promotion);
  }

  void castle(int file, int rank) {
    for (const char letter : board_.castling) {
      if (!board_.is_own(letter)) continue;
      const int rook = std::tolower(letter) - 'a';
      if (may_castle(file, rank, rook)) found_.insert(name(file, rank) + name(rook, rank));
    }
  }

  [[nodiscard]] bool may_castle(int king, int rank, int rook) const {
    const int king_to = rook > king ? 6 : 2;
    const int rook_to = rook > king ? 5 : 3;
    const auto is_free = [&](int from, int to) {
      for (int f = std::min(from, to); f <= std::max(from, to); ++f) {
        if (f != king && f != rook && board_.at[rank][f] != '.') return false;
      }
      return true;
    };
    if (!is_free(king, king_to) || !is_free(rook, rook_to)) return false;
    for (int f = std::min(king, king_to); f <= std::max(king, king_to); ++f) {
      Board walking = board_;
      walking.at[rank][king] = '.';
      if (walking.attacked(f, rank)) return false;
    }
    Board after = board_;
    after.at[rank][king] = after.at[rank][rook] = '.';
    after.at[rank][king_to] = board_.own('K');
    after.at[rank][rook_to] = board_.own('R');
    return !after.king_attacked();
  }

  Board board_;
  std::set<std::string> found_;
};

}  // namespace

std::set<std::string> mailbox_moves(const Position& position) {
  return Finder(read(position)).find();
}

}  // namespace polyglot::chess::testing
