// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <functional>
#include <utility>

#include <boost/regex.hpp>

#include <polyglot/ascii.hpp>
#include <polyglot/config/book_section.hpp>
#include <polyglot/config/did_you_mean.hpp>
#include <polyglot/regex_fault.hpp>
#include <polyglot/time_class.hpp>

#include "config/ini_line.hpp"

namespace polyglot::config {
namespace {

constexpr std::string_view kBookWord = "Book";

constexpr std::array kColours{Choice{"both"}, Choice{"white"}, Choice{"black"}};
constexpr std::array kTimeClasses{Choice{name_of(TimeClass::bullet)}, Choice{name_of(TimeClass::blitz)},
                                  Choice{name_of(TimeClass::rapid)}, Choice{name_of(TimeClass::classical)}};

constexpr std::int64_t kMostPriority = 1'000'000;
constexpr std::int64_t kMostPlies = 1000;
constexpr std::int64_t kPerMille = 1000;
constexpr std::int64_t kMostWeight = 65'535;
constexpr std::int64_t kMostMoves = 100;

/// Returns the rules for the values of an option, for a key with another name.
ValueSpec like(OptionId option, std::string_view name) {
  ValueSpec value = spec(option).value();
  value.name = name;
  return value;
}

std::array<BookKeySpec, kBookKeyCount> make_table() {
  using enum OptionType;
  // clang-format off
  return {{
      {BookKey::file, {"File", file}, "",
       "The book. Polyglot looks for a relative name as for that of BookFile."},
      {BookKey::format, like(OptionId::book_format, "Format"), "auto",
       "Format of the book. auto: detected from the contents of the file."},
      {BookKey::keys, like(OptionId::book_keys, "Keys"), "auto",
       "Kind of its keys for positions of variants, as in BookKeys."},
      {BookKey::variations, like(OptionId::book_variations, "Variations"), "main",
       "The lines of its games that Polyglot reads, as in BookVariations."},
      {BookKey::priority, {"Priority", spin, -kMostPriority, kMostPriority}, "",
       "Polyglot asks books with lower numbers first. Not set: the place of the section in the file, from 1."},
      {BookKey::mode, like(OptionId::book_mode, "Mode"), "weighted",
       "How Polyglot chooses a move, as in BookMode."},
      {BookKey::power, like(OptionId::book_power, "Power"), "1", "As in BookPower."},
      {BookKey::top, like(OptionId::book_top, "Top"), "3", "As in BookTop."},
      {BookKey::depth, like(OptionId::book_depth, "Depth"), "256",
       "Number of full moves from the start of a game during which Polyglot uses the book."},
      {BookKey::plies, {"Plies", spin, 0, kMostPlies}, "1000",
       "Number of plies from the start of a game during which Polyglot uses the book. 1: only for White's first move."},
      {BookKey::threshold, like(OptionId::book_treshold, "Threshold"), "5",
       "Share of the weights in a position, per mille, that a move must exceed to be played."},
      {BookKey::best_threshold, {"BestThreshold", spin, 0, kPerMille}, "0",
       "Minimum weight of a move to be played, per mille of the heaviest move's weight."},
      {BookKey::min_weight, {"MinWeight", spin, 0, kMostWeight}, "0",
       "Minimum weight of a move to be played."},
      {BookKey::min_moves, {"MinMoves", spin, 0, kMostMoves}, "0",
       "Minimum number of remaining moves to choose from. With fewer, the book does not answer."},
      {BookKey::colour, {"Colour", choice, 0, 0, kColours}, "both",
       "The side that plays from the book.", true},
      {BookKey::variant, {"Variant", string}, "",
       "The variants in which Polyglot uses the book, by any of their names, separated by commas; normal is chess. "
       "Empty: all variants that the header of the book allows.", true},
      {BookKey::time_class, {"TimeClass", words, 0, 0, kTimeClasses}, "",
       "The time controls at which Polyglot uses the book, separated by commas. It needs a known clock. Empty: "
       "any.", true},
      {BookKey::opponent, {"Opponent", string}, "",
       "Regular expression (as in Perl) that must be found in the opponent's name, in any letter case. Empty: any "
       "opponent.", true},
  }};
  // clang-format on
}

/// Error: what is wrong with the expression.
Result<void> check_expression(std::string_view name, const std::string& text) {
  try {
    [[maybe_unused]] const boost::regex expression(text);
    return {};
  } catch (const boost::regex_error& wrong) {
    return Error{std::string(name) + ": " + describe_fault(text, wrong)};
  }
}

}  // namespace

std::span<const BookKeySpec> book_key_specs() noexcept {
  static const auto table = make_table();
  return table;
}

const BookKeySpec* find_book_key(std::string_view name) noexcept {
  for (const BookKeySpec& spec : book_key_specs())
    if (equal_ignoring_case(spec.value.name, name)) return &spec;
  return nullptr;
}

std::optional<std::string_view> nearest_book_key(std::string_view name) {
  std::vector<std::string_view> names;
  for (const BookKeySpec& spec : book_key_specs()) names.push_back(spec.value.name);
  return nearest_name(name, names);
}

BookSection::BookSection(std::string name, std::string where, std::size_t place)
    : name_(std::move(name)), where_(std::move(where)) {
  for (const BookKeySpec& spec : book_key_specs()) {
    const std::string value =
        spec.key == BookKey::priority ? std::to_string(place) : std::string(spec.default_value);
    values_[static_cast<std::size_t>(spec.key)] = read_value(spec.value, value).value();
  }
}

Result<void> BookSection::set(BookKey key, std::string_view value) {
  const BookKeySpec& spec = book_key_specs()[static_cast<std::size_t>(key)];
  Result<Value> read = read_value(spec.value, value);
  if (read && key == BookKey::opponent)
    if (const auto checked = check_expression(spec.value.name, read->text); !checked) read = checked.error();
  if (!read) {
    has_wrong_condition_ |= spec.is_condition;
    return read.error();
  }
  values_[static_cast<std::size_t>(key)] = std::move(*read);
  return {};
}

std::optional<Error> BookSection::why_unusable() const {
  const std::string section = "section [Book " + name_ + "]";
  if (has_wrong_condition_) return Error{section + " is not used: one of its conditions is wrong", where_};
  if (text(BookKey::file).empty()) return Error{section + " is not used: it names no File", where_};
  return std::nullopt;
}

double BookSection::decimal(BookKey key) const noexcept {
  return std::bit_cast<double>(value(key).number);
}

BookSection& BookSections::open(std::string_view name, std::string_view where) {
  const auto [place, added] = places_.try_emplace(lower_case(name), sections_.size());
  if (!added) return sections_[place->second];
  return sections_.emplace_back(std::string(name), std::string(where), sections_.size() + 1);
}

std::vector<BookSection> BookSections::usable() const {
  std::vector<BookSection> books;
  for (const BookSection& section : sections_)
    if (!section.why_unusable()) books.push_back(section);
  std::ranges::stable_sort(books, std::less(),
                           [](const BookSection& book) { return book.spin(BookKey::priority); });
  return books;
}

std::optional<std::string_view> book_section_name(std::string_view section) noexcept {
  const std::string_view word = section.substr(0, section.find_first_of(kBlanks));
  if (!equal_ignoring_case(word, kBookWord)) return std::nullopt;
  return trim(section.substr(word.size()), kBlanks);
}

}  // namespace polyglot::config
