// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/openings/opening_names.hpp>
#include <polyglot/pgn/game_reader.hpp>

namespace polyglot::openings {

/// Takes the openings that a reader finds, plays their moves and records their problems.
class Collector {
 public:
  explicit Collector(const std::string& path) : file_(path) { names_.path_ = path; }

  /// Sets the file of the openings that are added next.
  void begin_file(const std::string& path) { file_ = path; }

  /// Adds an opening with the moves of `game`, the last game of `reader`.
  void add(std::string eco, std::string name, const pgn::GameText& game, pgn::GameReader& reader);
  /// Adds an opening with moves as text, which begin on `line`.
  void add(std::string eco, std::string name, std::string_view moves, std::uint64_t line);
  void pass_over(std::uint64_t line, std::string why);

  [[nodiscard]] OpeningNames finish();

 private:
  OpeningNames names_;
  std::string file_;
  pgn::GameText game_;
};

/// Each reader reads one kind of file. `text` has no byte order mark.
void read_tsv(std::string_view text, Collector& collector);
void read_pgn(std::string_view text, Collector& collector);
void read_scid(std::string_view text, Collector& collector);

/// Whether a line begins like an entry of scid.eco: `B90a "Sicilian: Najdorf"`.
[[nodiscard]] bool begins_scid_entry(std::string_view line) noexcept;

}  // namespace polyglot::openings
