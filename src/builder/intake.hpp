// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <map>
#include <thread>

#include <polyglot/builder/build.hpp>
#include <polyglot/os/atomic_file.hpp>
#include <polyglot/pgn/chunk_reader.hpp>
#include <polyglot/result.hpp>

#include "builder/block.hpp"

namespace polyglot::builder {

/// The maximum bytes of a game's text. It does not depend on the memory, because the book must not.
inline constexpr std::size_t kLongestGame = std::size_t{8} << 20;

/// A piece of the input and its place.
struct InputChunk {
  pgn::Chunk chunk;
  std::size_t input = 0;                       ///< number of the file
  std::uint64_t number = 0;                    ///< counts from 0 over all files
  std::optional<Error> damage = std::nullopt;  ///< something was lost here; then there is no text
  bool is_game_too_long = false;               ///< the lost text was a game
};

/// The chunks of all files in their order. If a file cannot be read further, the next one follows.
class ChunkSource {
 public:
  /// `chunk`: about how many bytes a chunk has. With several threads, one more reads ahead.
  ChunkSource(const Settings& settings, std::size_t chunk, Progress& progress);
  ~ChunkSource();
  ChunkSource(const ChunkSource&) = delete;
  ChunkSource& operator=(const ChunkSource&) = delete;

  /// The next chunk; nothing at the end, or if the run is stopped. Several threads may call it. `used` is a
  /// chunk whose memory is used again.
  [[nodiscard]] std::unique_ptr<InputChunk> next(std::unique_ptr<InputChunk> used);

 private:
  [[nodiscard]] bool read(InputChunk& chunk);
  [[nodiscard]] Result<bool> read_text(InputChunk& chunk);
  void read_ahead();

  const std::vector<std::string>& inputs_;
  Progress& progress_;
  pgn::ChunkLimits limits_;
  std::size_t most_ahead_;  ///< number of chunks that another thread reads ahead

  // Used only by the thread that reads.
  std::size_t next_input_ = 0;
  std::uint64_t next_number_ = 0;
  std::uint64_t bytes_before_ = 0;  ///< of all earlier files
  std::optional<pgn::ChunkReader> reader_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::unique_ptr<InputChunk>> ready_;
  std::vector<std::unique_ptr<InputChunk>> used_;
  bool at_end_ = false;
  bool stopped_ = false;
  std::exception_ptr failure_;  ///< the exception of reading ahead
  std::jthread ahead_;
};

/// The result of a chunk of games.
struct ChunkResult {
  Counts counts;
  VariationCounts variations;
  std::vector<Error> problems;
  std::vector<Record> records;  ///< in the order of the games
  /// With Settings::counted_by, the facts of each used game. The weight of a record is twice the index of its
  /// game here, and 1 more for moves of Black.
  std::vector<GameFacts> games;
};

/// The name of an input in reports about problems.
[[nodiscard]] std::string input_name(const Settings& settings, std::size_t input);

/// Delivers the chunks of a run's games, and collects their results except the records: the numbers, and the
/// problems in the order of the input, although threads find them in any order.
class Intake {
 public:
  /// `chunk`: see ChunkSource.
  Intake(const Settings& settings, std::size_t chunk, Progress& progress)
      : settings_(settings),
        progress_(progress),
        source_(settings, chunk, progress),
        contents_(settings.inputs.size()) {}

  /// Begins the report, which gets its name when it is complete. Failure: it cannot be written.
  void open();
  /// See ChunkSource::next().
  [[nodiscard]] std::unique_ptr<InputChunk> next(std::unique_ptr<InputChunk> used) {
    return source_.next(std::move(used));
  }
  /// Takes the result of a chunk, except its records. Each chunk comes once, from any thread.
  void note(const InputChunk& chunk, ChunkResult& result);

  /// Whether the rest of the games need not be read.
  [[nodiscard]] bool is_over() const;
  /// Throws a Failure with the reason if is_over() is true.
  void check() const;
  /// Call it when all has been read. Failure: these games must not become a book.
  void end();
  /// Completes the report, and the summary, which has the numbers of the book already. Failure: this book
  /// must not replace the existing one, or the report cannot be written.
  [[nodiscard]] Summary close(Summary book);

 private:
  [[nodiscard]] bool is_for_crafty() const;
  void log(Error problem);
  void write_report();

  /// Counts of a file.
  struct Content {
    std::uint64_t games = 0;
    std::uint64_t used = 0;
    std::uint64_t texts = 0;  ///< chunks that are not empty
  };

  const Settings& settings_;
  Progress& progress_;
  ChunkSource source_;
  mutable std::mutex mutex_;
  Summary found_;
  std::vector<Content> contents_;                        ///< by input
  std::map<std::uint64_t, std::vector<Error>> waiting_;  ///< by chunk, until all earlier chunks have come
  std::uint64_t next_ = 0;                               ///< the first chunk that has not come
  std::optional<os::AtomicFile> report_;
  std::string waiting_text_;  ///< for the report
};

/// Why a book may have no entries although there are games.
inline constexpr std::string_view kWhyNoEntries = "see --min-game, --min-score and --weights";

/// Throws a Failure if an empty book would replace one with entries, and the settings forbid that, because a
/// wrong or empty input must not destroy a good book.
void check_replacement(const Settings& settings, std::uint64_t entries, std::string_view why);

}  // namespace polyglot::builder
