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

/// Whether a file that begins like this is a Crafty book: offsets of clusters in rising order, the first
/// right behind the index, and -1 or 0 where there is none. An eighth of them may be damaged: no book of
/// another kind begins so. A small book has none for a while: kStartBytes of that will do.
[[nodiscard]] bool is_crafty_index(std::span<const std::byte> start) noexcept;

/// An open Crafty book. Its index is in memory, its clusters are read when they are asked for.
class CraftyFile {
 public:
  /// Records of one index entry.
  struct Cluster {
    std::uint64_t offset = 0;  ///< of its count
    std::vector<CraftyRecord> records;

    /// Where the learned value of a record lies.
    [[nodiscard]] std::uint64_t learn_offset(std::size_t record) const noexcept {
      return offset + crafty_layout::kCountBytes + record * CraftyRecord::kBytes +
             crafty_layout::kLearnOffset;
    }
  };

  /// Error: it cannot be opened, is no book of Crafty 23.0 or later, or is cut short.
  [[nodiscard]] static Result<CraftyFile> open(const std::string& path);
  /// The same for a file that is open.
  [[nodiscard]] static Result<CraftyFile> over(os::File file);

  [[nodiscard]] const std::string& path() const noexcept { return file_.path(); }
  [[nodiscard]] const os::File& file() const noexcept { return file_; }
  /// Bytes, when it was opened.
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  /// The last four bytes: major version in the upper half.
  [[nodiscard]] std::uint32_t version() const noexcept { return version_; }
  /// Index entries that name a cluster.
  [[nodiscard]] std::size_t cluster_count() const noexcept { return cluster_count_; }
  /// Records, as the size of the file and the number of clusters tell.
  [[nodiscard]] std::uint64_t record_count() const noexcept;

  /// Reads the whole file, for whoever asks for many clusters; from then on what others write is not seen.
  [[nodiscard]] Result<void> keep_in_memory();

  /// A cluster, without records if the index has none. Error: it does not fit into the file, or cannot be
  /// read.
  [[nodiscard]] Result<Cluster> cluster(std::size_t number) const;
  /// Replaces a learned value in a file opened for updating.
  [[nodiscard]] Result<void> write_learn(std::uint64_t learn_offset, float value);

 private:
  CraftyFile(os::File file, std::uint64_t size) noexcept : file_(std::move(file)), size_(size) {}

  /// From memory, if the file is there. Returns how many bytes there were.
  [[nodiscard]] Result<std::size_t> read_at(std::uint64_t offset, std::span<std::byte> out) const;
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
  std::vector<std::byte> content_;   ///< of the whole file; empty: not read
};

/// Error: it cannot be read, is none, or is damaged: not to be written anew then.
[[nodiscard]] Result<CraftyContent> read_crafty_content(const std::string& path);

/// A legal move and the record that a book has for it.
struct CraftyHit {
  chess::Move move;
  std::size_t place = 0;  ///< of the record in its cluster
  CraftyRecord record;
};

/// The cluster in which a position's records are, with those of other positions.
[[nodiscard]] std::size_t crafty_cluster_of(const chess::Position& position) noexcept;
/// The moves of a position that `records` have, in their order.
[[nodiscard]] std::vector<CraftyHit> find_crafty_moves(const chess::Position& position,
                                                       std::span<const CraftyRecord> records);

}  // namespace polyglot::book
