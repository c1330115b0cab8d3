// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/book/bin_book.hpp>
#include <polyglot/book/book_source.hpp>
#include <polyglot/game/rules.hpp>
#include <polyglot/os/file.hpp>
#include <polyglot/result.hpp>

#include "explorer/counts_book.hpp"

namespace polyglot::explorer {

/// A book with the present contents of its file.
struct OpenBook {
  std::unique_ptr<book::BookSource> source;
  const book::BinBook* bin = nullptr;                 ///< the source if it is a `.bin`, which can be changed
  const CountsBook* counts = nullptr;                 ///< the source if it is a file of counts
  book::LearnLayout learn = book::LearnLayout::none;  ///< the probable writer of its learn fields
  std::vector<std::string> troubles = {};             ///< all known problems

  void note_troubles();
};

/// The shown books, all for the same rules. It opens a file again if the file has changed since its last use.
class OpenBooks {
 public:
  /// Opens books of any format, or of the given one. Error: the first book that cannot be opened.
  [[nodiscard]] static Result<OpenBooks> open(std::span<const std::string> paths,
                                              std::optional<book::BookFormat> format = std::nullopt,
                                              const game::Rules& rules = game::Rules());

  [[nodiscard]] std::size_t size() const noexcept { return files_.size(); }
  [[nodiscard]] const game::Rules& rules() const noexcept { return rules_; }
  [[nodiscard]] const std::string& path(std::size_t index) const { return files_[index].path; }
  /// The name of a book on the page: the file's name without .bin, or its path if two books have the same
  /// name.
  [[nodiscard]] std::string name(std::size_t index) const;
  /// The book with the present contents of its file; valid until the next call. Error: it can no longer be
  /// opened.
  [[nodiscard]] Result<OpenBook*> book(std::size_t index);

 private:
  struct BookFile {
    std::string path;
    std::optional<OpenBook> book = std::nullopt;
    std::optional<os::FileStamp> stamp = std::nullopt;  ///< of the opened file; nothing if opening failed
  };

  /// Opens the book again if the file is not the one that was opened.
  void refresh(BookFile& file) const;
  [[nodiscard]] OpenBook open(const std::string& path) const;

  std::vector<BookFile> files_;
  std::optional<book::BookFormat> format_;
  game::Rules rules_;
};

}  // namespace polyglot::explorer
