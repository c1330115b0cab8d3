// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/book/book_source.hpp>
#include <polyglot/book/crafty.hpp>
#include <polyglot/chess/move.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/chess/types.hpp>
#include <polyglot/os/file.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// The parts of a file outside the records. Source: docs/crafty-book.md, "Layout".
namespace crafty_layout {

inline constexpr std::size_t kIndexBytes = kCraftyClusters * 4;
inline constexpr std::size_t kCountBytes = 4;
/// The version number of Crafty 25.2, with the major version in the upper half.
inline constexpr std::uint32_t kVersion = 25U << 16 | 2;
inline constexpr std::size_t kVersionBytes = 4;

[[nodiscard]] inline std::uint32_t load(std::span<const std::byte, 4> bytes) noexcept {
  return boost::endian::load_little_u32(reinterpret_cast<const unsigned char*>(bytes.data()));
}

inline void store(std::uint32_t value, std::span<std::byte, 4> bytes) noexcept {
  boost::endian::store_little_u32(reinterpret_cast<unsigned char*>(bytes.data()), value);
}

}  // namespace crafty_layout

/// Whether a file with this beginning is a Crafty book. Its index has the offsets of clusters in ascending
/// order, the first directly after the index. A missing cluster has -1 or 0. An eighth of the entries may be
/// damaged, because no other kind of book begins like this. A small book may begin with only missing
/// clusters. Then kStartBytes of -1 are enough.
[[nodiscard]] bool is_crafty_index(std::span<const std::byte> start) noexcept;

/// An open Crafty book. Its index is in memory; clusters are read when needed.
class CraftyFile {
 public:
  /// Opens a book. Error: it cannot be opened, is not a book of Crafty 23.0 or later, or is truncated.
  [[nodiscard]] static Result<CraftyFile> open(const std::string& path);

  [[nodiscard]] const std::string& path() const noexcept { return file_.path(); }
  /// The number of records, computed from the size of the file and the number of clusters.
  [[nodiscard]] std::uint64_t record_count() const noexcept;

  /// Reads the whole file into memory, for callers that need many clusters. Later changes of the file have no
  /// effect.
  [[nodiscard]] Result<void> keep_in_memory();

  /// Reads the records of a cluster; none if the index lacks it. Error: it does not fit into the file, or
  /// cannot be read.
  [[nodiscard]] Result<std::vector<CraftyRecord>> cluster(std::size_t number) const;

 private:
  CraftyFile(os::File file, std::uint64_t size) noexcept : file_(std::move(file)), size_(size) {}

  /// Returns bytes of the file: from memory if it was loaded, otherwise read into `buffer`.
  [[nodiscard]] std::span<const std::byte> bytes_at(std::uint64_t offset, std::size_t size,
                                                    std::vector<std::byte>& buffer) const;
  void read_index();
  void check_version() const;
  [[nodiscard]] std::uint64_t clusters_end() const noexcept { return size_ - crafty_layout::kVersionBytes; }

  os::File file_;
  std::uint64_t size_;
  std::size_t cluster_count_ = 0;    ///< in the index
  std::vector<std::int32_t> index_;  ///< offsets; 0 or less: no cluster
  std::vector<std::byte> content_;   ///< the whole file; empty: not loaded
};

struct CraftyHit {
  chess::Move move;
  std::size_t place = 0;  ///< index of the record in its cluster
  CraftyRecord record;
};

/// The number of the cluster that has the records of a position. Other positions share the cluster.
[[nodiscard]] std::size_t crafty_cluster_of(const chess::Position& position) noexcept;
/// The legal moves of a position that have a record, in the order of `records`.
[[nodiscard]] std::vector<CraftyHit> find_crafty_moves(const chess::Position& position,
                                                       std::span<const CraftyRecord> records);

/// A move as Crafty ranks it for its choice.
struct RankedMove {
  BookMove entry;
  CraftyFacts facts;  ///< with the marks that the ranking has added
  double value = 0;
};

/// All moves of a position, the best first. Source: docs/crafty-book.md, "Choosing a move", 1 to 6.
[[nodiscard]] std::vector<RankedMove> crafty_ranking(const BookMoves& moves, chess::Color mover);
/// The moves that may be played; their values are the weights of the random choice. Source:
/// docs/crafty-book.md, "Choosing a move", 7 to 11.
[[nodiscard]] std::vector<RankedMove> crafty_kept(std::vector<RankedMove> ranked);

}  // namespace polyglot::book
