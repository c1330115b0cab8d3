// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/chess/move.hpp>
#include <polyglot/chess/types.hpp>
#include <polyglot/result.hpp>

namespace polyglot::openings {

/// Codes of the Encyclopaedia of Chess Openings from one to another, each with all that begin with it: "B",
/// "B2" and "B90" alone, or "B20-B99". Codes may go on as those of Scid do: "B90a1".
struct EcoRange {
  std::string first;
  std::string last;

  /// Nothing if the text is no such range, or an empty one. Letters count in either case.
  [[nodiscard]] static std::optional<EcoRange> read(std::string_view text);

  [[nodiscard]] bool has(std::string_view eco) const noexcept {
    return eco.substr(0, first.size()) >= first && eco.substr(0, last.size()) <= last;
  }
};

/// A position of chess that has a name.
struct Opening {
  std::string eco;   ///< "B90", of Scid "B90a1"; empty if the file has none
  std::string name;  ///< "Sicilian Defense: Najdorf Variation", as the file has it
  std::vector<chess::Move> moves =
      {};              ///< those of the file, from the start of chess; other orders lead there, too
  chess::Key key = 0;  ///< of the position behind them

  /// "e2e4 c7c5", castling as e1g1.
  [[nodiscard]] std::string uci() const;
  /// "1. e4 c5".
  [[nodiscard]] std::string san() const;
};

/// What somebody looks for among openings: a range of codes, or the beginnings of some words of the name, in
/// their order: "sicilian naj" finds "Sicilian Defense: Najdorf Variation". Neither letter case nor
/// punctuation matters.
class OpeningQuery {
 public:
  explicit OpeningQuery(std::string_view text);

  [[nodiscard]] const std::string& text() const noexcept { return text_; }

  /// A query without letters and digits matches nothing.
  [[nodiscard]] bool matches(const Opening& opening) const;
  /// The same, and the name begins with the first word.
  [[nodiscard]] bool begins(const Opening& opening) const;

 private:
  std::string text_;
  std::optional<EcoRange> codes_;
  std::string words_;  ///< each behind a blank
};

/// Names of openings by position, whatever the moves that led there. A position without a name belongs to the
/// opening whose name was the last one in its game: that is for the caller to remember.
///
/// In memory: about 200 bytes for each name. Once made it does not change, any number of threads may read it.
/// Source: docs/make-books.md.
class OpeningNames {
 public:
  /// Lines that were passed over and why, as many as are kept.
  static constexpr std::size_t kMostProblems = 10;

  /// Reads a file of one of three kinds, told apart by what is in it: columns (TSV) of which three are named
  /// eco, name and pgn; games (PGN) with the tags ECO, Opening, Variation and SubVariation; scid.eco. Lines
  /// that are wrong are passed over. Error: the file cannot be read or is none of these, or holds no opening.
  [[nodiscard]] static Result<OpeningNames> read(const std::string& path);
  /// Reads several files as if they were one. A folder stands for the files in it, not below it, that end in
  /// .tsv, .pgn or .eco, in the order of their names. Error: as above, or a folder without such files.
  [[nodiscard]] static Result<OpeningNames> read_all(const std::vector<std::string>& paths);
  /// The same for a text; `path` stands in problems.
  [[nodiscard]] static Result<OpeningNames> parse(std::string_view text, const std::string& path);

  /// Of several files all, with commas between them.
  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  /// In the order of the file, and of the files.
  [[nodiscard]] std::span<const Opening> all() const noexcept { return openings_; }
  /// The first in the file of those that have the position; null if none has.
  [[nodiscard]] const Opening* find(chess::Key key) const noexcept;
  /// Those that match: whose name begins with the query first, then by the number of moves.
  [[nodiscard]] std::vector<const Opening*> search(std::string_view query) const;
  /// Those whose names have a word near each word of the query, or one that begins nearly so: up to one
  /// letter is another, missing or too many in words of four letters and more, two from eight on; "najdorff"
  /// finds the Najdorf. The nearest first, then by the number of moves.
  [[nodiscard]] std::vector<const Opening*> search_near(std::string_view query) const;

  /// What is wrong with the first lines that were passed over, each with `path:line`.
  [[nodiscard]] std::span<const Error> problems() const noexcept { return problems_; }
  /// All lines that were passed over.
  [[nodiscard]] std::size_t passed_over() const noexcept { return passed_over_; }

 private:
  friend class Collector;

  OpeningNames() = default;

  std::string path_;
  std::vector<Opening> openings_;
  std::vector<std::uint32_t> by_key_;  ///< indices of openings, by key and then by place in the file
  std::vector<Error> problems_;
  std::size_t passed_over_ = 0;
};

/// Where a file of names may be that nobody has named, the best first: `openings.tsv` beside our starter
/// book, then those of pgn-extract and Scid as Debian has them.
[[nodiscard]] std::vector<std::string> usual_places();

}  // namespace polyglot::openings
