// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/book/loaded_book.hpp>
#include <polyglot/book/reached.hpp>
#include <polyglot/chess/types.hpp>
#include <polyglot/game/position.hpp>

namespace polyglot::book {

/// Kinds of findings that the author of a book should see before a game. Source: docs/tools.md,
/// "review-book".
enum class FindingKind : std::uint8_t {
  early_end,  ///< the line ends before ReviewRule::early_ply, although the game continues
  dead_end,   ///< the line ends after a move of the book, but after another move of the position it continues
  single_move,    ///< the book has one move, but the position has several
  unknown_reply,  ///< the other book plays a move to which this book has no reply
  unplayed_move,  ///< the other book has the position, but never plays the move
  contradiction,  ///< the book reaches a position by another order of moves, but does not play the move that
                  ///< leads there
  weak_move,      ///< a move of the book that ReviewRule::weak_moves calls weak
};
inline constexpr std::size_t kFindingKinds = 7;

struct ReviewFinding {
  double probability = 0;               ///< probability that a game reaches it, 0 to 1
  BookPath line;                        ///< the most probable game to the position
  std::optional<game::Move> move = {};  ///< the move in question; nothing for early_end
  double share = 0;          ///< share of the move in the book; for unknown_reply, in the other book
  BookPath other_line = {};  ///< for contradiction: the most probable game to the position after the move
};

struct ReviewFindings {
  std::uint64_t total = 0;
  std::vector<ReviewFinding> likeliest;  ///< the most probable first; of equal ones the shortest lines first
};

/// How long games stay in the book, for one opening.
struct OpeningDepth {
  std::optional<std::uint32_t> opening;  ///< the number from opening_of(); nothing: no position had a name
  double probability = 0;                ///< probability that a game leaves the book in it, 0 to 1
  double mean_ply = 0;                   ///< the mean ply at which these games leave the book
  std::size_t longest = 0;               ///< number of moves of the longest among the most probable games
  std::uint64_t positions = 0;           ///< number of positions of the book
  BookPath line;                         ///< the most probable game to it
};

/// A branch of a book: the positions whose most probable game begins with one line.
struct Branch {
  BookPath line;
  std::uint64_t positions = 0;
  double probability = 0;  ///< probability that a game reaches the end of the line, 0 to 1
};

struct ReviewRule {
  std::optional<chess::Color> side = {};  ///< the side that plays the book's moves; nothing: every side that
                                          ///< has moves
  const LoadedBook* other = nullptr;      ///< the book to compare with; null: none
  std::size_t top = 10;  ///< maximum number of findings of each kind, openings and branches; at least 1
  std::size_t early_ply = 16;
  /// Returns the number of the opening whose name a position has, if it has one.
  std::function<std::optional<std::uint32_t>(chess::Key)> opening_of = {};
  /// Returns for each of the book's moves in a position whether it is weak. All weak moves are kept, whatever
  /// `top` is. It is also asked about positions to which only replies lead that the book lacks.
  std::function<std::vector<bool>(const game::Position&, std::span<const game::Move>)> weak_moves = {};
};

struct Review {
  std::array<bool, 2> plays{};                         ///< by Color: whether that side plays the book's moves
  std::uint64_t positions = 0;                         ///< number of positions of the book that games reach
  double mean_ply = 0;                                 ///< the mean ply at which a game leaves the book
  std::array<ReviewFindings, kFindingKinds> findings;  ///< by FindingKind
  std::vector<OpeningDepth> openings;                  ///< the most probable first
  std::vector<Branch> branches;                        ///< the largest first; no position belongs to two
                                                       ///< branches

  [[nodiscard]] const ReviewFindings& of(FindingKind kind) const noexcept {
    return findings[static_cast<std::size_t>(kind)];
  }
};

/// Reviews a book as games would use it. All starts have the same probability. The sides that play from the
/// book play its moves by weight. The other side plays by the weights of `other` if that has the position, or
/// else by those of the book. If neither has it, it plays in proportion to the weights of the book's replies.
/// Probabilities of transpositions are added up. A move back to a position of the same game ends it.
///
/// Time and memory are proportional to the number of reached positions: in chess about 300 bytes for each
/// position, and 16 for each move.
[[nodiscard]] Review review_book(const LoadedBook& book, const BookGames& games, const ReviewRule& rule);

}  // namespace polyglot::book
