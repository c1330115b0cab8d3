// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include <boost/unordered/unordered_flat_set.hpp>

#include <polyglot/counts/header.hpp>
#include <polyglot/counts/totals.hpp>
#include <polyglot/result.hpp>

namespace polyglot::counts {

/// All keys are divided into 512 equal ranges. A block has positions of one range only. Therefore several
/// threads can pack a range each, and the file is the same for any number of threads.
inline constexpr unsigned kRangeBits = 9;
[[nodiscard]] constexpr std::uint64_t range_of(std::uint64_t key) noexcept {
  return key >> (64 - kRangeBits);
}

/// The place of a block in a file or in packed rows.
struct BlockPlace {
  std::uint64_t first_key = 0;
  std::uint64_t offset = 0;
};

/// Blocks that follow one another.
struct PackedRows {
  std::string bytes;
  std::vector<BlockPlace> blocks;                   ///< offsets in `bytes`
  boost::unordered_flat_set<std::uint32_t> groups;  ///< codes of all groups
  std::uint64_t positions = 0;
  std::uint64_t moves = 0;
};

/// Packs rows into blocks. Each thread may have its own packer.
class RowPacker {
 public:
  /// Adds rows in ascending order of their keys. Rows of a position are in the order in which games first had
  /// them.
  void add(std::span<const Row> rows);
  /// Returns the complete blocks since the last call.
  [[nodiscard]] PackedRows take_packed();
  /// Completes the last block and returns what take_packed() returns. The next row may begin another range.
  [[nodiscard]] PackedRows end();

 private:
  void end_block();

  std::vector<Row> rows_;  ///< of the present block
  PackedRows packed_;
  std::uint32_t last_group_ = 0;
};

/// Writes a file of counts. The file gets its name only when it is complete. Not thread-safe.
class CountsWriter {
 public:
  /// Begins a file. `header` need not have groups, games and the numbers of positions and moves, which are
  /// counted while writing. Error: as os::AtomicFile::create().
  [[nodiscard]] static Result<CountsWriter> create(const std::string& path, Header header);
  CountsWriter(CountsWriter&&) noexcept;
  CountsWriter& operator=(CountsWriter&&) = delete;
  ~CountsWriter();

  /// Adds blocks that a packer has packed, in ascending order of their keys. Error: from the system.
  [[nodiscard]] Result<void> add(const PackedRows& packed);
  /// Sets the inputs and games, if they are known only at the end.
  void set_inputs(std::vector<Input> inputs);
  /// Gives the file its name and returns its header. Call this last.
  [[nodiscard]] Result<Header> commit();

 private:
  struct State;
  explicit CountsWriter(std::unique_ptr<State> state) noexcept;
  std::unique_ptr<State> state_;
};

}  // namespace polyglot::counts
