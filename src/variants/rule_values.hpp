// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

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

/// A word and its value.
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

// Each of these functions writes into the rules.
void read_number(std::string_view text, int& number);
/// Reads ranks, such as `2-7` or `1,8`.
void read_rank_list(std::string_view text, RankSet& ranks);
void read_judgement(std::string_view text, std::optional<Judgement>& judgement);
/// Reads the letter of a piece.
void read_kind(const Rules& rules, std::string_view letter, Kind& kind);
/// Reads the letters of several pieces, such as `QRBN` or `Q~R~`.
void read_kinds(const Rules& rules, std::string_view text, std::vector<Kind>& kinds);
/// Reads `e:gc d:fb`: the king castles from e to g or c, and from d to f or b. `*` means any file. `e` means
/// rights without castling.
void read_castling(std::string_view text, Castling& castling);
/// Reads an area, such as `d1-f3`.
void read_area(const BoardSize& board, std::string_view text, Area& area);
/// Reads squares, such as `d4 e4`.
void read_squares(const BoardSize& board, std::string_view text, SquareSet& squares);
/// Reads the steps of a shuffle, such as `B/B Q NN RKR`.
void read_shuffle(const Rules& rules, std::string_view text, std::vector<ShuffleStep>& steps);
/// Reads `4 draw`: the number of times that a position must occur, and the result.
void read_repetition(std::string_view text, HistoryRules& history);
/// Reads a number of moves, or `-` for no limit.
void read_limit(std::string_view text, int& limit);

}  // namespace polyglot::variants
