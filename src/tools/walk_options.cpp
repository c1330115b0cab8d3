// SPDX-License-Identifier: MIT
#include "tools/walk_options.hpp"
#include <filesystem>
#include <string>
#include <system_error>

#include <polyglot/book/open_book.hpp>
#include <polyglot/book/shuffled_starts.hpp>

#include "tools/option_values.hpp"
#include "tools/position_arguments.hpp"

namespace polyglot::tools {
namespace {

using Books = std::vector<const book::LoadedBook*>;

}  // namespace

std::vector<config::Switch> WalkOptions::switches(bool with_keys) {
  std::vector<config::Switch> switches = variant_.switches(with_keys);
  switches.push_back(
      {"fen", "FEN",
       "the position in which games begin, or the number of a start position; may be repeated (default: the "
       "start position; for Chess960 and variants with shuffled pieces, every start position in the book)",
       texts(fens_)});
  return switches;
}

Result<book::BookGames> WalkOptions::games_of(const book::LoadedBook& book) const {
  return games_of(Books{&book});
}

Result<book::BookGames> WalkOptions::games_of(const Books& books) const {
  std::vector<SaidVariants> said;
  for (const book::LoadedBook* const book : books)
    said.push_back({.path = book->path(), .names = book->variants()});
  const auto rules = variant_.rules_of(said);
  if (!rules) return rules.error();
  book::BookGames games{.rules = *rules, .starts = {}};
  for (const std::string& fen : fens_) {
    const auto start = read_position(*rules, fen);
    if (!start) return Error{start.error().to_string(), "--fen " + fen};
    games.starts.push_back(*start);
  }
  if (!fens_.empty()) return games;
  const bool is_shuffled =
      rules->is_chess() ? variant_.names_chess960(said) : rules->variant()->is_shuffled();
  if (is_shuffled) {
    games.starts = book::shuffled_starts(*rules, books);
  } else {
    games.starts = {rules->start()};
  }
  return games;
}

void tell_if_empty(const Command& command, const std::string& path) {
  std::error_code unknown;
  if (std::filesystem::is_regular_file(path, unknown) && std::filesystem::is_empty(path, unknown))
    command.tell(path + ": is empty (0 bytes): copy or build the book again");
}

void tell_notes(const Command& command, std::span<const Error> notes) {
  for (const Error& note : notes) command.tell(note.to_string());
}

void tell_note(const Command& command, const book::BookSource& book) {
  if (const auto note = book::note_on_variations(book)) command.tell(note->to_string());
}

int tell_troubles(const Command& command, std::span<const Error> troubles) {
  tell_notes(command, troubles);
  return troubles.empty() ? kSuccess : kFailure;
}

int tell_troubles(const Command& command, const book::LoadedBook& book) {
  if (book.note()) command.tell(book.note()->to_string());
  return tell_troubles(command, book.troubles());
}

}  // namespace polyglot::tools
