// SPDX-License-Identifier: MIT
#include <polyglot/json_text.hpp>
#include <polyglot/pgn/game_text.hpp>

#include "pgn/characters.hpp"
#include "pgn/move_text.hpp"

namespace polyglot::pgn {
namespace {

/// In the order of KnownTag.
constexpr std::array<std::string_view, kKnownTags> kTagNames = {
    "Event", "Site",    "Date",     "Round",    "White", "Black",       "Result",  "FEN",
    "SetUp", "Variant", "WhiteElo", "BlackElo", "ECO",   "TimeControl", "UTCDate", "PlyCount",
};

constexpr std::array<std::string_view, 8> kNullMoves = {"--",   "Z0",   "null", "NULL",
                                                        "Null", "pass", "0000", "@@@@"};

/// Lower case, letters and digits only.
constexpr std::array<std::string_view, 17> kChessNames = {
    "",         "standard",     "standardchess", "chess",
    "normal",   "regular",      "classic",       "classical",
    "orthodox", "fromposition", "chess960",      "960",
    "frc",      "fischerandom", "fischerrandom", "fischerrandomchess",
    "wildfr",
};

std::string folded(std::string_view name) {
  std::string text;
  for (const char c : name) {
    if (is_letter(c) || is_digit(c)) text += to_lower(c);
  }
  return text;
}

/// The scores of a player, with their half points. Longer ones come first, because they begin with shorter
/// ones.
constexpr std::array<std::pair<std::string_view, int>, 7> kScores = {
    {{"1/2", 1}, {"0.5", 1}, {"0,5", 1}, {"½", 1}, {"\xBD", 1}, {"1", 2}, {"0", 0}}};

std::optional<int> take_score(std::string_view& text) noexcept {
  for (const auto& [score, half_points] : kScores) {
    if (!text.starts_with(score)) continue;
    text.remove_prefix(score.size());
    return half_points;
  }
  return std::nullopt;
}

/// Removes a sign between scores, and blanks around it. A line may end there.
bool take_sign(std::string_view& text) noexcept {
  const std::size_t at = skip_space(text, 0);
  const std::size_t sign = text.substr(at).starts_with(':') ? 1 : dash_length(text.substr(at));
  text.remove_prefix(skip_space(text, at + sign));
  return sign > 0;
}

}  // namespace

WrittenResult read_result(std::string_view text) noexcept {
  constexpr std::string_view kHalf = "1/2";
  std::string_view rest = text;
  const auto white = take_score(rest);
  if (!white) return {};
  if (take_sign(rest)) {
    const auto black = take_score(rest);
    constexpr int kBoth = 2;
    if (black && *white + *black == kBoth)
      return {*white == 2   ? GameResult::white_wins
              : *white == 1 ? GameResult::draw
                            : GameResult::black_wins,
              text.size() - rest.size()};
  }
  if (text.starts_with(kHalf)) return {GameResult::draw, kHalf.size()};
  return {};
}

std::string_view name_of(GameResult result) noexcept {
  switch (result) {
    case GameResult::white_wins:
      return "1-0";
    case GameResult::black_wins:
      return "0-1";
    case GameResult::draw:
      return "1/2-1/2";
    case GameResult::unknown:
      break;
  }
  return "*";
}

GameResult result_of(std::string_view text) noexcept {
  // The usual texts first, because games are read by the million.
  if (text == "1-0") return GameResult::white_wins;
  if (text == "0-1") return GameResult::black_wins;
  if (text == "1/2-1/2") return GameResult::draw;
  if (text.empty() || text == "*") return GameResult::unknown;
  text.remove_prefix(skip_space(text, 0));
  while (const std::size_t blank = space_before(text, text.size())) text.remove_suffix(blank);
  const WrittenResult written = read_result(text);
  return written.length == text.size() ? written.result : GameResult::unknown;
}

bool is_null_move(std::string_view token) noexcept {
  return std::ranges::find(kNullMoves, token) != kNullMoves.end();
}

bool is_chess(std::string_view variant) {
  // "?" and "-" stand for values that are not known.
  return std::ranges::find(kChessNames, folded(variant)) != kChessNames.end();
}

/// On FICS, games of wild/0 to wild/8a are chess from another position, which the FEN tag has.
bool is_chess(const GameText& game) {
  const auto variant = game.tag(KnownTag::variant);
  if (!variant || is_chess(*variant)) return true;
  const std::string name = folded(*variant);
  const bool is_wild = name == "wild8a" || (name.size() == 5 && name.starts_with("wild") && name[4] <= '8');
  return is_wild && game.tag(KnownTag::fen);
}

std::string Flaw::message() const {
  switch (kind) {
    case FlawKind::open_comment:
      return "a comment that begins here is not closed; what follows in the game is lost";
    case FlawKind::run_on_comment:
      return "a comment that begins here is not closed before the next one; moves in it are lost";
    case FlawKind::open_variation:
      return "a variation that begins here is not closed; what follows in the game is lost";
    case FlawKind::open_bracket:
      return "a [ is not closed; the rest of the line is lost";
    case FlawKind::closing_brace:
      return "a } closes no comment; text that was one may have been read as moves";
    case FlawKind::closing_parenthesis:
      return "a ) closes no variation; moves of one may have been read as moves of the game";
    case FlawKind::unknown_word:
      return '"' + std::string(where) + "\" is not a move and is skipped";
    case FlawKind::moves_behind_result:
      return "moves after the result of the game are lost";
  }
  return "";
}

std::string unescaped(std::string_view value) {
  if (value.find('\\') == value.npos) return std::string(value);
  std::string text;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const bool escapes =
        value[i] == '\\' && i + 1 < value.size() && (value[i + 1] == '"' || value[i + 1] == '\\');
    text += value[escapes ? ++i : i];
  }
  return text;
}

