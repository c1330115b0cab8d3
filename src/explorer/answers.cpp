// SPDX-License-Identifier: MIT
#include "explorer/answers.hpp"
#include <filesystem>

#include <boost/json/value_from.hpp>
#include <fmt/format.h>

#include <polyglot/ascii.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/book/selection.hpp>
#include <polyglot/game/game.hpp>
#include <polyglot/game/notation.hpp>
#include <polyglot/json_text.hpp>
#include <polyglot/variants/catalogue.hpp>
#include <polyglot/variants/position.hpp>

namespace polyglot::explorer {

namespace {

namespace json = boost::json;

/// Describes the header; null if it cannot be read, because the book can still be shown.
json::value describe_header(const book::BinBook* book) {
  if (book == nullptr) return nullptr;
  const auto header = book->header();
  if (!header || !*header) return nullptr;
  return json::object{{"version", (*header)->version},
                      {"variants", json::value_from((*header)->variants)},
                      {"comment", (*header)->comment}};
}

game::Position position_after(game::Position position, const game::Move& move) {
  position.make(move);
  return position;
}

json::object describe_move(const OpenBook& book, const game::Position& position,
                           const book::Candidate& candidate) {
  json::object described = describe_book_move(*book.source, position, candidate.entry.move,
                                              candidate.entry.weight, candidate.share / 10000.0);
  if (candidate.learned) {
    described["n"] = candidate.learned->games;
    described["sum"] = candidate.learned->points;
  }
  if (candidate.entry.facts.empty()) return described;
  json::object& facts = described["facts"].emplace_object();
  for (const book::BookFact& fact : candidate.entry.facts) facts[fact.name] = json_number(fact.value);
  return described;
}

/// Counts the records of a `.bin` without a legal move.
std::size_t unusable_records(const OpenBook& book, const game::Position& position,
                             const book::BookMoves& known) {
  if (book.bin == nullptr) return 0;
  for (const chess::Key key : book::keys_of(position)) {
    const auto records = book.bin->find(key);
    if (!records || !records->empty()) return records ? records->size() - known.moves.size() : 0;
  }
  return 0;
}

json::object describe_moves(OpenBook& book, json::array moves, std::size_t unusable) {
  json::object described{{"moves", std::move(moves)}, {"unusable", unusable}};
  book.note_troubles();
  if (!book.troubles.empty()) described["troubles"] = json::value_from(book.troubles);
  return described;
}

json::object describe_moves(OpenBook& book, const game::Position& position, const GroupFilter& filter) {
  if (book.counts != nullptr)
    return describe_moves(book, describe_counted(*book.counts, position, filter), 0);
  const book::BookMoves known = book.source->find(position);
  std::optional<book::LearnedMoves> learned;
  if (book.bin != nullptr) learned = book.bin->results(position);
  json::array moves;
  for (const book::Candidate& candidate : book::judge(known, learned ? &*learned : nullptr, {}))
    moves.push_back(describe_move(book, position, candidate));
  return describe_moves(book, std::move(moves), unusable_records(book, position, known));
}

std::string_view name_of(game::Color color) {
  return color == game::Color::white ? "white" : "black";
}

json::value name_of(game::Ending ending) {
  switch (ending) {
    case game::Ending::checkmate:
      return "checkmate";
    case game::Ending::stalemate:
      return "stalemate";
    case game::Ending::variant_end:
      return "variant_end";
    // The page does not show that a game is drawn by a rule.
    case game::Ending::none:
    case game::Ending::insufficient_material:
    case game::Ending::quiet_moves:
    case game::Ending::repetition:
    case game::Ending::perpetual_check:
      break;
  }
  return nullptr;
}

/// Returns the square at the start of a text: a letter and a number.
std::string_view leading_square(std::string_view text) {
  std::size_t length = 1;
  while (length < text.size() && is_digit(text[length])) ++length;
  return text.substr(0, length);
}

/// Describes a move for the page's board, with castling as the king's move.
json::object describe_legal(const game::Position& position, const game::Move& move, chess::Key behind) {
  const std::string text = game::to_uci(position, move, chess::CastlingNotation::king_to_destination);
  json::object described{
      {"uci", coordinates(position, move)}, {"san", game::to_san(position, move)}, {"key", key_text(behind)}};
  std::string_view rest = text;
  const auto take_square = [&rest] {
    const std::string_view square = leading_square(rest);
    rest.remove_prefix(square.size());
    return square;
  };
  if (const std::size_t at = rest.find('@'); at != std::string_view::npos) {
    described["drop"] = rest.substr(0, at);
    rest.remove_prefix(at + 1);
  } else {
    described["from"] = take_square();
  }
  described["to"] = take_square();
  // A Lion has a second step.
  if (rest.starts_with(',')) {
    rest.remove_prefix(1);
    take_square();
    described["to"] = take_square();
  }
  described["promotion"] = rest;
  const std::string onto_rook = game::to_uci(position, move, chess::CastlingNotation::king_takes_rook);
  if (position.chess() != nullptr && onto_rook != text) described["rook"] = onto_rook.substr(2);
  return described;
}

void describe_rules(json::object& described, const game::Position& position) {
  const game::Outcome outcome = position.outcome();
  const chess::Position* const chess = position.chess();
  described["check"] = chess != nullptr ? chess->in_check() : position.variant()->in_check();
  if (position.needs_chess960()) described["chess960"] = true;
  described["ending"] = name_of(outcome.ending);
  described["winner"] = outcome.winner ? json::value(name_of(*outcome.winner)) : nullptr;
  json::array& legal = described["legal"].emplace_array();
  for (const game::Move& move : position.legal_moves())
    legal.push_back(describe_legal(position, move, position_after(position, move).key()));
}

std::string_view name_of(variants::CastlingLetters castling) {
  switch (castling) {
    case variants::CastlingLetters::sides:
      return "sides";
    case variants::CastlingLetters::files:
      return "files";
    default:
      return "none";
  }
}

json::object describe_setup(const game::Rules& rules) {
  const auto chess = variants::Catalogue::builtin().find("normal");
  const variants::FenLetters letters =
      variants::fen_letters(rules.is_chess() ? *chess.value() : *rules.variant());
  return {{"pieces", json::value_from(letters.pieces)},
          {"held", json::value_from(letters.held)},
          {"castling", name_of(letters.castling)}};
}

/// The maximum number of starts that are looked up. Nobody reads a longer list.
constexpr std::uint32_t kMostStarts = 100'000;

std::uint32_t count_of_starts(const game::Rules& rules) {
  return rules.is_chess() ? static_cast<std::uint32_t>(chess::kChess960Positions)
                          : variants::start_count(*rules.variant());
}

game::Position start_of(const game::Rules& rules, std::uint32_t number) {
  if (rules.is_chess()) return chess::chess960_start(static_cast<int>(number));
  return variants::start_position(*rules.variant(), number);
}

bool says_shuffled(const book::BinBook& book) {
  return std::ranges::any_of(book.variants(), [](const std::string& name) {
    return variants::Catalogue::builtin().first_name(name) == "fischerandom";
  });
}

std::size_t most_moves(OpenBooks& opened, const game::Position& position) {
  std::size_t most = 0;
  for (std::size_t i = 0; i < opened.size(); ++i) {
    if (const auto book = opened.book(i); book)
      most = std::max(most, (*book)->source->find(position).moves.size());
  }
  return most;
}

}  // namespace

json::object error_object(const Error& error) {
  return {{"error", error.to_string()}};
}

std::string key_text(game::Key key) {
  return fmt::format("{:016x}", key);
}

std::string coordinates(const game::Position& position, const game::Move& move) {
  return game::to_uci(position, move, game::castling_notation(position));
}

json::object describe_book_move(const book::BookSource& book, const game::Position& position,
                                const game::Move& move, std::uint64_t weight, double share) {
  json::object described{{"uci", coordinates(position, move)},
                         {"san", game::to_san(position, move)},
                         {"weight", weight},
                         {"share", share},
                         {"next", book.find(position_after(position, move)).moves.size()}};
  if (position.variant() != nullptr)
    described["code"] = fmt::format("{:04x}", book::record_code(position, move));
  return described;
}

json::object describe_books(OpenBooks& opened, bool edit, const openings::OpeningNames* names) {
  json::array books;
  for (std::size_t i = 0; i < opened.size(); ++i) {
    json::object about{{"name", opened.name(i)}, {"path", opened.path(i)}};
    if (const auto book = opened.book(i)) {
      about["format"] = book::name_of((*book)->source->format());
      about["entries"] = (*book)->source->size();
      about["header"] = describe_header((*book)->bin);
      about["learn_layout"] = book::name_of((*book)->learn);
      if (const CountsBook* const counts = (*book)->counts; counts != nullptr) {
        about["format"] = "counts";
        for (auto& [name, value] : describe_counts(counts->file())) about[name] = std::move(value);
      }
    } else {
      about["error"] = book.error().to_string();
    }
    books.push_back(std::move(about));
  }
  json::object described{{"edit", edit}, {"books", std::move(books)}};
  if (!opened.rules().is_chess()) described["variant"] = opened.rules().name();
  described["setup"] = describe_setup(opened.rules());
  if (may_be_shuffled(opened)) described["shuffled"] = true;
  if (names != nullptr)
    described["openings"] = {{"file", std::filesystem::path(names->path()).filename().string()},
                             {"count", names->all().size()}};
  return described;
}

json::object describe_position(OpenBooks& opened, const game::Position& position, const GroupFilter& filter) {
  json::array books;
  for (std::size_t i = 0; i < opened.size(); ++i) {
    auto moves = result_of([&] { return describe_moves(*opened.book(i).value(), position, filter); });
    books.push_back(moves ? *std::move(moves) : error_object(moves.error()));
  }
  json::object described{
      {"fen", position.to_fen()}, {"key", key_text(position.key())}, {"books", std::move(books)}};
  describe_rules(described, position);
  return described;
}

json::value describe_opening(const openings::Opening* opening) {
  if (opening == nullptr) return nullptr;
  return json::object{{"eco", opening->eco}, {"name", opening->name}};
}

json::object describe_search(const openings::OpeningNames& names, std::string_view text) {
  constexpr std::size_t kMost = 100;
  const auto named = names.search(text);
  const auto found = named.empty() ? names.search_near(text) : named;
  json::array described;
  for (std::size_t i = 0; i < std::min(found.size(), kMost); ++i)
    described.push_back({{"eco", found[i]->eco},
                         {"name", found[i]->name},
                         {"uci", found[i]->uci()},
                         {"san", found[i]->san()}});
  return {{"count", named.size()}, {"openings", std::move(described)}};
}

bool may_be_shuffled(OpenBooks& opened) {
  if (!opened.rules().is_chess()) return count_of_starts(opened.rules()) > 1;
  for (std::size_t i = 0; i < opened.size(); ++i) {
    const auto book = opened.book(i);
    if (book && (*book)->bin != nullptr && says_shuffled(*(*book)->bin)) return true;
  }
  return false;
}

json::array describe_starts(OpenBooks& opened) {
  json::array starts;
  const game::Rules& rules = opened.rules();
  const std::uint32_t count = count_of_starts(rules);
  if (count <= 1 || count > kMostStarts) return starts;
  for (std::uint32_t number = 0; number < count; ++number) {
    const game::Position start = start_of(rules, number);
    const std::size_t moves = most_moves(opened, start);
    if (moves > 0) starts.push_back({{"number", number}, {"fen", start.to_fen()}, {"moves", moves}});
  }
  return starts;
}

}  // namespace polyglot::explorer
