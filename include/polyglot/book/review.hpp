// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include <polyglot/book/book_games.hpp>
#include <polyglot/book/loaded_book.hpp>
#include <polyglot/book/reached.hpp>
#include <polyglot/chess/types.hpp>
#include <polyglot/game/position.hpp>

namespace polyglot::book {

/// What the author of a book wants to know of it before a game. Source: docs/tools.md, "review-book".
enum class FindingKind : std::uint8_t {
  early_end,      ///< the line ends before ReviewRule::early_ply, though the game goes on
  dead_end,       ///< the line ends behind a move of the book, another move of the position leads on
  single_move,    ///< the book has one move, the position more than one
  unknown_reply,  ///< the other book plays a move that this book does not answer
  unplayed_move,  ///< the other book has the position, but never plays the move
  contradiction,  ///< the book could play to a position as it does by another order of moves, and does not
};
inline constexpr std::size_t kFindingKinds = 6;

struct ReviewFinding {
  double probability = 0;               ///< that a game comes to it, 0 to 1
  BookPath line;                        ///< the likeliest game to the position
  std::optional<game::Move> move = {};  ///< the move that it is about; nothing of early_end
  double share = 0;  ///< of this move among those of the book, of unknown_reply among the other book's
  BookPath other_line = {};  ///< of contradiction: the likeliest game to the position behind the move
};

struct ReviewFindings {
  std::uint64_t total = 0;
  std::vector<ReviewFinding> likeliest;  ///< in this order; of equal ones those with the fewest moves first
};

/// How long games stay in the book in one of its openings.
struct OpeningDepth {
  std::optional<std::uint32_t> opening;  ///< what opening_of() calls it; nothing: no position had a name
  double probability = 0;                ///< that a game leaves the book in it, 0 to 1
  double mean_ply = 0;                   ///< after so many moves these games leave it
  std::size_t longest = 0;               ///< moves of the longest of the likeliest games
  std::uint64_t positions = 0;           ///< of the book
  BookPath line;                         ///< the likeliest game to it
};

/// Positions of the book to which the likeliest game begins with a line.
struct Branch {
  BookPath line;
  std::uint64_t positions = 0;
  double probability = 0;  ///< that a game comes to the end of the line
};

struct ReviewRule {
  std::optional<chess::Color> side = {};  ///< who plays the book's moves; nothing: every side that has some
  const LoadedBook* other = nullptr;      ///< what to compare with
  std::size_t top = 10;  ///< so many findings of each kind, openings and branches; at least 1
  std::size_t early_ply = 16;
  /// The number of the opening to which a position gives its name, if it has one.
  std::function<std::optional<std::uint32_t>(chess::Key)> opening_of = {};
};

struct Review {
  std::array<bool, 2> plays{};                         ///< by Color: whose moves are the book's
  std::uint64_t positions = 0;                         ///< of the book, that games reach
  double mean_ply = 0;                                 ///< after so many moves a game leaves the book
  std::array<ReviewFindings, kFindingKinds> findings;  ///< by FindingKind
  std::vector<OpeningDepth> openings;                  ///< the likeliest first
  std::vector<Branch> branches;                        ///< the biggest first; no position is of two of them

  [[nodiscard]] const ReviewFindings& of(FindingKind kind) const noexcept {
    return findings[static_cast<std::size_t>(kind)];
  }
};

/// Looks a book over as games meet it. Every start is equally likely. The sides that play the book play its
/// moves by weight. The other side plays by the weights of `other` where this has the position, else by those
/// of the book, else as often as the book's answers weigh together. Moves that meet again add up; a move back
/// to a position of the same game ends it.
///
/// Takes time and memory in proportion to the positions that are reached, about 300 bytes for each in chess
/// and 16 for each move.
[[nodiscard]] Review review_book(const LoadedBook& book, const BookGames& games, const ReviewRule& rule);

}  // namespace polyglot::book
