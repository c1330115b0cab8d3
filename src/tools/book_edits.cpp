#include "tools/book_edits.hpp"
#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>

#include <fmt/format.h>

#include <polyglot/book/move_code.hpp>
#include <polyglot/protocol/text.hpp>

#include "tools/position_arguments.hpp"

namespace polyglot::tools {
namespace {

using Action = BookEdit::Action;

struct Verb {
  std::string_view name;
  Action action;
  std::size_t least_numbers;  ///< behind the move
  std::size_t most_numbers;
};

constexpr std::array kVerbs{
    Verb{"set", Action::set, 1, 1},
    Verb{"add", Action::add, 1, 3},
    Verb{"delete", Action::remove, 0, 0},
    Verb{"zero", Action::set, 0, 0},
};

constexpr std::string_view kEveryMove = "*";

Result<std::uint16_t> read_number(std::string_view text) {
  std::uint16_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc() && end == text.data() + text.size()) return number;
  return Error{fmt::format("\"{}\" is no number from 0 to 65535", text)};
}

bool is_letter(char character) noexcept {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
}

/// Takes the move off "e4 10" or "e8=Q=10": what is behind the last `=` of its word is the weight, unless it
/// is a piece.
std::string_view take_move(std::string_view& text) {
  const std::string_view all = protocol::trim(text);
  const std::string_view word = protocol::take_word(text);
  const std::size_t equals = word.rfind('=');
  if (equals == word.npos || equals + 1 == word.size() || is_letter(word[equals + 1])) return word;
  text = all.substr(equals + 1);
  return word.substr(0, equals);
}

/// Weight, games and half points; those that are not there are 0.
Result<void> read_numbers(std::string_view text, const Verb& verb, BookEdit& edit) {
  std::array<std::uint16_t, 3> numbers{};
  std::size_t count = 0;
  for (std::string_view word; !(word = protocol::take_word(text)).empty(); ++count) {
    if (count == verb.most_numbers) return Error{fmt::format("\"{}\" is one word too many", word)};
    const auto number = read_number(word);
    if (!number) return number.error();
    numbers[count] = *number;
  }
  if (count < verb.least_numbers) return Error{"the weight is missing, as in e2e4=10"};
  edit.weight = numbers[0];
  edit.learn = book::encode_learn(numbers[1], numbers[2]);
  return {};
}

std::vector<book::RawEntry> records_of(std::span<const book::RawEntry> records, std::uint16_t move) {
  std::vector<book::RawEntry> found;
  std::ranges::copy_if(records, std::back_inserter(found),
                       [move](const book::RawEntry& record) { return record.move == move; });
  return found;
}

/// As a script gives a record: the weight, with learn fields behind it if they count.
std::string numbers_of(const book::RawEntry* record, bool with_learn) {
  if (record == nullptr) return "-";
  if (!with_learn) return std::to_string(record->weight);
  return fmt::format("{} {} {}", record->weight, record->learn_games(), record->learn_points());
}

/// A line for the record that was number `index` of its move and the one that is; none if they are the same.
std::string describe(std::span<const book::RawEntry> before, std::span<const book::RawEntry> after,
                     std::size_t index) {
  const book::RawEntry* const was = index < before.size() ? &before[index] : nullptr;
  const book::RawEntry* const is = index < after.size() ? &after[index] : nullptr;
  if (was != nullptr && is != nullptr && *was == *is) return "";
  const bool with_learn = (was == nullptr ? 0 : was->learn) != (is == nullptr ? 0 : is->learn);
  const book::RawEntry& any = was == nullptr ? *is : *was;
  return fmt::format("{:016x} {} {} -> {}\n", any.key, book::code_to_text(any.move),
                     numbers_of(was, with_learn), numbers_of(is, with_learn));
}

/// What has become of a position that is not what it was.
std::string describe(std::span<const book::RawEntry> before, std::span<const book::RawEntry> after) {
  std::vector<std::uint16_t> moves;
  for (const auto records : {before, after})
    for (const book::RawEntry& record : records)
      if (std::ranges::find(moves, record.move) == moves.end()) moves.push_back(record.move);
  std::string text;
  for (const std::uint16_t move : moves) {
    const auto was = records_of(before, move);
    const auto is = records_of(after, move);
    for (std::size_t i = 0; i < std::max(was.size(), is.size()); ++i) text += describe(was, is, i);
  }
  return text.empty() ? fmt::format("{:016x} moves in another order\n", before.front().key) : text;
}

}  // namespace

Result<std::uint16_t> EditSubject::move(std::string_view text) const {
  if (position_) {
    const auto legal = read_move(*position_, text);
    if (legal) return book::encode_move(*legal);
    const bool is_code = text.starts_with("0x") && book::code_from_text(text);
    return is_code ? Error{fmt::format("{}; records of any code can be changed below their key, see -key",
                                       legal.error().what)}
                   : legal.error();
  }
  if (const auto code = book::code_from_text(text)) return *code;
  return Error{fmt::format("\"{}\" is no move in coordinates, as e2e4 or e7e8q", text)};
}

Result<std::uint16_t> EditSubject::record(std::string_view text) const {
  auto legal = move(text);
  if (legal) return legal;
  if (const auto code = book::code_from_text(text)) return *code;
  return legal;
}

Result<BookEdit> parse_edit(const EditSubject& subject, std::string_view text) {
  const std::string_view name = protocol::take_word(text);
  const auto* const verb = std::ranges::find(kVerbs, name, &Verb::name);
  if (verb == kVerbs.end()) return Error{fmt::format("\"{}\" is no command", name)};
  BookEdit edit{.action = verb->action, .key = subject.key()};
  const std::string_view move = take_move(text);
  if (move.empty()) return Error{fmt::format("the move behind \"{}\" is missing", name)};
  if (auto read = read_numbers(text, *verb, edit); !read) return read.error();
  if (edit.action == Action::remove && move == kEveryMove) {
    edit.action = Action::clear;
    return edit;
  }
  const auto code = edit.action == Action::remove ? subject.record(move) : subject.move(move);
  if (!code) return code.error();
  edit.move = *code;
  return edit;
}

Result<std::string> describe_changes(const book::BookEditor& editor) {
  const auto keys = editor.changed_keys();
  if (!keys) return keys.error();
  std::string text;
  for (const chess::Key key : *keys) {
    const auto before = editor.original(key);
    if (!before) return before.error();
    const auto after = editor.records(key);
    if (!after) return after.error();
    text += describe(*before, *after);
  }
  return {boost::system::in_place_value, std::move(text)};
}

}  // namespace polyglot::tools
