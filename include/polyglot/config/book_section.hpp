// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/config/options.hpp>
#include <polyglot/result.hpp>

namespace polyglot::config {

/// The keys of a section [Book NAME], each declared once in book_keys.inc.
enum class BookKey : std::uint8_t {
#define KEY(id, ...) id,
#include <polyglot/config/book_keys.inc>
#undef KEY
};

inline constexpr std::size_t kBookKeyCount = static_cast<std::size_t>(BookKey::opponent) + 1;

/// One row of the table of these keys, book_keys.inc. If the default is empty, `doc`
/// describes the case without the key.
struct BookKeySpec : ValueSpec {
  BookKey key;
  bool is_condition = false;  ///< true: the key is a condition for using the book at all
};

/// Returns the whole table, in the order of BookKey.
[[nodiscard]] std::span<const BookKeySpec> book_key_specs() noexcept;
/// Finds a key by its name in any letter case. Returns null if there is none.
[[nodiscard]] inline const BookKeySpec* find_book_key(std::string_view name) noexcept {
  return find_spec(book_key_specs(), name);
}

/// A section of the configuration file for one more book, in addition to that of BookFile.
class BookSection : public Values<BookKey, kBookKeyCount> {
 public:
  /// `where` is `file:line` of the section. `place` is its number among the sections of books, from 1. It is
  /// the priority of the book unless the key Priority is set.
  BookSection(std::string name, std::string where, std::size_t place);

  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  [[nodiscard]] const std::string& where() const noexcept { return where_; }

  /// Sets a key. Error: what is wrong with the value; the old value stays. A wrong value of a condition makes
  /// the book unusable, because Polyglot would otherwise use it at the wrong time.
  Result<void> set(BookKey key, std::string_view value);
  /// Returns why the book cannot be used: no file, or a wrong condition. Returns nothing if it can be used.
  [[nodiscard]] std::optional<Error> why_unusable() const;

  friend bool operator==(const BookSection&, const BookSection&) = default;

 private:
  std::string name_;
  std::string where_;
  bool has_wrong_condition_ = false;
};

/// The sections [Book NAME] of a configuration file, followed by those of the engine's own file.
class BookSections : public NamedRows<BookSection> {
 public:
  /// Returns the section of this name in any letter case, or adds a new one. The reference stays valid when
  /// other sections are added.
  BookSection& open(std::string_view name, std::string_view where);

  /// Returns the sections that can be used, by ascending priority, then in the order of opening.
  [[nodiscard]] std::vector<BookSection> usable() const;
};

/// Returns NAME of a section `Book NAME`, empty if the name is missing. Nothing for other sections.
[[nodiscard]] std::optional<std::string_view> book_section_name(std::string_view section) noexcept;

}  // namespace polyglot::config
