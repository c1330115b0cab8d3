// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/book/raw_entry.hpp>
#include <polyglot/game/position.hpp>
#include <polyglot/game/rules.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// Returns a value for CSV, in quotation marks if it has commas, as the two steps of a Lion. It must not have
/// such marks.
[[nodiscard]] std::string csv_field(const std::string& text);

/// The name of a position's opening; both are empty if it has no name.
struct OpeningName {
  std::string_view eco = {};
  std::string_view name = {};
};

/// A text format to which books are written, position by position. Source: docs/tools.md, "dump-book".
struct TextFormat {
  std::string_view begin;
  std::string_view separator;  ///< between two positions
  std::string_view end;
  /// Returns the text of all records of one key. Those of the header have key 0; XBoard's closing record is
  /// the last. `position` is null if only the key is known. Only JSON has the opening.
  std::string (*position)(std::span<const RawEntry> records, const game::Rules& rules,
                          const game::Position* position, const OpeningName& opening);
};

/// CSV: a line for each record. key, code, weight, n and sum are the contents of the record; move (UCI), san
/// and fen are for people, if known. RFC 4180, except that lines end with line feeds.
extern const TextFormat kCsv;
/// JSON: a list with an object for each position. It has the fields of CSV, and eco and opening if named.
extern const TextFormat kJson;
/// EPD, for chess only: a line for each known position with a playable move. bm lists the moves of the
/// highest weight, c0 all weights.
extern const TextFormat kEpd;

/// Reads a file of CSV, which a person may have written. Required are a key or a FEN, a code or a move (UCI
/// or SAN, with a FEN), and a weight. n and sum default to 0; other columns are ignored. The result is sorted
/// by key; the moves of a position keep their order. Memory: a few times the size of the records (16 bytes
/// each). Error: what is wrong, and the line in `name`.
[[nodiscard]] Result<std::vector<RawEntry>> read_csv(std::istream& in, const std::string& name,
                                                     const game::Rules& rules = game::Rules());

}  // namespace polyglot::book
