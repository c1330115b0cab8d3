// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <polyglot/config/options.hpp>
#include <polyglot/result.hpp>

namespace polyglot::config {

/// The keys of a section [Book NAME], in the order of the documentation.
enum class BookKey : std::uint8_t {
  file,
  format,
  keys,
  variations,
  priority,
  mode,
  power,
  top,
  depth,
  plies,
  threshold,
  best_threshold,
  min_weight,
  min_moves,
  colour,
  variant,
  time_class,
  opponent,
};

inline constexpr std::size_t kBookKeyCount = static_cast<std::size_t>(BookKey::opponent) + 1;

/// One row of the table of these keys in src/config/book_section.cpp.
struct BookKeySpec {
  BookKey key;
  ValueSpec value;
  std::string_view default_value;  ///< empty: `doc` describes the case without the key
  std::string_view doc;
  bool is_condition = false;  ///< true: the key is a condition for using the book at all
};

/// Returns the whole table, in the order of BookKey.
[[nodiscard]] std::span<const BookKeySpec> book_key_specs() noexcept;
/// Finds a key by its name in any letter case. Returns null if there is none.
[[nodiscard]] const BookKeySpec* find_book_key(std::string_view name) noexcept;
/// Returns the known key that is most similar to `name`, for "did you mean"; nothing if none is similar.
[[nodiscard]] std::optional<std::string_view> nearest_book_key(std::string_view name);

/// A section of the configuration file for one more book, in addition to that of BookFile.
class BookSection {
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

  [[nodiscard]] const std::string& text(BookKey key) const noexcept { return value(key).text; }
  [[nodiscard]] std::int64_t spin(BookKey key) const noexcept {
    return static_cast<std::int64_t>(value(key).number);
  }
  [[nodiscard]] double decimal(BookKey key) const noexcept;

  friend bool operator==(const BookSection&, const BookSection&) = default;

 private:
  [[nodiscard]] const Value& value(BookKey key) const noexcept {
    return values_[static_cast<std::size_t>(key)];
  }

  std::string name_;
  std::string where_;
  std::array<Value, kBookKeyCount> values_;
  bool has_wrong_condition_ = false;
};

/// The sections [Book NAME] of a configuration file, followed by those of the engine's own file.
class BookSections {
 public:
  /// Returns the section of this name in any letter case, or adds a new one. The reference stays valid when
  /// other sections are added.
  BookSection& open(std::string_view name, std::string_view where);

  /// Returns the sections that can be used, by ascending priority, then in the order of opening.
  [[nodiscard]] std::vector<BookSection> usable() const;
  /// Returns all sections in the order in which they were opened.
  [[nodiscard]] const std::deque<BookSection>& all() const noexcept { return sections_; }

 private:
  std::deque<BookSection> sections_;
  std::unordered_map<std::string, std::size_t> places_;  ///< indices in sections_, by names in lower case
};

/// Returns NAME of a section `Book NAME`, empty if the name is missing. Nothing for other sections.
[[nodiscard]] std::optional<std::string_view> book_section_name(std::string_view section) noexcept;

}  // namespace polyglot::config
