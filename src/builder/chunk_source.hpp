// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <polyglot/builder/build.hpp>
#include <polyglot/pgn/chunk_reader.hpp>

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
  struct Settings {
    std::vector<std::string> inputs;
    pgn::ChunkLimits limits;
    std::size_t ahead = 0;  ///< number of chunks that another thread reads ahead
  };

  ChunkSource(Settings settings, Progress& progress);
  ~ChunkSource();
  ChunkSource(const ChunkSource&) = delete;
  ChunkSource& operator=(const ChunkSource&) = delete;

  /// The next chunk; nothing at the end, or if the run is stopped. Several threads may call it. `used` is a
  /// chunk whose memory is used again.
  [[nodiscard]] std::unique_ptr<InputChunk> next(std::unique_ptr<InputChunk> used);

 private:
  [[nodiscard]] bool read(InputChunk& chunk);
  [[nodiscard]] Result<bool> read_text(InputChunk& chunk);
  void close();
  void run_ahead();
  void read_ahead();

  Settings settings_;
  Progress& progress_;

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

}  // namespace polyglot::builder
