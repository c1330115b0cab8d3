// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/ascii.hpp>
#include <polyglot/result.hpp>

#include "variants/rules.hpp"

/// The words of variants.ini and their meanings, and readers for values that are not one word of a list. The
/// readers throw a Failure about a wrong value.
namespace polyglot::variants {

/// The parts of a text without blanks around them. Empty parts are omitted.
inline std::vector<std::string> words_of(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    std::string_view part = text.substr(0, text.find(separator));
    text.remove_prefix(std::min(part.size() + 1, text.size()));
    part.remove_prefix(std::min(part.find_first_not_of(' '), part.size()));
    part = part.substr(0, part.find_last_not_of(' ') + 1);
    if (!part.empty()) parts.emplace_back(part);
  }
  return parts;
}

inline std::string in_quotes(std::string_view text) {
  std::string quoted = "\"";
  return quoted.append(text).append("\"");
}

template <class Value>
struct Word {
  std::string_view text;
  Value value;
};

template <class Value, std::size_t kSize>
void read_word(std::string_view text, const Word<Value> (&words)[kSize], Value& value) {
  std::string known;
  for (const Word<Value>& word : words) {
    if (word.text == text) {
      value = word.value;
      return;
    }
    known.append(known.empty() ? "" : ", ").append(word.text);
  }
  throw Failure(in_quotes(text).append(" is none of: ").append(known));
}

inline constexpr Word<bool> kYesNo[] = {{"yes", true}, {"no", false}};
inline constexpr Word<CaptureGoesTo> kCaptureOwners[] = {{"nobody", CaptureGoesTo::nobody},
                                                         {"capturer", CaptureGoesTo::capturer},
                                                         {"owner", CaptureGoesTo::owner}};
inline constexpr Word<PromotionMoment> kPromotionMoments[] = {
    {"arriving", PromotionMoment::arriving},
    {"arriving or leaving", PromotionMoment::arriving_or_leaving},
    {"entering", PromotionMoment::entering}};
inline constexpr Word<RoyalSafety> kRoyalSafeties[] = {{"all", RoyalSafety::all},
                                                       {"last", RoyalSafety::last},
                                                       {"one", RoyalSafety::one},
                                                       {"none", RoyalSafety::none}};
inline constexpr Word<Judgement> kJudgements[] = {{"draw", Judgement::draw},
                                                  {"loss", Judgement::loss},
                                                  {"win", Judgement::win},
                                                  {"fewer pieces", Judgement::fewer_pieces}};
inline constexpr Word<RepetitionResult> kRepetitionResults[] = {
    {"draw", RepetitionResult::draw},
    {"loss", RepetitionResult::mover_loses},
    {"White loses", RepetitionResult::white_loses}};
inline constexpr Word<bool> kPerpetualChecks[] = {{"loss", true}, {"draw", false}};
inline constexpr Word<bool> kCastlingWays[] = {{"king takes rook", true}, {"king moves", false}};
inline constexpr Word<PromotionSource> kPromotionSources[] = {
    {"hand", PromotionSource::hand},
    {"anywhere", PromotionSource::anywhere},
    {"hand if there", PromotionSource::hand_if_there}};
inline constexpr Word<bool> kCaptureDuty[] = {{"forced", true}, {"free", false}};

/// This value removes an inherited value.
inline constexpr std::string_view kNothing = "-";

inline std::optional<int> file_of(char letter) {
  if (letter < 'a' || letter >= 'a' + kMaxFiles) return std::nullopt;
  return letter - 'a';
}

inline std::optional<Square> square_of(const BoardSize& board, std::string_view text) {
  const std::optional<int> file = text.empty() ? std::nullopt : file_of(text[0]);
  const std::optional<int> rank = text.empty() ? std::nullopt : parse_number<int>(text.substr(1));
  if (!file || !rank || *file >= board.files || *rank < 1 || *rank > board.ranks) return std::nullopt;
  return board.square(*file, *rank - 1);
}

// Each of these functions writes into the rules.

inline void read_number(std::string_view text, int& number) {
  const std::optional<int> read = parse_number<int>(text);
  if (!read || *read < 0) throw Failure(in_quotes(text) + " is not a number");
  number = *read;
}

/// Reads ranks, such as `2-7` or `1,8`.
inline void read_rank_list(std::string_view text, RankSet& ranks) {
  ranks = read_ranks(text).value();
}

inline void read_judgement(std::string_view text, std::optional<Judgement>& judgement) {
  judgement.reset();
  if (text != kNothing) read_word(text, kJudgements, judgement.emplace());
}

inline void read_kind(const Rules& rules, std::string_view letter, Kind& kind) {
  kind = rules.find(letter);
  if (kind == Kind::none) throw Failure("there is no piece " + in_quotes(letter));
}

