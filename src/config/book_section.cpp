// SPDX-License-Identifier: MIT
#include <functional>

#include <polyglot/ascii.hpp>
#include <polyglot/config/book_section.hpp>
#include <polyglot/config/ini_file.hpp>
#include <polyglot/time_class.hpp>

namespace polyglot::config {
namespace {

constexpr std::array kColours{Choice{"both"}, Choice{"white"}, Choice{"black"}};
constexpr std::array kTimeClasses{Choice{name_of(TimeClass::bullet)}, Choice{name_of(TimeClass::blitz)},
                                  Choice{name_of(TimeClass::rapid)}, Choice{name_of(TimeClass::classical)}};

/// Returns the rules and the default of an option, for a key with another name.
ValueSpec like(OptionId option, std::string_view name, std::string_view doc) {
  ValueSpec value = spec(option);
  value.name = name;
  value.doc = doc;
  value.alias = {};
  return value;
}

}  // namespace

std::span<const BookKeySpec> book_key_specs() noexcept {
  using enum OptionType;
  static const std::array<BookKeySpec, kBookKeyCount> table{{
#define KEY(id, is_condition, ...) {ValueSpec{__VA_ARGS__}, BookKey::id, is_condition},
#include <polyglot/config/book_keys.inc>
#undef KEY
  }};
  return table;
}

BookSection::BookSection(std::string name, std::string where, std::size_t place)
    : name_(std::move(name)), where_(std::move(where)) {
  for (const BookKeySpec& spec : book_key_specs()) {
    const bool is_place = spec.key == BookKey::priority;
    put(spec.key,
        read_value(spec, is_place ? std::to_string(place) : std::string(spec.default_value)).value());
  }
}

Result<void> BookSection::set(BookKey key, std::string_view value) {
  const BookKeySpec& spec = book_key_specs()[static_cast<std::size_t>(key)];
  Result<Value> read = read_value(spec, value);
  if (!read) {
    has_wrong_condition_ |= spec.is_condition;
    return read.error();
  }
  put(key, std::move(*read));
  return {};
}

std::optional<Error> BookSection::why_unusable() const {
  const std::string section = "section [Book " + name_ + "]";
  if (has_wrong_condition_) return Error{section + " is not used: one of its conditions is wrong", where_};
  if (text(BookKey::file).empty()) return Error{section + " is not used: it names no File", where_};
  return std::nullopt;
}

BookSection& BookSections::open(std::string_view name, std::string_view where) {
  if (BookSection* const known = find(name)) return *known;
  return set(name, {std::string(name), std::string(where), size() + 1});
}

std::vector<BookSection> BookSections::usable() const {
  std::vector<BookSection> books;
  for (const BookSection& section : *this)
    if (!section.why_unusable()) books.push_back(section);
  std::ranges::stable_sort(books, std::less(),
                           [](const BookSection& book) { return book.spin(BookKey::priority); });
  return books;
}

std::optional<std::string_view> book_section_name(std::string_view section) noexcept {
  const std::string_view word = section.substr(0, section.find_first_of(kBlanks));
  if (!equal_ignoring_case(word, "Book")) return std::nullopt;
  return trim(section.substr(word.size()), kBlanks);
}

}  // namespace polyglot::config
