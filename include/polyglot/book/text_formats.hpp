// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/book/raw_entry.hpp>
#include <polyglot/game/position.hpp>
#include <polyglot/game/rules.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// A value of CSV: in quotation marks if it has commas, as the two steps of a Lion have. It must have no
/// quotation mark.
[[nodiscard]] std::string csv_field(const std::string& text);

/// What the opening of a position is called; both are empty if it has no name.
struct OpeningName {
  std::string_view eco = {};
  std::string_view name = {};
};

/// How a book is written as text, position by position. Source: docs/tools.md, "dump-book".
struct TextFormat {
  std::string_view begin;
  std::string_view separator;  ///< between two positions
  std::string_view end;
  /// All records of one key; the header's have key 0, XBoard's closing one is the last. `position` is null if
  /// only the key is known. Only JSON tells the opening.
  std::string (*position)(std::span<const RawEntry> records, const game::Rules& rules,
                          const game::Position* position, const OpeningName& opening);
};

/// A line for each record: key, code, weight, n and sum are all that the record holds; move (UCI), san and
/// fen are there for people, as far as known. RFC 4180, but for line feeds as line ends.
extern const TextFormat kCsv;
/// A list with an object for each position; the same fields, and eco and opening where it has a name.
extern const TextFormat kJson;
/// Of chess alone. A line for each position that is known and has a move to play: bm names those of the
/// highest weight, c0 tells all weights.
extern const TextFormat kEpd;

/// Reads what was written so, or people by hand: a key or a FEN, a code or a move (UCI or SAN, with a FEN)
/// and a weight are needed, n and sum default to 0, whatever else there is is passed over. Sorted by key; the
/// moves of a position keep their order.
/// Memory: a few times the size of the records (16 bytes each), in JSON also of the text of one position.
/// Error: what is wrong, and the line of `name`, or the byte offset in JSON.
[[nodiscard]] Result<std::vector<RawEntry>> read_csv(std::istream& in, const std::string& name,
                                                     const game::Rules& rules = game::Rules());
[[nodiscard]] Result<std::vector<RawEntry>> read_json(std::istream& in, const std::string& name,
                                                      const game::Rules& rules = game::Rules());

}  // namespace polyglot::book
