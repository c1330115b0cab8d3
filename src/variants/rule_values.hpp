// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "variants/rule_words.hpp"
#include "variants/rules.hpp"

/// Values of variants.ini that are more than one word of some, each read into the rules it belongs to.
namespace polyglot::variants {

/// A value that takes away what another section says.
inline constexpr std::string_view kNothing = "-";

[[nodiscard]] Problem read_number(std::string_view text, int& number);
/// Ranks as `2-7` or `1 8`.
[[nodiscard]] Problem read_rank_list(std::string_view text, RankSet& ranks);
[[nodiscard]] Problem read_judgement(std::string_view text, std::optional<Judgement>& judgement);
/// A letter of a piece.
[[nodiscard]] Problem read_kind(const Rules& rules, std::string_view letter, Kind& kind);
/// Letters in a row, as `QRBN` or `Q~R~`.
[[nodiscard]] Problem read_kinds(const Rules& rules, std::string_view text, std::vector<Kind>& kinds);
/// `e:gc d:fb`: from the e-file to g or c, from d to f or b; `*` for any file. `e`: rights without castling.
[[nodiscard]] Problem read_castling(std::string_view text, Castling& castling);
/// `d1-f3`.
[[nodiscard]] Problem read_area(const BoardSize& board, std::string_view text, Area& area);
/// `d4 e4`.
[[nodiscard]] Problem read_squares(const BoardSize& board, std::string_view text, SquareSet& squares);
/// `B/B Q NN RKR`.
[[nodiscard]] Problem read_shuffle(const Rules& rules, std::string_view text,
                                   std::vector<ShuffleStep>& steps);
/// `4 draw`: what comes of it if a position occurs so often.
[[nodiscard]] Problem read_repetition(std::string_view text, HistoryRules& history);
/// A number of moves, or none.
[[nodiscard]] Problem read_limit(std::string_view text, int& limit);

}  // namespace polyglot::variants
