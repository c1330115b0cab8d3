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

/// Bytes of a single game's text. Not a share of the memory: the book must not depend on that.
inline constexpr std::size_t kLongestGame = std::size_t{8} << 20;

/// A piece of the input, with its place in it.
struct InputChunk {
  pgn::Chunk chunk;
  std::size_t input = 0;                       ///< which file
  std::uint64_t number = 0;                    ///< counts from 0 over all files
  std::optional<Error> damage = std::nullopt;  ///< something was lost here; there is no text then
  bool is_game_too_long = false;               ///< that was a game
};

/// The chunks of one file after another. A file that breaks off is left for the next.
class ChunkSource {
 public:
  struct Settings {
    std::vector<std::string> inputs;
    Shard shard = {};  ///< of each
    pgn::ChunkLimits limits;
    std::size_t ahead = 0;  ///< so many chunks are read before they are asked for, by another thread
  };

  ChunkSource(Settings settings, Progress& progress);
  ~ChunkSource();
  ChunkSource(const ChunkSource&) = delete;
  ChunkSource& operator=(const ChunkSource&) = delete;

  /// The next chunk; nothing at the end, or if the run is stopped. May be called from several threads. `used`
  /// is one to be filled again.
  [[nodiscard]] std::unique_ptr<InputChunk> next(std::unique_ptr<InputChunk> used);

 private:
  [[nodiscard]] Result<pgn::Input> open(const std::string& path) const;
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
  std::uint64_t bytes_before_ = 0;  ///< of the files before this one
  std::optional<pgn::ChunkReader> reader_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::unique_ptr<InputChunk>> ready_;
  std::vector<std::unique_ptr<InputChunk>> used_;
  bool at_end_ = false;
  bool stopped_ = false;
  std::exception_ptr failure_;  ///< what reading ahead threw
  std::jthread ahead_;
};

}  // namespace polyglot::builder
