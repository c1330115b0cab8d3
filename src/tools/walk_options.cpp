// SPDX-License-Identifier: MIT
#include "tools/walk_options.hpp"
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include <polyglot/book/book_games.hpp>
#include <polyglot/book/book_source.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/config/did_you_mean.hpp>

namespace polyglot::tools {
namespace {

using Books = std::vector<const book::LoadedBook*>;

}  // namespace

config::Switch WalkOptions::start_switch() {
  return {
      "fen", "FEN",
      "the position in which games begin, or the number of a start position; may be repeated (default: the "
      "start position; for Chess960 and variants with shuffled pieces, every start position in the book)",
      texts(fens_)};
}

void WalkOptions::add_to(Command& command) {
  variant_.add_to(command);
  command.add({start_switch()});
}

void WalkOptions::add_without_keys_to(Command& command) {
  variant_.add_without_keys_to(command);
  command.add({start_switch()});
}

void WalkOptions::add_after_book_to(Command& command) {
  add_to(command);
  command.add({words_.option()});
}

std::vector<game::Position> WalkOptions::named_starts(const game::Rules& rules) const {
  const auto fen = words_.fen();
  if (fen && !fens_.empty()) throw Failure("cannot be combined with " + config::in_quotes(*fen), "--fen");
  Strings fens = fen ? Strings{*fen} : fens_;
  if (fens.empty() && !words_.moves().empty()) fens.emplace_back(kStartPosition);
  std::vector<game::Position> starts;
  for (const std::string& text : fens) {
    starts.push_back(at_place((fen ? "--position " : "--fen ") + text,
                              [&] { return read_position_before(words_.moves(), rules, text); }));
    at_place("--position", [&] { play(starts.back(), words_.moves()); });
  }
  return starts;
}

book::BookGames WalkOptions::games_of(const book::LoadedBook& book) const {
  return games_of(Books{&book});
}

book::BookGames WalkOptions::games_of(const Books& books) const {
  std::vector<SaidVariants> said;
  for (const book::LoadedBook* const book : books)
    said.push_back({.path = book->path(), .names = book->variants()});
  const auto rules = variant_.rules_of(said);
  book::BookGames games{.rules = rules, .starts = named_starts(rules)};
  if (!games.starts.empty()) return games;
  if (variant_.are_shuffled(rules, said)) {
    games.starts = book::shuffled_starts(rules, books);
  } else {
    games.starts = {rules.start()};
  }
  return games;
}

Action walked_books(const Action& books) {
  return value([take = books.take](const std::string& word) {
    if (is_position(word))
      throw Failure(fmt::format("\"{}\" is no file; give a position with --fen FEN", word));
    take({word});
  });
}

void tell_if_empty(const Command& command, const std::string& path) {
  std::error_code unknown;
  if (std::filesystem::is_regular_file(path, unknown) && std::filesystem::is_empty(path, unknown))
    command.note(path + ": is empty (0 bytes): copy or build the book again");
}

void tell_notes(const Command& command, std::span<const Error> notes) {
  for (const Error& note : notes) command.note(note.to_string());
}

void tell_note(const Command& command, const book::BookSource& book) {
  if (const auto note = book::note_on_variations(book)) command.note(note->to_string());
}

int tell_troubles(const Command& command, std::span<const Error> troubles) {
  for (const Error& trouble : troubles) command.tell(trouble.to_string());
  return troubles.empty() ? kSuccess : kFailure;
}

int tell_troubles(const Command& command, const book::LoadedBook& book) {
  if (book.note()) command.note(book.note()->to_string());
  return tell_troubles(command, book.troubles());
}

}  // namespace polyglot::tools
