#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <polyglot/book/bin_book.hpp>
#include <polyglot/book/check.hpp>
#include <polyglot/os/file.hpp>
#include <polyglot/result.hpp>

namespace polyglot::explorer {

/// The books that are looked at. A file that has changed since it was last asked is opened anew.
class OpenBooks {
 public:
  /// Error: the first book that cannot be opened.
  [[nodiscard]] static Result<OpenBooks> open(std::span<const std::string> paths);

  [[nodiscard]] std::size_t size() const noexcept { return places_.size(); }
  [[nodiscard]] const std::string& path(std::size_t index) const { return places_[index].path; }
  /// Its name on the page: the file's name without .bin, its path where two have the same name.
  [[nodiscard]] std::string name(std::size_t index) const;
  /// The book as the file is now; valid until the next call. Error: it cannot be opened any more.
  [[nodiscard]] Result<const book::BinBook*> book(std::size_t index);
  /// Who seems to have written the learn fields of the book that was last opened.
  [[nodiscard]] book::LearnLayout learn_layout(std::size_t index) const { return places_[index].learn; }

 private:
  struct Place {
    std::string path;
    std::unique_ptr<book::BinBook> book = nullptr;
    book::LearnLayout learn = book::LearnLayout::none;
    std::optional<os::FileStamp> stamp = std::nullopt;  ///< of what was opened; nothing if that failed
  };

  /// Opens the book again if the file is not the one that was opened.
  static Result<void> refresh(Place& place);

  std::vector<Place> places_;
};

}  // namespace polyglot::explorer
