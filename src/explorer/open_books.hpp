// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <polyglot/book/bin_book.hpp>
#include <polyglot/book/book_source.hpp>
#include <polyglot/book/check.hpp>
#include <polyglot/game/rules.hpp>
#include <polyglot/os/file.hpp>
#include <polyglot/result.hpp>

namespace polyglot::explorer {

/// A book as its file is now.
struct OpenBook {
  std::unique_ptr<book::BookSource> source;
  const book::BinBook* bin = nullptr;                 ///< the source if it is a `.bin`, which can be changed
  book::LearnLayout learn = book::LearnLayout::none;  ///< who seems to have written its learn fields
  std::vector<std::string> troubles = {};             ///< all that have come to light

  void note_troubles();
};

/// The books that are looked at, all of games by the same rules. A file that has changed since it was last
/// asked is opened anew.
class OpenBooks {
 public:
  /// Books of any format, or of the one that is named. Error: the first book that cannot be opened.
  [[nodiscard]] static Result<OpenBooks> open(std::span<const std::string> paths,
                                              std::optional<book::BookFormat> format = std::nullopt,
                                              const game::Rules& rules = game::Rules());

  [[nodiscard]] std::size_t size() const noexcept { return places_.size(); }
  [[nodiscard]] const game::Rules& rules() const noexcept { return rules_; }
  [[nodiscard]] const std::string& path(std::size_t index) const { return places_[index].path; }
  /// Its name on the page: the file's name without .bin, its path where two have the same name.
  [[nodiscard]] std::string name(std::size_t index) const;
  /// The book as the file is now; valid until the next call. Error: it cannot be opened any more.
  [[nodiscard]] Result<OpenBook*> book(std::size_t index);

 private:
  struct Place {
    std::string path;
    std::optional<OpenBook> book = std::nullopt;
    std::optional<os::FileStamp> stamp = std::nullopt;  ///< of what was opened; nothing if that failed
  };

  /// Opens the book again if the file is not the one that was opened.
  Result<void> refresh(Place& place) const;

  std::vector<Place> places_;
  std::optional<book::BookFormat> format_;
  game::Rules rules_;
};

}  // namespace polyglot::explorer