/// Reads the letters of several pieces, such as `QRBN` or `Q~R~`.
inline void read_kinds(const Rules& rules, std::string_view text, std::vector<Kind>& kinds) {
  kinds.clear();
  if (text == kNothing) return;
  while (!text.empty()) {
    std::size_t size = text.front() == '+' ? 2 : 1;
    if (text.size() > size && text[size] == '~') ++size;
    read_kind(rules, text.substr(0, size), kinds.emplace_back(Kind::none));
    text.remove_prefix(std::min(size, text.size()));
  }
}

/// Reads `e:gc d:fb`: the king castles from e to g or c, and from d to f or b. `*` means any file. `e` means
/// rights without castling.
inline void read_castling(std::string_view text, Castling& castling) {
  castling.has_rights = text != kNothing;
  castling.ways.clear();
  if (!castling.has_rights) return;
  for (const std::string& word : words_of(text, ' ')) {
    const std::optional<int> from = file_of(word[0]);
    if (!from && word[0] != '*') throw Failure(in_quotes(word) + " does not begin with a file");
    if (!castling.king_file) castling.king_file = from;
    if (word.size() == 1) continue;
    const bool is_whole = word.size() == 4 && word[1] == ':';
    const std::optional<int> king_side = is_whole ? file_of(word[2]) : std::nullopt;
    const std::optional<int> queen_side = is_whole ? file_of(word[3]) : std::nullopt;
    if (!king_side || !queen_side)
      throw Failure(in_quotes(word) + " is not a way to castle, for example e:gc");
    castling.ways.push_back({from, {*king_side, *queen_side}});
  }
}

/// Reads an area, such as `d1-f3`.
inline void read_area(const BoardSize& board, std::string_view text, Area& area) {
  const std::size_t dash = text.find('-');
  const std::optional<Square> first = square_of(board, text.substr(0, dash));
  const std::optional<Square> last =
      dash == std::string_view::npos ? std::nullopt : square_of(board, text.substr(dash + 1));
  if (!first || !last) throw Failure(in_quotes(text) + " is not an area, for example d1-f3");
  area = {board.file(*first), board.file(*last), board.rank(*first), board.rank(*last)};
}

/// Reads squares, such as `d4 e4`.
inline void read_squares(const BoardSize& board, std::string_view text, SquareSet& squares) {
  squares = SquareSet();
  if (text == kNothing) return;
  for (const std::string& word : words_of(text, ' ')) {
    const std::optional<Square> square = square_of(board, word);
    if (!square) throw Failure(in_quotes(word) + " is not a square of the board");
    squares.insert(*square);
  }
}

/// Reads one word of a shuffle: `B/B`, `RKR`, `[QRB]`.
inline void read_shuffle_step(const Rules& rules, std::string_view word, ShuffleStep& step) {
  using Placing = ShuffleStep::Placing;
  step.placing = Placing::anywhere;
  if (word.starts_with('[') && word.ends_with(']')) {
    step.placing = Placing::chosen;
    return read_kinds(rules, word.substr(1, word.size() - 2), step.kinds);
  }
  const std::size_t slash = word.find('/');
  if (slash == std::string_view::npos) return read_kinds(rules, word, step.kinds);
  step.placing = Placing::on_both_colours;
  step.kinds.resize(2);
  read_kind(rules, word.substr(0, slash), step.kinds[0]);
  read_kind(rules, word.substr(slash + 1), step.kinds[1]);
}

/// Reads the steps of a shuffle, such as `B/B Q NN RKR`.
inline void read_shuffle(const Rules& rules, std::string_view text, std::vector<ShuffleStep>& steps) {
  steps.clear();
  if (text == kNothing) return;
  for (const std::string& word : words_of(text, ' ')) read_shuffle_step(rules, word, steps.emplace_back());
}

/// Reads `4 draw`: the number of times that a position must occur, and the result.
inline void read_repetition(std::string_view text, HistoryRules& history) {
  history.repetitions = 0;
  if (text == kNothing) return;
  const std::size_t blank = std::min(text.find(' '), text.size());
  const std::optional<int> times = parse_number<int>(text.substr(0, blank));
  if (!times || *times < 2) throw Failure(in_quotes(text) + " does not begin with a number, 2 or more");
  history.repetitions = *times;
  text.remove_prefix(std::min(text.find_first_not_of(' ', blank), text.size()));
  read_word(text, kRepetitionResults, history.repetition_result);
}

/// Reads a number of moves, or `-` for no limit.
inline void read_limit(std::string_view text, int& limit) {
  limit = 0;
  if (text == kNothing) return;
  read_number(text, limit);
  if (limit == 0) throw Failure("the limit cannot be 0 moves; write - for no limit");
}

}  // namespace polyglot::variants
