#pragma once

#include <functional>
#include <iosfwd>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/book/raw_entry.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// Takes text in pieces.
using TextSink = std::function<Result<void>(std::string_view)>;

/// Writes a book as text, position by position. Source: docs/tools.md, "dump-book".
class PositionWriter {
 public:
  virtual ~PositionWriter() = default;

  [[nodiscard]] virtual Result<void> begin() = 0;
  /// All records of one key; the header's have key 0. `position` is null if only the key is known.
  [[nodiscard]] virtual Result<void> add(std::span<const RawEntry> records,
                                         const chess::Position* position) = 0;
  [[nodiscard]] virtual Result<void> end() = 0;
};

/// A line for each record: key, code, weight, n and sum are all that the record holds; move (UCI), san and
/// fen are there for people, as far as known. RFC 4180, but for line feeds as line ends.
[[nodiscard]] std::unique_ptr<PositionWriter> make_csv_writer(TextSink sink);
/// A list with an object for each position; the same fields.
[[nodiscard]] std::unique_ptr<PositionWriter> make_json_writer(TextSink sink);
/// A line for each position that is known and has a move to play: bm names those of the highest weight, c0
/// tells all weights.
[[nodiscard]] std::unique_ptr<PositionWriter> make_epd_writer(TextSink sink);

/// Reads what the writers wrote, or people by hand: a key or a FEN, a code or a move (UCI or SAN, with a FEN)
/// and a weight are needed, n and sum default to 0, whatever else there is is passed over. Sorted by key; the
/// moves of a position keep their order.
/// Error: what is wrong, and the line of `name`, or the byte offset in JSON.
[[nodiscard]] Result<std::vector<RawEntry>> read_csv(std::istream& in, const std::string& name);
[[nodiscard]] Result<std::vector<RawEntry>> read_json(std::istream& in, const std::string& name);

}  // namespace polyglot::book
