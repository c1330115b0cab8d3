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

/// Tags that GameText finds without a search.
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

/// Whether a token is a null move, as analyses write it: "--", "Z0", "null" and similar.
[[nodiscard]] bool is_null_move(std::string_view token) noexcept;

/// A tag pair as the file writes it: backslashes before quotes stay in the value.
struct Tag {
  std::string_view name;
  std::string_view value;
};

/// How a part of a game's text was lost.
enum class FlawKind : std::uint8_t {
  open_comment,         ///< a '{' that is not closed: what follows in the game is lost
  run_on_comment,       ///< a '{' that only the end of the next comment closes, and moves after it are
                        ///< missing
  open_variation,       ///< a '(' that is not closed: what follows in the game is lost
  open_bracket,         ///< a '[' that is not closed on its line: the rest of the line is lost
  closing_brace,        ///< a '}' outside any comment
  closing_parenthesis,  ///< a ')' outside any variation
  unknown_word,         ///< a word between moves that is neither a move nor a usual remark
  moves_behind_result,  ///< moves that belong to no game
};

/// Where and how a part of a game's text was lost.
struct Flaw {
  FlawKind kind;
  std::string_view
      where;  ///< the opening sign, the word or the first move; moves after the result are not in text()
  std::size_t plies = 0;  ///< moves of the main line before it

  [[nodiscard]] std::string message() const;
};

/// A move number that is too high for the moves before it, so that a move seems to be missing.
struct MissingMove {
  std::string_view number;  ///< with its period
  std::size_t plies = 0;    ///< moves of the main line before it
};

/// `value` without the backslashes that escape quotes and backslashes.
[[nodiscard]] std::string unescaped(std::string_view value);

/// The text of one game as tags and moves. Nothing is checked by the rules of chess. All views point into the
/// text that the game was read from.
class GameText {
 public:
  /// From the first tag, or from the first move if there are no tags, to the end of the moves.
  [[nodiscard]] std::string_view text() const noexcept { return text_; }
  /// text() and what stands before it on its first line: a line tells whether the next one may begin a game.
  [[nodiscard]] std::string_view lines() const noexcept {
    return {text_.data() - column_, text_.size() + column_};
  }
  /// In the file's order, repeated ones included.
  [[nodiscard]] std::span<const Tag> tags() const noexcept { return tags_; }
  /// The first tag of this name; nothing if the tag is missing. A tag may also have an empty value.
  [[nodiscard]] std::optional<std::string_view> tag(KnownTag known) const noexcept;
  /// The first tag of any name; the case of ASCII letters does not matter.
  [[nodiscard]] std::optional<std::string_view> tag(std::string_view name) const noexcept;
  /// The moves of the main line as written, without move numbers and annotation marks.
  [[nodiscard]] std::span<const std::string_view> moves() const noexcept { return moves_; }
  /// The result of the Result tag, or of the marker at the end of the moves if the tag does not tell it.
  [[nodiscard]] GameResult result() const noexcept;
  /// The marker that ended the moves ("1-0", "*"); empty if there was none.
  [[nodiscard]] std::string_view termination() const noexcept { return termination_; }
  /// The text of the moves, with comments, variations and the marker at the end.
  [[nodiscard]] std::string_view move_text() const noexcept { return text_.substr(moves_at_); }
  /// How many variations the game has, nested ones included. moves() does not include them; GameTree reads
  /// them.
  [[nodiscard]] std::size_t variations() const noexcept { return variations_; }
  /// Whether any move has a NAG or one of the signs "!" and "?".
  [[nodiscard]] bool has_marks() const noexcept { return has_marks_; }
  /// The first flaw of each kind, in the order of the text.
  [[nodiscard]] std::span<const Flaw> flaws() const noexcept { return flaws_; }
  /// The first move number that is too high for the moves before it. Many games have wrong numbers and
  /// correct moves. But if a move after this number is illegal, then a move is missing before it, and the
  /// moves since then belong to the other side. This call reads the moves again.
  [[nodiscard]] std::optional<MissingMove> missing_move() const;

 private:
  friend class GameReader;

  void clear() noexcept;
  void add(Tag tag);

  std::string_view text_;
  std::size_t column_ = 0;    ///< number of bytes before it on its first line
  std::size_t moves_at_ = 0;  ///< where the moves begin in it
  std::vector<Tag> tags_;
  std::array<std::string_view, kKnownTags> known_{};  ///< no data: the tag is missing
  std::vector<std::string_view> moves_;
  std::string_view termination_;
  std::size_t variations_ = 0;
  bool has_marks_ = false;
  std::vector<Flaw> flaws_;
};

/// True if a Variant tag of this value means chess or Chess960 by any of their names, "From Position"
/// included; false for games that are to be skipped.
[[nodiscard]] bool is_chess(std::string_view variant);
/// Whether a game is chess or Chess960. A game without the tag is chess.
[[nodiscard]] bool is_chess(const GameText& game);

}  // namespace polyglot::pgn
