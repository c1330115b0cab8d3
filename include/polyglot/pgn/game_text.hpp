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

#include <polyglot/result.hpp>

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

/// Returns the result as PGN writes it: "1-0"; "*" for an unknown one.
[[nodiscard]] std::string_view name_of(GameResult result) noexcept;

/// Returns the result that a text means; unknown if it is not a result. It reads "1-0", "0-1", "1/2-1/2" and
/// "1/2", also with blanks, with a colon, a dash or a minus sign, and "½" or "0.5" for a half.
[[nodiscard]] GameResult result_of(std::string_view text) noexcept;

/// Returns true if a word is a null move, as analyses write it: "--", "Z0", "null" and similar.
[[nodiscard]] bool is_null_move(std::string_view token) noexcept;

/// A tag pair as the file has it: the value keeps backslashes before quotes.
struct Tag {
  std::string_view name;
  std::string_view value;
};

/// The damage by which a part of a game's text is lost.
enum class FlawKind : std::uint8_t {
  open_comment,         ///< a '{' that is not closed: what follows in the game is lost
  run_on_comment,       ///< a '{' that the end of the next comment closes; moves after it are missing
  open_variation,       ///< a '(' that is not closed: what follows in the game is lost
  open_bracket,         ///< a '[' that is not closed on its line: the rest of the line is lost
  closing_brace,        ///< a '}' outside any comment
  closing_parenthesis,  ///< a ')' outside any variation
  unknown_word,         ///< a word between moves that is neither a move nor a usual remark
  moves_behind_result,  ///< moves that belong to no game
};

/// A place where a part of a game's text is lost.
struct Flaw {
  FlawKind kind;
  /// The opening sign, the word or the first move; moves after the result are not in text().
  std::string_view where;
  std::size_t plies = 0;  ///< moves of the main line before it

  [[nodiscard]] std::string message() const;
};

/// A move number that is too high for the moves before it. A move seems to be missing there.
struct MissingMove {
  std::string_view number;  ///< the number with its period
  std::size_t plies = 0;    ///< moves of the main line before it
};

/// Returns `value` without the backslashes that escape quotes and backslashes.
[[nodiscard]] std::string unescaped(std::string_view value);

/// The text of one game as tags and moves. The rules of chess are not checked. All views point into the text
/// that the game was read from, which must outlive the object.
class GameText {
 public:
  /// Returns the text from the first tag (or the first move, if there are no tags) to the last move.
  [[nodiscard]] std::string_view text() const noexcept { return text_; }
  /// Returns text(), and what stands before it on its first line. A reader needs the whole line to decide
  /// whether the next one may begin a game.
  [[nodiscard]] std::string_view lines() const noexcept {
    return {text_.data() - column_, text_.size() + column_};
  }
  /// Returns all tags in the order of the file, including repeated ones.
  [[nodiscard]] std::span<const Tag> tags() const noexcept { return tags_; }
  /// Returns the value of the first tag of this name; nothing if the tag is missing. The value may be empty.
  [[nodiscard]] std::optional<std::string_view> tag(KnownTag known) const noexcept;
  /// Returns the value of the first tag of any name, in any case of ASCII letters.
  [[nodiscard]] std::optional<std::string_view> tag(std::string_view name) const noexcept;
  /// Returns the moves of the main line as written, without move numbers and annotation marks.
  [[nodiscard]] std::span<const std::string_view> moves() const noexcept { return moves_; }
  /// Returns the result of the Result tag, or else of the marker at the end of the moves.
  [[nodiscard]] GameResult result() const noexcept;
  /// Returns the marker that ended the moves ("1-0", "*"); empty if there was none.
  [[nodiscard]] std::string_view termination() const noexcept { return termination_; }
  /// Returns true if there was no such marker, and move number 1 with a first move of chess showed that the
  /// next game begins.
  [[nodiscard]] bool has_guessed_end() const noexcept { return has_guessed_end_; }
  /// Returns the text of the moves, with comments, variations and the marker at the end.
  [[nodiscard]] std::string_view move_text() const noexcept { return text_.substr(moves_at_); }
  /// Returns the number of variations, including nested ones. moves() does not include them; GameTree reads
  /// them.
  [[nodiscard]] std::size_t variations() const noexcept { return variations_; }
  /// Returns true if any move has a NAG or one of the signs "!" and "?".
  [[nodiscard]] bool has_marks() const noexcept { return has_marks_; }
  /// Returns the first flaw of each kind, in the order of the text.
  [[nodiscard]] std::span<const Flaw> flaws() const noexcept { return flaws_; }
  /// Returns the first move number that is too high for the moves before it. Many games have wrong numbers
  /// and correct moves. But if a move after this number is illegal, a move is missing before it, and the
  /// later moves belong to the other side. Cost: it reads the moves again.
  [[nodiscard]] std::optional<MissingMove> missing_move() const;

 private:
  friend class GameReader;

  void clear() noexcept;
  void add(Tag tag);

  std::string_view text_;
  std::size_t column_ = 0;    ///< number of bytes before text_ on its first line
  std::size_t moves_at_ = 0;  ///< where the moves begin in text_
  std::vector<Tag> tags_;
  std::array<std::string_view, kKnownTags> known_{};  ///< null data: the tag is missing
  std::vector<std::string_view> moves_;
  std::string_view termination_;
  bool has_guessed_end_ = false;
  std::size_t variations_ = 0;
  bool has_marks_ = false;
  std::vector<Flaw> flaws_;
};

/// Returns the moves of a line that somebody has typed or copied, as views into `text`. The text is that of a
/// game: numbers, comments, marks, variations and usual remarks are left out, and a result ends it. All other
/// words are moves, legal or not. Error: the text is damaged, or more than one line.
[[nodiscard]] Result<std::vector<std::string_view>> read_line(std::string_view text);

/// Returns the text with a space for each blank of Unicode.
[[nodiscard]] std::string with_plain_blanks(std::string_view text);

/// Returns the value of a tag as text in UTF-8, without the backslashes that escape. A value that is not
/// UTF-8 is in Latin-1, the standard's character set.
[[nodiscard]] std::string plain_text(std::string_view value);

/// Returns true if a Variant tag of this value means chess or Chess960 by any of their names, "From Position"
/// included. Other games are to be skipped.
[[nodiscard]] bool is_chess(std::string_view variant);
/// Returns true if a game is chess or Chess960. A game without the tag is chess.
[[nodiscard]] bool is_chess(const GameText& game);

}  // namespace polyglot::pgn
