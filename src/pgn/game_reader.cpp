#include <algorithm>

#include <polyglot/chess/notation.hpp>
#include <polyglot/pgn/game_reader.hpp>

#include "pgn/characters.hpp"
#include "pgn/comment.hpp"
#include "pgn/game_start.hpp"
#include "pgn/lines.hpp"
#include "pgn/move_text.hpp"
#include "pgn/stray_moves.hpp"
#include "pgn/tag_pair.hpp"

namespace polyglot::pgn {
namespace {

bool at_line_start(std::string_view text, std::size_t at) noexcept {
  return at == 0 || is_line_end(text[at - 1]) || text.substr(0, at).ends_with(kByteOrderMark);
}

/// "1." or "12 ..." at the start of a line begins moves without tags.
bool begins_move_number(std::string_view text, std::size_t at) noexcept {
  const std::size_t i = skip_blanks(text, skip_digits(text, at));
  if (i == text.size() || text[i] != '.') return false;
  while (at > 0 && is_blank(text[at - 1])) --at;
  return at_line_start(text, at);
}

/// The place behind a comment or an escaped line that begins here; `at` if none does.
std::size_t skip_remark(std::string_view text, std::size_t at) noexcept {
  if (text[at] == '{') return skip_comment(text, at).end;
  const bool to_line_end = text[at] == ';' || (text[at] == '%' && at_line_start(text, at));
  return to_line_end ? end_of_line(text, at) : at;
}

/// Where the next game begins, passing over whatever is between games.
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

/// Where a game begins whose first move this is, its number included; kNowhere if it cannot be that of a
/// game.
std::size_t start_of_game(std::string_view text, std::string_view first_move) {
  if (chess::read_san(chess::Position(), first_move).is_null()) return kNowhere;
  const auto at = static_cast<std::size_t>(first_move.data() - text.data());
  const std::string_view number = number_before(text, at);
  const auto begin = static_cast<std::size_t>(number.data() - text.data());
  if (number.empty() || (begin > 0 && !is_space(text[begin - 1]))) return at;
  return number == "1" ? begin : kNowhere;
}

}  // namespace

GameReader::GameReader(std::string_view text, std::uint64_t first_line)
    : text_(text), line_(first_line), first_line_(first_line) {
  (void)find_next(0, false);
}

/// Goes on to the next game, which may have no tags. Returns moves before it that belong to none.
std::string_view GameReader::find_next(std::size_t at, bool behind_game) {
  at_ = find_game(text_, at);
  const StrayMoves moves = moves_between_games(text_.substr(at, at_ - at), behind_game);
  if (moves.first.empty()) return {};
  const std::size_t start = moves.in_prose ? kNowhere : start_of_game(text_, moves.first);
  if (start == kNowhere || start < at) return moves.first;
  at_ = start;
  return {};
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
  game.moves_at_ = start.at - begin;
  game.text_ = text_.substr(begin, end.at - begin);
  finish_flaws(game, find_next(end.at, true));
  return true;
}

/// `lost` are moves that belong neither to the game nor to the next one.
void GameReader::finish_flaws(GameText& game, std::string_view lost) {
  if (!lost.empty())
    note(game.flaws_, {.kind = FlawKind::moves_behind_result, .where = lost, .plies = game.moves_.size()});
  // A variation is known to be open only at its end.
  if (game.flaws_.size() > 1)
    std::ranges::sort(game.flaws_, std::less<>(), [](const Flaw& flaw) { return flaw.where.data(); });
}

MoveTextStart GameReader::read_tags(GameText& game, std::size_t at) const {
  bool after_tag = false;
  std::string_view doubt;
  while (at < text_.size()) {
    const char c = text_[at];
    if (is_space(c)) {
      ++at;
    } else if (c == '[' && begins_tag(text_, at)) {
      const bool next_game = after_tag && at_line_start(text_, at) && follows_game(text_, at);
      if (next_game) break;
      const TagPair pair = read_tag(text_, at);
      game.add(pair.tag);
      at = pair.end;
      after_tag = true;
    } else if (c == '[') {
      // A tag without a value: the ones behind it still count.
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
