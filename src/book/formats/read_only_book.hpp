// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <polyglot/book/book_source.hpp>
#include <polyglot/result.hpp>

#include "book/formats/troubles.hpp"

namespace polyglot::book {

/// What books of all formats but Polyglot's have.
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

// Each opens a book of one format, see open_book(). What is damaged, as far as the rest can be played, is a
// trouble of the book.
[[nodiscard]] OpenedBook open_abk(const std::string& path);
[[nodiscard]] OpenedBook open_ctg(const std::string& path);
[[nodiscard]] OpenedBook open_crafty(const std::string& path);
// Both may be packed with gzip, bzip2 or zstd.
[[nodiscard]] OpenedBook open_pgn_list(const std::string& path);
[[nodiscard]] OpenedBook open_epd_list(const std::string& path);

}  // namespace polyglot::book