std::string with_plain_blanks(std::string_view text) {
  std::string plain;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t blank = wide_blank(text, at);
    plain += blank > 0 ? ' ' : text[at];
    at += std::max<std::size_t>(blank, 1);
  }
  return plain;
}

std::string plain_text(std::string_view value) {
  const std::string text = unescaped(value);
  if (valid_utf8(text) == text) return text;
  std::string utf8;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (!is_ascii(c)) utf8 += static_cast<char>(0xC0 | (byte >> 6));
    utf8 += is_ascii(c) ? c : static_cast<char>(0x80 | (byte & 0x3F));
  }
  return utf8;
}

std::optional<std::string_view> GameText::tag(KnownTag known) const noexcept {
  const std::string_view value = known_[static_cast<std::size_t>(known)];
  return value.data() == nullptr ? std::nullopt : std::optional(value);
}

std::optional<std::string_view> GameText::tag(std::string_view name) const noexcept {
  const auto found =
      std::ranges::find_if(tags_, [&](const Tag& tag) { return equal_ignoring_case(tag.name, name); });
  return found == tags_.end() ? std::nullopt : std::optional(found->value);
}

GameResult GameText::result() const noexcept {
  const GameResult tagged = result_of(tag(KnownTag::result).value_or(""));
  return tagged == GameResult::unknown ? result_of(termination_) : tagged;
}

std::optional<MissingMove> GameText::missing_move() const {
  return find_missing_move(lines(),
                           {.at = column_ + moves_at_, .has_position = tag(KnownTag::fen).has_value()});
}

void GameText::clear() noexcept {
  text_ = {};
  column_ = 0;
  tags_.clear();
  known_ = {};
  moves_.clear();
  termination_ = {};
  has_guessed_end_ = false;
  variations_ = 0;
  has_marks_ = false;
  flaws_.clear();
}

void GameText::add(Tag tag) {
  tags_.push_back(tag);
  for (std::size_t i = 0; i < kTagNames.size(); ++i) {
    if (!equal_ignoring_case(tag.name, kTagNames[i])) continue;
    if (known_[i].data() == nullptr) known_[i] = tag.value;
    return;
  }
}

}  // namespace polyglot::pgn
