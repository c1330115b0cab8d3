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

/// A range of codes of the Encyclopaedia of Chess Openings: "B20-B99", or one beginning such as "B", "B2" or
/// "B90". Each end includes all codes that begin with it. Codes may be longer, as those of Scid: "B90a1".
struct EcoRange {
  std::string first;
  std::string last;

  /// Nothing if the text is not such a range, or if the range is empty. Letter case does not matter.
  [[nodiscard]] static std::optional<EcoRange> read(std::string_view text);

  [[nodiscard]] bool has(std::string_view eco) const noexcept {
    return eco.substr(0, first.size()) >= first && eco.substr(0, last.size()) <= last;
  }
};

/// A position of chess that has a name.
struct Opening {
  std::string eco;                      ///< "B90", with Scid "B90a1"; empty if the file has none
  std::string name;                     ///< "Sicilian Defense: Najdorf Variation", as the file writes it
  std::vector<chess::Move> moves = {};  ///< those of the file, from the start position; other orders of moves
                                        ///< may lead there, too
  chess::Key key = 0;                   ///< of the position after the moves

  /// The moves in UCI notation, with castling as e1g1: "e2e4 c7c5".
  [[nodiscard]] std::string uci() const;
  /// The moves in SAN: "1. e4 c5".
  [[nodiscard]] std::string san() const;
};

/// A search for openings by a range of codes, or by the beginnings of words of the name in their order:
/// "sicilian naj" finds "Sicilian Defense: Najdorf Variation". Letter case and punctuation do not matter.
class OpeningQuery {
 public:
  explicit OpeningQuery(std::string_view text);

  [[nodiscard]] const std::string& text() const noexcept { return text_; }

  /// A query without letters and digits matches nothing.
  [[nodiscard]] bool matches(const Opening& opening) const;
  /// Whether the opening matches and its name begins with the first word of the query.
  [[nodiscard]] bool begins(const Opening& opening) const;

 private:
  std::string text_;
  std::optional<EcoRange> codes_;
  std::string words_;  ///< a blank before each
};

/// Names of openings by position, for any order of moves that leads there. A position without a name belongs
/// to the last named opening of its game; the caller has to remember that one.
///
/// In memory: about 200 bytes for each name. It never changes, so any number of threads may read it. Source:
/// docs/make-books.md.
class OpeningNames {
 public:
  /// The maximum number of skipped lines that problems() describes.
  static constexpr std::size_t kMostProblems = 10;

  /// Reads a file of one of three kinds, recognised by its content: columns (TSV) of which three are named
  /// eco, name and pgn; games (PGN) with the tags ECO, Opening, Variation and SubVariation; scid.eco. Wrong
  /// lines are skipped. Error: the file cannot be read or is none of these, or holds no opening.
  [[nodiscard]] static Result<OpeningNames> read(const std::string& path);
  /// Reads several files as if they were one. A folder stands for its files, without those of folders in it,
  /// that end in .tsv, .pgn or .eco, in the order of their names. Error: as read(), or a folder without such
  /// files.
  [[nodiscard]] static Result<OpeningNames> read_all(const std::vector<std::string>& paths);
  /// Reads a text as read() reads a file. `path` is the name in problems().
  [[nodiscard]] static Result<OpeningNames> parse(std::string_view text, const std::string& path);

  /// The path of the file; of several files all paths, with commas between them.
  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  /// All openings in the order of the files and their lines.
  [[nodiscard]] std::span<const Opening> all() const noexcept { return openings_; }
  /// The first opening of the file with this position; null if there is none.
  [[nodiscard]] const Opening* find(chess::Key key) const noexcept;
  /// The openings that match. Names that begin with the query come first; within each group the order is by
  /// the number of moves.
  [[nodiscard]] std::vector<const Opening*> search(std::string_view query) const;
  /// The openings whose names nearly match: each word of the query is near a word of the name, or near its
  /// beginning. One letter may differ, be missing or be added in words of four letters or more, two in words
  /// of eight or more: "najdorff" finds the Najdorf. The nearest come first, then by the number of moves.
  [[nodiscard]] std::vector<const Opening*> search_near(std::string_view query) const;

  /// What is wrong with the first lines that were skipped, each with `path:line`.
  [[nodiscard]] std::span<const Error> problems() const noexcept { return problems_; }
  /// The number of all lines that were skipped.
  [[nodiscard]] std::size_t passed_over() const noexcept { return passed_over_; }

 private:
  friend class Collector;

  OpeningNames() = default;

  std::string path_;
  std::vector<Opening> openings_;
  std::vector<std::uint32_t> by_key_;  ///< indices of openings, sorted by key and then by place in the file
  std::vector<Error> problems_;
  std::size_t passed_over_ = 0;
};

/// Where to look for a file of opening names if the user has not named one, the best place first:
/// `openings.tsv` beside our starter book, then the files of pgn-extract and Scid in Debian.
[[nodiscard]] std::vector<std::string> usual_places();

}  // namespace polyglot::openings
