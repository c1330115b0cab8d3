// SPDX-License-Identifier: MIT
#include <polyglot/chess/notation.hpp>
#include <polyglot/pgn/game_reader.hpp>

#include "pgn/characters.hpp"
#include "pgn/game_start.hpp"
#include "pgn/move_lexer.hpp"
#include "pgn/move_text.hpp"

namespace polyglot::pgn {

/// Moves in the text between two games.
struct StrayMoves {
  std::string_view first;  ///< empty if there are none
  bool in_prose = false;   ///< they come after other words, or in a comment that is not closed
  std::size_t end = 0;     ///< after the word that shows that they are moves
};

namespace {

// ---- Tags -----------------------------------------------------------------------------------------------

/// A tag pair and the place after it.
struct TagPair {
  Tag tag;
  std::size_t end;
};

std::size_t next_line(std::string_view text, std::size_t line_end) noexcept {
  return line_end + (text.substr(line_end).starts_with("\r\n") ? 2 : 1);
}

/// The quote that ends a value on this line: the first one before "]" without a backslash; kNowhere if there
/// is none.
std::size_t closing_quote(std::string_view text, std::size_t at) noexcept {
  for (; at < text.size() && !is_line_end(text[at]); ++at) {
    if (text[at] == '"') {
      const std::size_t next = skip_blanks(text, at + 1);
      if (next < text.size() && text[next] == ']') return at;
    } else if (text[at] == '\\' && at + 1 < text.size() && !is_line_end(text[at + 1])) {
      ++at;
    }
  }
  return kNowhere;
}

TagPair closed(std::string_view text, std::string_view name, std::size_t from, std::size_t quote) noexcept {
  return {{name, text.substr(from, quote - from)}, text.find(']', quote) + 1};
}

/// Removes the line end from a value, and marks that were meant to close it.
std::string_view trimmed(std::string_view value) noexcept {
  const auto drop = [&](char mark) {
    while (!value.empty() && is_blank(value.back())) value.remove_suffix(1);
    if (value.ends_with(mark)) value.remove_suffix(1);
  };
  drop(']');
  drop('"');
  return value;
}

/// Reads the tag pair whose '[' is at `at`, where begins_tag() is true. Quotes within the value may lack
/// their backslash. A value that does not end on its line may end on the next one; otherwise it is the rest
/// of the line.
TagPair read_tag(std::string_view text, std::size_t at) noexcept {
  const std::size_t name_at = skip_blanks(text, at + 1);
  std::size_t from = name_at;
  while (from < text.size() && is_symbol_character(text[from])) ++from;
  const std::string_view name = text.substr(name_at, from - name_at);
  from = skip_blanks(text, from);
  if (from < text.size() && text[from] == '"') ++from;

  if (const std::size_t quote = closing_quote(text, from); quote != kNowhere)
    return closed(text, name, from, quote);
  const std::size_t line_end = end_of_line(text, from);
  if (line_end < text.size()) {
    const std::size_t second = next_line(text, line_end);
    const std::size_t quote = closing_quote(text, second);
    if (quote != kNowhere && text[second] != '[') return closed(text, name, from, quote);
  }
  return {{name, trimmed(text.substr(from, line_end - from))}, line_end};
}

/// Whether a tag at `at` follows on the next line after the usual end of another one. Then it begins no game,
/// and the costly follows_game() is not needed.
bool is_on_next_line(std::string_view text, std::size_t tag_end, std::size_t at) noexcept {
  const std::string_view between = text.substr(tag_end, at - tag_end);
  return (between == "\n" || between == "\r\n") && text.substr(0, tag_end).ends_with("\"]");
}

// ---- Moves between games --------------------------------------------------------------------------------

/// Finds moves between games: two words in a row that look like moves. Move numbers do not count. One such
/// word is enough before a result, or on the last line of the previous game. Comments, variations, brackets
/// and HTML tags are skipped.
class StrayMoveFinder : private MoveLexer<StrayMoveFinder> {
 public:
  StrayMoveFinder(std::string_view text, bool behind_game) : MoveLexer(text, 0) {
    line();
    in_row_ = behind_game ? 1 : 0;
  }

  StrayMoves find() {
    while (at_ < text_.size() && !done_ && in_row_ < 2) {
      const char c = text_[at_];
      if (c == '<') {
        at_ = std::min(text_.find_first_of(">\r\n", at_), text_.size());
      } else if (c == '{' && comment_is_open_) {
        ++at_;
      } else {
        step();
      }
    }
    if (in_row_ < 2) return {};
    return {.first = first_, .in_prose = in_prose_ || comment_is_open_, .end = at_};
  }

 private:
  friend MoveLexer;

  void on_word(std::size_t begin, bool) {
    const std::string_view word = without_assessment(text_.substr(begin, at_ - begin));
    if (!chess::looks_like_move(word)) {
      in_row_ = 0;
      first_ = {};
      in_prose_ = true;
      return;
    }
    if (first_.empty()) first_ = word;
    ++in_row_;
  }

