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
  temperature,
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
  std::string_view default_value;  ///< empty: `doc` says what happens without the key
  std::string_view doc;
  bool is_condition = false;  ///< it is a condition for using the book at all
};

/// The whole table, in the order of BookKey.
[[nodiscard]] std::span<const BookKeySpec> book_key_specs() noexcept;
/// Finds a key by its name in any letter case; null if there is none.
[[nodiscard]] const BookKeySpec* find_book_key(std::string_view name) noexcept;
/// The nearest known key, for a suggestion "did you mean"; nothing if none is near.
[[nodiscard]] std::optional<std::string_view> nearest_book_key(std::string_view name);

/// The section of the configuration file for one more book, beside the one of BookFile.
class BookSection {
 public:
  /// `where`: `file:line` of the section. `place`: its number among the sections of books, from 1. It is the
  /// priority unless the key Priority is set.
  BookSection(std::string name, std::string where, std::size_t place);

  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  [[nodiscard]] const std::string& where() const noexcept { return where_; }

  /// Error: what is wrong with the value; the old value stays. A wrong condition makes the book unusable,
  /// because Polyglot would use it when it should not.
  Result<void> set(BookKey key, std::string_view value);
  /// Why the book cannot be used: it has no file, or a condition is wrong. Nothing if it can be used.
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

/// The sections [Book NAME] of a configuration file, and after them those of the engine's own file.
class BookSections {
 public:
  /// Returns the section of this name in any letter case, or adds a new one. The reference stays valid when
  /// other sections are added.
  BookSection& open(std::string_view name, std::string_view where);

  /// The sections that can be used, by rising priority; equal priorities in the order in which they were
  /// opened.
  [[nodiscard]] std::vector<BookSection> usable() const;
  /// All sections in the order in which they were opened.
  [[nodiscard]] const std::deque<BookSection>& all() const noexcept { return sections_; }

 private:
  std::deque<BookSection> sections_;
  std::unordered_map<std::string, std::size_t> places_;  ///< indices in sections_, by names in lower case
};

/// NAME of `Book NAME`, empty if it is missing. Nothing if the section is of another kind.
[[nodiscard]] std::optional<std::string_view> book_section_name(std::string_view section) noexcept;

}  // namespace polyglot::config
