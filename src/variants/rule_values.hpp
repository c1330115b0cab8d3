// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "variants/rule_words.hpp"
#include "variants/rules.hpp"

/// Readers for values of variants.ini that are not one word of a list. Each writes into the rules.
namespace polyglot::variants {

/// The value that removes an inherited one.
inline constexpr std::string_view kNothing = "-";

[[nodiscard]] Problem read_number(std::string_view text, int& number);
/// Reads ranks as `2-7` or `1 8`.
[[nodiscard]] Problem read_rank_list(std::string_view text, RankSet& ranks);
[[nodiscard]] Problem read_judgement(std::string_view text, std::optional<Judgement>& judgement);
/// Reads the letter of a piece.
[[nodiscard]] Problem read_kind(const Rules& rules, std::string_view letter, Kind& kind);
/// Reads letters of pieces in a row, as `QRBN` or `Q~R~`.
[[nodiscard]] Problem read_kinds(const Rules& rules, std::string_view text, std::vector<Kind>& kinds);
/// Reads `e:gc d:fb`: from the e-file to g or c, from d to f or b; `*` for any file. `e`: rights without
/// castling.
[[nodiscard]] Problem read_castling(std::string_view text, Castling& castling);
/// `d1-f3`.
[[nodiscard]] Problem read_area(const BoardSize& board, std::string_view text, Area& area);
/// `d4 e4`.
[[nodiscard]] Problem read_squares(const BoardSize& board, std::string_view text, SquareSet& squares);
/// `B/B Q NN RKR`.
[[nodiscard]] Problem read_shuffle(const Rules& rules, std::string_view text,
                                   std::vector<ShuffleStep>& steps);
/// Reads `4 draw`: the result if a position occurs so often.
[[nodiscard]] Problem read_repetition(std::string_view text, HistoryRules& history);
/// Reads a number of moves, or "none".
[[nodiscard]] Problem read_limit(std::string_view text, int& limit);

}  // namespace polyglot::variants
