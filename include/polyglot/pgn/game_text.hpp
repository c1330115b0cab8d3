// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::pgn {

/// Tags that can be asked for without a search.
enum class KnownTag : std::uint8_t {
  event,
  site,
  date,
  round,
  white,
  black,
  result,
  fen,
  set_up,
  variant,
  white_elo,
  black_elo,
  eco,
  time_control,
  utc_date,
  ply_count,
};
inline constexpr std::size_t kKnownTags = static_cast<std::size_t>(KnownTag::ply_count) + 1;

enum class GameResult : std::uint8_t { unknown, white_wins, black_wins, draw };

/// The result that "1-0", "1:0", "0-1", "0:1", "1/2-1/2", "½-½" (in UTF-8 or Latin-1) or "1/2" stands for;
/// unknown for any other text.
[[nodiscard]] GameResult result_of(std::string_view text) noexcept;

/// "--", "Z0", "null" and the like: a turn that is passed, in analyses.
[[nodiscard]] bool is_null_move(std::string_view token) noexcept;

/// A tag pair as it stands in the file: a value with escaped quotes keeps its backslashes.
struct Tag {
  std::string_view name;
  std::string_view value;
};

/// How text of a game got lost.
enum class FlawKind : std::uint8_t {
  open_comment,         ///< a '{' that is not closed: what follows in the game is lost
  run_on_comment,       ///< a '{' that is closed with the next comment only, and moves are missing behind it
  open_variation,       ///< a '(' that is not closed: what follows in the game is lost
  open_bracket,         ///< a '[' that is not closed on its line, the rest of which is lost
  closing_brace,        ///< a '}' that closes no comment
  closing_parenthesis,  ///< a ')' that closes no variation
  unknown_word,         ///< a word between moves that is neither a move nor a usual remark
  moves_behind_result,  ///< moves that belong to no game
};

/// Where text of a game got lost.
struct Flaw {
  FlawKind kind;
  std::string_view
      where;  ///< the opening, the word or the first move; moves behind the result are not in text()
  std::size_t plies = 0;  ///< moves of the main line before it

  [[nodiscard]] std::string message() const;
};

/// A move number that is too high for the moves before it.
struct MissingMove {
  std::string_view number;  ///< with its full stop
  std::size_t plies = 0;    ///< moves of the main line before it
};

/// `value` without the backslashes that escape quotes and backslashes.
[[nodiscard]] std::string unescaped(std::string_view value);

/// The text of one game cut into tags and moves; nothing is held against the rules of chess. All views lie
/// in the text that the game was read from.
class GameText {
 public:
  /// From the first tag (or move, where there are none) to the end of the moves.
  [[nodiscard]] std::string_view text() const noexcept { return text_; }
  /// In the file's order, repeated ones included.
  [[nodiscard]] std::span<const Tag> tags() const noexcept { return tags_; }
  /// The first tag of this name; nothing if there is none, which is not the same as an empty value.
  [[nodiscard]] std::optional<std::string_view> tag(KnownTag known) const noexcept;
  /// The same for any name; ASCII case does not matter.
  [[nodiscard]] std::optional<std::string_view> tag(std::string_view name) const noexcept;
  /// The moves of the main line as written, without move numbers and annotation marks.
  [[nodiscard]] std::span<const std::string_view> moves() const noexcept { return moves_; }
  /// What the Result tag says; if it says nothing, the marker that ended the moves.
  [[nodiscard]] GameResult result() const noexcept;
  /// The marker that ended the moves ("1-0", "*"); empty if there was none.
  [[nodiscard]] std::string_view termination() const noexcept { return termination_; }
  /// The text of the moves, with comments, variations and the marker at the end.
  [[nodiscard]] std::string_view move_text() const noexcept { return text_.substr(moves_at_); }
  /// How many variations `moves()` passes over, nested ones included. GameTree reads them.
  [[nodiscard]] std::size_t variations() const noexcept { return variations_; }
  /// Whether there is a NAG or one of the signs "!" and "?", at any move.
  [[nodiscard]] bool has_marks() const noexcept { return has_marks_; }
  /// The first one of each kind, in the order of the text.
  [[nodiscard]] std::span<const Flaw> flaws() const noexcept { return flaws_; }
  /// The first number that is too high for the moves before it. The numbers of many a game are wrong and its
  /// moves right; but if a move behind this one is wrong, then the moves since are those of the other side.
  /// Reads the moves anew.
  [[nodiscard]] std::optional<MissingMove> missing_move() const;

 private:
  friend class GameReader;

  void clear() noexcept;
  void add(Tag tag);

  std::string_view text_;
  std::size_t moves_at_ = 0;  ///< where the moves begin in it
  std::vector<Tag> tags_;
  std::array<std::string_view, kKnownTags> known_{};  ///< no data: absent
  std::vector<std::string_view> moves_;
  std::string_view termination_;
  std::size_t variations_ = 0;
  bool has_marks_ = false;
  std::vector<Flaw> flaws_;
};

/// True if a Variant tag of this value means chess or Chess960 by any of their names, "From Position"
/// included; false for games that are to be skipped.
[[nodiscard]] bool is_chess(std::string_view variant);
/// The same for a game: one without the tag is chess.
[[nodiscard]] bool is_chess(const GameText& game);

}  // namespace polyglot::pgn
