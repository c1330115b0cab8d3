#include "tools/book_edits.hpp"
#include <algorithm>
#include <array>
#include <charconv>

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

/// Takes the move off "e4 10" or "e8=Q=10": a number behind the last `=` of its word is the weight.
std::string_view take_move(std::string_view& text) {
  const std::string_view all = protocol::trim(text);
  const std::string_view word = protocol::take_word(text);
  const std::size_t equals = word.rfind('=');
  if (equals == word.npos || word.find_first_of("0123456789", equals) != equals + 1) return word;
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
  edit.learn = (std::uint32_t{numbers[1]} << 16) | numbers[2];
  return {};
}

Result<void> make(book::BookEditor& editor, const BookEdit& edit) {
  switch (edit.action) {
    case Action::set:
      return editor.set_weight(edit.key, edit.move, edit.weight);
    case Action::add:
      return editor.add({.key = edit.key, .move = edit.move, .weight = edit.weight, .learn = edit.learn});
    case Action::remove:
      return editor.remove(edit.key, edit.move);
    case Action::clear:
      return editor.replace(edit.key, {});
  }
  return {};
}

std::string weight_of(std::span<const book::RawEntry> records, std::uint16_t move) {
  const auto found = std::ranges::find(records, move, &book::RawEntry::move);
  return found == records.end() ? "-" : std::to_string(found->weight);
}

void describe(std::span<const book::RawEntry> before, std::span<const book::RawEntry> after,
              std::string& text) {
  std::vector<std::uint16_t> moves;
  for (const auto records : {before, after})
    for (const book::RawEntry& record : records)
      if (std::ranges::find(moves, record.move) == moves.end()) moves.push_back(record.move);
  for (const std::uint16_t move : moves) {
    const std::string was = weight_of(before, move);
    const std::string is = weight_of(after, move);
    const chess::Key key = before.empty() ? after.front().key : before.front().key;
    if (was != is) text += fmt::format("{:016x} {} {} -> {}\n", key, book::code_to_text(move), was, is);
  }
}

}  // namespace

Result<std::uint16_t> EditSubject::move(std::string_view text) const {
  if (position_) {
    const auto legal = read_move(*position_, text);
    if (!legal) return legal.error();
    return book::encode_move(*legal);
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

Result<void> apply(book::BookEditor& editor, std::span<const BookEdit> edits,
                   const std::function<std::string(const BookEdit&)>& place) {
  std::vector<chess::Key> keys;
  for (const BookEdit& edit : edits) keys.push_back(edit.key);
  if (auto read = editor.expect(std::move(keys)); !read) return read;
  for (const BookEdit& edit : edits) {
    auto made = make(editor, edit);
    if (made) continue;
    return made.error().where.empty() ? Error{made.error().what, place(edit)} : made.error();
  }
  return {};
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
    describe(*before, *after, text);
  }
  return {boost::system::in_place_value, std::move(text)};
}

}  // namespace polyglot::tools
