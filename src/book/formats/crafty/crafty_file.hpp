// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <polyglot/book/crafty_record.hpp>
#include <polyglot/book/crafty_writer.hpp>
#include <polyglot/chess/move.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/os/file.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// Whether a file with this beginning is a Crafty book. Its index has the offsets of clusters in ascending
/// order, the first directly after the index. A missing cluster has -1 or 0. An eighth of the entries may be
/// damaged, because no other kind of book begins like this. A small book may begin with only missing
/// clusters. Then kStartBytes of -1 are enough.
[[nodiscard]] bool is_crafty_index(std::span<const std::byte> start) noexcept;

/// An open Crafty book. Its index is in memory; clusters are read when needed.
class CraftyFile {
 public:
  /// The records of one index entry.
  struct Cluster {
    std::uint64_t offset = 0;  ///< offset of its count
    std::vector<CraftyRecord> records;

    /// The offset of a record's learned value.
    [[nodiscard]] std::uint64_t learn_offset(std::size_t record) const noexcept {
      return offset + crafty_layout::kCountBytes + record * CraftyRecord::kBytes +
             crafty_layout::kLearnOffset;
    }
  };

  /// Opens a book. Error: it cannot be opened, is not a book of Crafty 23.0 or later, or is truncated.
  [[nodiscard]] static Result<CraftyFile> open(const std::string& path);
  /// Makes a CraftyFile from an open file.
  [[nodiscard]] static Result<CraftyFile> over(os::File file);

  [[nodiscard]] const std::string& path() const noexcept { return file_.path(); }
  [[nodiscard]] const os::File& file() const noexcept { return file_; }
  /// The size in bytes when it was opened.
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  /// The version in the last four bytes, with the major version in the upper half.
  [[nodiscard]] std::uint32_t version() const noexcept { return version_; }
  /// The number of clusters in the index.
  [[nodiscard]] std::size_t cluster_count() const noexcept { return cluster_count_; }
  /// The number of records, computed from the size of the file and the number of clusters.
  [[nodiscard]] std::uint64_t record_count() const noexcept;

  /// Reads the whole file into memory, for callers that need many clusters. Later changes of the file have no
  /// effect.
  [[nodiscard]] Result<void> keep_in_memory();

  /// Reads a cluster, without records if the index lacks it. Error: it does not fit into the file, or cannot
  /// be read.
  [[nodiscard]] Result<Cluster> cluster(std::size_t number) const;
  /// Replaces a learned value in a file opened for updating.
  [[nodiscard]] Result<void> write_learn(std::uint64_t learn_offset, float value);

 private:
  CraftyFile(os::File file, std::uint64_t size) noexcept : file_(std::move(file)), size_(size) {}

  /// Returns bytes of the file: from memory if it was loaded, otherwise read into `buffer`.
  [[nodiscard]] Result<std::span<const std::byte>> bytes_at(std::uint64_t offset, std::size_t size,
                                                            std::vector<std::byte>& buffer) const;
  [[nodiscard]] Result<void> read_index();
  [[nodiscard]] Result<void> read_version();
  /// The end of the last cluster.
  [[nodiscard]] std::uint64_t clusters_end() const noexcept { return size_ - crafty_layout::kVersionBytes; }
  [[nodiscard]] Error bad_cluster(std::uint64_t offset) const;

  os::File file_;
  std::uint64_t size_;
  std::uint32_t version_ = 0;
  std::size_t cluster_count_ = 0;
  std::vector<std::int32_t> index_;  ///< offsets; 0 or less: no cluster
  std::vector<std::byte> content_;   ///< the whole file; empty: not loaded
};

/// Reads a whole book to rewrite it. Error: it cannot be read, is not a Crafty book, or is damaged and must
/// not be rewritten.
[[nodiscard]] Result<CraftyContent> read_crafty_content(const std::string& path);

/// A legal move and its record in a book.
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

}  // namespace polyglot::book
