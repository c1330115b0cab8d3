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

/// What a section [Book NAME] may say, in the order in which it is documented.
enum class BookKey : std::uint8_t {
  file,
  format,
  keys,
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
  std::string_view default_value;  ///< empty: the documentation says what happens
  std::string_view doc;
  bool is_condition = false;  ///< it says when the book is used at all
};

/// The whole table, in the order of BookKey.
[[nodiscard]] std::span<const BookKeySpec> book_key_specs() noexcept;
/// By name, in any letter case; null if there is none.
[[nodiscard]] const BookKeySpec* find_book_key(std::string_view name) noexcept;
/// For a did-you-mean.
[[nodiscard]] std::optional<std::string_view> nearest_book_key(std::string_view name);

/// A book beside the one that BookFile names: what its section of the configuration file says.
class BookSection {
 public:
  /// `where`: `file:line` of the section. `place`: of the section among its kind, from 1, which is the
  /// priority unless set.
  BookSection(std::string name, std::string where, std::size_t place);

  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  [[nodiscard]] const std::string& where() const noexcept { return where_; }

  /// Error: what is wrong with the value; the old one stays. A wrong condition makes the book unusable: it
  /// would be played where it should not.
  Result<void> set(BookKey key, std::string_view value);
  /// No file, or a condition that is wrong.
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

/// The sections [Book NAME] of a configuration file, and of an engine's own file behind it.
class BookSections {
 public:
  /// The section of a name, which compares without regard to letter case; a new one unless it is known. It
  /// stays where it is.
  BookSection& open(std::string_view name, std::string_view where);

  /// Those that can be used, lower priorities first, equal ones as they were opened.
  [[nodiscard]] std::vector<BookSection> usable() const;
  /// All, as they were opened.
  [[nodiscard]] const std::deque<BookSection>& all() const noexcept { return sections_; }

 private:
  std::deque<BookSection> sections_;
  std::unordered_map<std::string, std::size_t> places_;  ///< in it, by names in lower case
};

/// NAME of `Book NAME`, empty where it is missing; nothing if the section is of another kind.
[[nodiscard]] std::optional<std::string_view> book_section_name(std::string_view section) noexcept;

}  // namespace polyglot::config
