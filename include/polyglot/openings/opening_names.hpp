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

/// A range of codes of the Encyclopaedia of Chess Openings: "B20-B99", or one prefix such as "B", "B2" or
/// "B90". Each end includes all codes that begin with it. Codes may be longer, as Scid's "B90a1".
struct EcoRange {
  std::string first;
  std::string last;

  /// Reads a range, in any letter case. Returns nothing if the text is not a range, or if the range is empty.
  [[nodiscard]] static std::optional<EcoRange> read(std::string_view text);

  [[nodiscard]] bool has(std::string_view eco) const noexcept {
    return eco.substr(0, first.size()) >= first && eco.substr(0, last.size()) <= last;
  }
};

/// A position of chess that has a name.
struct Opening {
  std::string eco;                      ///< "B90", or Scid's "B90a1"; empty if the file has none
  std::string name;                     ///< "Sicilian Defense: Najdorf Variation", as the file writes it
  std::vector<chess::Move> moves = {};  ///< the moves of the file, from the start position; other orders of
                                        ///< moves may lead to the position, too
  chess::Key key = 0;                   ///< the key of the position after the moves

  /// Returns the moves in UCI notation, with castling as e1g1: "e2e4 c7c5".
  [[nodiscard]] std::string uci() const;
  /// Returns the moves in SAN: "1. e4 c5".
  [[nodiscard]] std::string san() const;
};

/// A search for openings, by a range of codes or by their names. Each word of the query must be the beginning
/// of a word of the name, in the same order: "sicilian naj" finds "Sicilian Defense: Najdorf Variation".
/// Letter case and punctuation do not matter.
class OpeningQuery {
 public:
  explicit OpeningQuery(std::string_view text);

  [[nodiscard]] const std::string& text() const noexcept { return text_; }

  /// Returns true if the opening matches. A query without letters and digits matches nothing.
  [[nodiscard]] bool matches(const Opening& opening) const;
  /// Returns true if the opening matches and its name begins with the first word of the query.
  [[nodiscard]] bool begins(const Opening& opening) const;

 private:
  std::string text_;
  std::optional<EcoRange> codes_;
  std::string words_;  ///< each word with a blank before it
};

/// Names of openings, by position: every order of moves that leads to a position gets its name. A position
/// without a name belongs to the last named opening of its game, which the caller has to remember.
///
/// Memory: about 200 bytes for each name. An object never changes, so any number of threads may read it.
/// Source: docs/make-books.md.
class OpeningNames {
 public:
  /// The maximum number of skipped lines that problems() describes.
  static constexpr std::size_t kMostProblems = 10;

  /// Reads files of three kinds, which their contents show: columns (TSV) with eco, name and pgn; games (PGN)
  /// with the tags ECO, Opening, Variation and SubVariation; or scid.eco. Wrong lines are skipped. A folder
  /// stands for its own files that end in .tsv, .pgn or .eco, in the order of their names. Error: a file
  /// cannot be read, is of another kind, or holds no opening, or a folder has no such files.
  [[nodiscard]] static Result<OpeningNames> read(const std::vector<std::string>& paths);
  /// Reads a text as read() reads a file. `path` is the name for problems().
  [[nodiscard]] static Result<OpeningNames> parse(std::string_view text, const std::string& path);

  /// Returns the path of the file; for several files all paths, separated by commas.
  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  /// Returns all openings, in the order of the files and their lines.
  [[nodiscard]] std::span<const Opening> all() const noexcept { return openings_; }
  /// Returns the first opening with this position; null if there is none.
  [[nodiscard]] const Opening* find(chess::Key key) const noexcept;
  /// Returns the openings that match. Names that begin with the query come first; otherwise those with fewer
  /// moves come first.
  [[nodiscard]] std::vector<const Opening*> search(std::string_view query) const;
  /// Returns the openings whose names nearly match: each word of the query is similar to a word of the name,
  /// or to its beginning. Words of four letters or more may have one wrong, missing or additional letter,
  /// words of eight or more two: "najdorff" finds the Najdorf. The most similar come first, then those with
  /// fewer moves.
  [[nodiscard]] std::vector<const Opening*> search_near(std::string_view query) const;

  /// Returns what is wrong with the first lines that were skipped, each with `path:line`.
  [[nodiscard]] std::span<const Error> problems() const noexcept { return problems_; }
  /// Returns the number of all lines that were skipped.
  [[nodiscard]] std::size_t skipped_lines() const noexcept { return skipped_lines_; }

 private:
  friend class Collector;

  OpeningNames() = default;

  std::string path_;
  std::vector<Opening> openings_;
  std::vector<std::uint32_t> by_key_;  ///< indices of openings, sorted by key and then by place in the file
  std::vector<Error> problems_;
  std::size_t skipped_lines_ = 0;
};

/// Returns the places where our own file of opening names may be, the best place first.
[[nodiscard]] std::vector<std::string> usual_places();

}  // namespace polyglot::openings