  /// "Nf3 *" is a game of one move.
  void on_termination(std::size_t) noexcept {
    if (!first_.empty() && !in_prose_) in_row_ = 2;
  }

  void on_line() noexcept {
    if (first_.empty()) in_row_ = 0;
  }

  /// The text of a comment that is not closed may hold moves.
  void on_comment(std::size_t begin, const SkippedComment& comment) noexcept {
    if (comment.is_closed) return;
    comment_is_open_ = true;
    at_ = begin + 1;
  }

  void on_null_move(std::size_t) noexcept {}
  [[nodiscard]] static bool on_number(std::size_t) noexcept { return true; }
  void on_flaw(FlawKind, std::size_t) noexcept {}

  std::string_view first_;  ///< the first of the moves in a row
  unsigned in_row_ = 0;
  bool comment_is_open_ = false;
  bool in_prose_ = false;
};

// ---- Where games begin ----------------------------------------------------------------------------------

/// How much text the first search for the next game covers. The text between two games is usually shorter.
constexpr std::size_t kFirstWindow = 64;

bool at_line_start(std::string_view text, std::size_t at) noexcept {
  return at == 0 || is_line_end(text[at - 1]) || text.substr(0, at).ends_with(kByteOrderMark);
}

/// Whether "1." or "12 ..." stands here. At the start of a line it begins moves without tags.
bool begins_move_number(std::string_view text, std::size_t at) noexcept {
  const std::size_t i = skip_blanks(text, skip_digits(text, at));
  if (i == text.size() || text[i] != '.') return false;
  while (at > 0 && !is_line_end(text[at - 1])) {
    const std::size_t length = space_before(text, at);
    if (length == 0) break;
    at -= length;
  }
  return at_line_start(text, at);
}

/// The place after a comment or an escaped line that begins here; `at` if none begins.
std::size_t skip_remark(std::string_view text, std::size_t at) noexcept {
  if (text[at] == '{') return skip_comment(text, at).end;
  const bool to_line_end = text[at] == ';' || (text[at] == '%' && at_line_start(text, at));
  return to_line_end ? end_of_line(text, at) : at;
}

/// Returns the beginning of the next game. Skips anything between games.
std::size_t find_game(std::string_view text, std::size_t at) noexcept {
  while (at < text.size()) {
    if (text[at] == '[' && begins_tag(text, at)) return at;
    if (is_digit(text[at])) {
      if (begins_move_number(text, at)) return at;
      at = skip_digits(text, at);
      continue;
    }
    const std::size_t behind = skip_remark(text, at);
    at = behind == at ? at + 1 : behind;
  }
  return at;
}

/// The beginning of the game with this first move, the move number included; kNowhere if the move cannot be
/// the first of a game.
std::size_t start_of_game(std::string_view text, std::string_view first_move) {
  if (chess::read_san(chess::Position(), first_move).is_null()) return kNowhere;
  const auto at = static_cast<std::size_t>(first_move.data() - text.data());
  const std::string_view number = number_before(text, at);
  const auto begin = static_cast<std::size_t>(number.data() - text.data());
  if (number.empty() || (begin > 0 && !is_space(text[begin - 1]))) return at;
  return number == "1" ? begin : kNowhere;
}

/// The text up to `end`. If the line there begins with a '[' after `at`, the text up to the end of that line:
/// only the complete line shows whether it is a tag.
std::string_view window_of(std::string_view text, std::size_t at, std::size_t end) noexcept {
  if (end >= text.size()) return text;
  const std::size_t line_end = text.substr(at, end - at).find_last_of("\r\n");
  const std::size_t line = line_end == kNowhere ? at : at + line_end + 1;
  const bool is_cut = line < end && text[line] == '[' && at_line_start(text, line);
  return text.substr(0, is_cut ? end_of_line(text, end) : end);
}

}  // namespace

GameReader::GameReader(std::string_view text, std::uint64_t first_line)
    : text_(text), line_(first_line), first_line_(first_line) {
  (void)find_next(0, false);
}

/// Goes on to the next game, which may have no tags. Returns moves before it that belong to no game.
///
/// It searches windows of doubling size. A game without tags may begin right here, and a text of such games
/// has no tag that would end a search early. With windows the time is linear in the distance to the game.
std::string_view GameReader::find_next(std::size_t at, bool behind_game) {
  for (std::size_t size = kFirstWindow;; size *= 2) {
    const std::string_view window = window_of(text_, at, at + size);
    searched_ += window.size() - at;
    const bool is_whole = window.size() == text_.size();
    if (const std::size_t game = find_game(window, at); is_whole || game < window.size())
      return go_to_game(at, is_whole ? game : find_game(text_, at), behind_game);
    const StrayMoves moves = StrayMoveFinder(window.substr(at), behind_game).find();
    // Text after the window could still change the last word.
    if (moves.first.empty() || at + moves.end + kLongestMove > window.size()) continue;
    if (begin_at(moves, at)) return {};
  }
}

/// Does what find_next() does if the tag or number that begins the next game is at `game`.
std::string_view GameReader::go_to_game(std::size_t at, std::size_t game, bool behind_game) {
  at_ = game;
  const StrayMoves moves = StrayMoveFinder(text_.substr(at, game - at), behind_game).find();
  return moves.first.empty() || begin_at(moves, at) ? std::string_view() : moves.first;
}

/// True if a game begins with these moves. They are not before `at`.
bool GameReader::begin_at(const StrayMoves& moves, std::size_t at) {
  const std::size_t start = moves.in_prose ? kNowhere : start_of_game(text_, moves.first);
  if (start == kNowhere || start < at) return false;
  at_ = start;
  return true;
}

bool GameReader::next(GameText& game) {
  game.clear();
  const std::size_t begin = at_;
  if (begin == text_.size()) return false;
  const MoveTextStart start = read_tags(game, begin);
  const bool next_begins = start.at < text_.size() && text_[start.at] == '[' && begins_tag(text_, start.at);
  const MoveTextEnd end =
      next_begins ? MoveTextEnd{.at = start.at} : read_moves(text_, start, game.moves_, game.flaws_);
  game.termination_ = end.termination;
  game.has_guessed_end_ = end.is_guessed;
  game.variations_ = end.variations;
  game.has_marks_ = end.has_marks;
  game.moves_at_ = start.at - begin;
  game.text_ = text_.substr(begin, end.at - begin);
  game.column_ = column_of(begin);
  if (end.is_guessed) {
    at_ = end.at;
    finish_flaws(game, {});
  } else {
    finish_flaws(game, find_next(end.at, true));
  }
  return true;
}

/// Returns how far into its line a game begins. Looks only at the text since the last game, as a line may
/// hold many.
std::size_t GameReader::column_of(std::size_t game) noexcept {
  const std::size_t line_end = text_.substr(last_at_, game - last_at_).find_last_of("\r\n");
  if (line_end != kNowhere) line_begin_ = last_at_ + line_end + 1;
  last_at_ = game;
  return game - line_begin_;
}

/// `lost` are moves that belong neither to the game nor to the next one.
void GameReader::finish_flaws(GameText& game, std::string_view lost) {
  if (!lost.empty())
    note(game.flaws_, {.kind = FlawKind::moves_behind_result, .where = lost, .plies = game.moves_.size()});
  // A flaw about an open variation is added at the end of the game, so the flaws have to be sorted.
  if (game.flaws_.size() > 1)
    std::ranges::sort(game.flaws_, std::less<>(), [](const Flaw& flaw) { return flaw.where.data(); });
}

MoveTextStart GameReader::read_tags(GameText& game, std::size_t at) const {
  std::size_t tag_end = 0;  // of the last tag
  std::string_view doubt;
  while (at < text_.size()) {
    const char c = text_[at];
    if (const std::size_t space = space_at(text_, at); space > 0) {
      at += space;
    } else if (c == '[' && begins_tag(text_, at)) {
      const bool next_game = tag_end > 0 && !is_on_next_line(text_, tag_end, at) &&
                             at_line_start(text_, at) && follows_game(text_, at);
      if (next_game) break;
      const TagPair pair = read_tag(text_, at);
      game.add(pair.tag);
      at = tag_end = pair.end;
    } else if (c == '[') {
      // A tag without a value: the tags after it still count.
      const std::string_view bracket = text_.substr(at, 1);
      at = end_of_brackets(text_, at);
      if (at < text_.size() && text_[at] == ']')
        ++at;
      else
        note(game.flaws_, {.kind = FlawKind::open_bracket, .where = bracket});
    } else if (c == '{') {
      const std::string_view brace = text_.substr(at, 1);
      const SkippedComment comment = skip_comment(text_, at);
      if (!comment.is_closed) note(game.flaws_, {.kind = FlawKind::open_comment, .where = brace});
      if (comment.holds_another && doubt.empty()) doubt = brace;
      at = comment.end;
    } else {
      const std::size_t behind = skip_remark(text_, at);
      if (behind == at) break;
      at = behind;
    }
  }
  return {.at = at, .doubt = doubt, .has_position = game.tag(KnownTag::fen).has_value()};
}

std::uint64_t GameReader::line_of(std::string_view part) noexcept {
  const auto at = static_cast<std::size_t>(part.data() - text_.data());
  if (at < line_at_) {
    line_at_ = 0;
    line_ = first_line_;
  }
  line_ += count_lines(text_.substr(line_at_, at - line_at_));
  line_at_ = at;
  return line_;
}

}  // namespace polyglot::pgn
