// SPDX-License-Identifier: MIT
#pragma once

#include <deque>

#include <polyglot/book/book_format.hpp>
#include <polyglot/book/book_source.hpp>
#include <polyglot/chess/notation.hpp>
#include <polyglot/os/file.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// The number of first bytes that are enough to recognise a format.
inline constexpr std::size_t kStartBytes = 512;

struct RecognisedFile {
  os::File file;
  BookFormat format;
};

/// Recognises the format of an open file. Error: also the system's reason, with the path.
[[nodiscard]] Result<BookFormat> recognise(const os::File& file);

/// Opens a file, and recognises its format as recognise_format() does.
[[nodiscard]] Result<RecognisedFile> open_recognised(const std::string& path);

/// Why a book of another format cannot replace a `.bin` file: "is a PGN file, not a book: …".
[[nodiscard]] std::string_view no_polyglot_book(BookFormat format) noexcept;

/// The problems of an open book, in the order in which they were found. Each one is returned once.
class Troubles {
 public:
  void note(Error trouble) { untold_.push_back(std::move(trouble)); }

  /// Records a failed lookup, but only the first one, because others would fail in the same way.
  void note_failure(Error failure) {
    if (!std::exchange(has_failed_, true)) note(std::move(failure));
  }

  /// The next problem that was not returned yet; nothing if there is none.
  [[nodiscard]] std::optional<Error> take() {
    if (untold_.empty()) return std::nullopt;
    Error trouble = std::move(untold_.front());
    untold_.pop_front();
    return trouble;
  }

 private:
  std::deque<Error> untold_;
  bool has_failed_ = false;
};

/// The common part of books of all formats except Polyglot's.
class ReadOnlyBook : public BookSource {
 public:
  [[nodiscard]] BookFormat format() const noexcept final { return format_; }
  [[nodiscard]] const std::string& path() const final { return path_; }
  [[nodiscard]] std::optional<Error> take_trouble() const final { return troubles_.take(); }

 protected:
  ReadOnlyBook(BookFormat format, std::string path) : format_(format), path_(std::move(path)) {}

  mutable Troubles troubles_;

 private:
  BookFormat format_;
  std::string path_;
};

using OpenedBook = Result<std::unique_ptr<BookSource>>;

// Each function opens a book of one format, see open_book(). If a part is damaged but the rest can be used,
// the damage is a trouble of the book.
[[nodiscard]] OpenedBook open_abk(const std::string& path);
[[nodiscard]] OpenedBook open_ctg(const std::string& path);
[[nodiscard]] OpenedBook open_crafty(const std::string& path);
// Both may be packed with gzip, bzip2 or zstd.
[[nodiscard]] OpenedBook open_pgn_list(const std::string& path, ListOptions options);
[[nodiscard]] OpenedBook open_epd_list(const std::string& path);

/// Whether a line begins with the placement of pieces on eight ranks.
[[nodiscard]] bool looks_like_fen(std::string_view line) noexcept;

/// Sorts records by their positions, and joins records of the same move by `add(sum, next)`. The moves of a
/// position keep the order of their first records.
template <class Record, class Add>
void join_same_moves(std::vector<Record>& records, Add add) {
  std::ranges::stable_sort(records, {}, &Record::key);
  std::size_t kept = 0;
  std::size_t first = 0;  // index of the position's first record
  for (const Record& next : records) {
    if (first < kept && records[first].key != next.key) first = kept;
    const std::span of_position = std::span(records).subspan(first, kept - first);
    const auto same = std::ranges::find(of_position, next.move, &Record::move);
    if (same == of_position.end())
      records[kept++] = next;
    else
      add(*same, next);
  }
  records.resize(kept);
}

/// Returns the legal move between two squares. Castling is the king's step. `promotion` is a letter, or 0 for
/// none.
[[nodiscard]] inline std::optional<chess::Move> move_between(const chess::Position& position,
                                                             chess::Square from, chess::Square to,
                                                             char promotion) {
  std::string text = from.to_string() + to.to_string();
  if (promotion != 0) text += promotion;
  return chess::move_from_uci(position, text);
}

}  // namespace polyglot::book
