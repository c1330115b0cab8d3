#include "explorer/answers.hpp"
#include <optional>

#include <boost/json/array.hpp>
#include <boost/json/value_from.hpp>
#include <fmt/format.h>

#include <polyglot/book/selection.hpp>
#include <polyglot/chess/notation.hpp>

namespace polyglot::explorer {

namespace {

namespace json = boost::json;

json::object error_object(const Error& error) {
  return {{"error", error.to_string()}};
}

/// A header that cannot be read is no reason to keep the book from people.
json::value describe_header(const book::BinBook* book) {
  if (book == nullptr) return nullptr;
  const auto header = book->header();
  if (!header || !*header) return nullptr;
  return json::object{{"version", (*header)->version},
                      {"variants", json::value_from((*header)->variants)},
                      {"comment", (*header)->comment}};
}

/// Numbers that are whole as JSON writes them.
json::value number(double value) {
  const auto whole = static_cast<std::int64_t>(value);
  return static_cast<double>(whole) == value ? json::value(whole) : json::value(value);
}

json::object describe_move(const OpenBook& book, const chess::Position& position,
                           const book::Candidate& candidate) {
  const auto move = std::get<chess::Move>(candidate.entry.move);
  chess::Position next = position;
  next.make(move);
  const auto notation = position.needs_chess960() ? chess::CastlingNotation::king_takes_rook
                                                  : chess::CastlingNotation::king_to_destination;
  json::object described{{"uci", chess::to_uci(move, notation)},
                         {"san", chess::to_san(position, move)},
                         {"weight", candidate.entry.weight},
                         {"share", candidate.share / 10000.0},
                         {"next", book.source->find(next).moves.size()}};
  if (candidate.entry.facts.empty()) return described;
  json::object& facts = described["facts"].emplace_object();
  for (const book::BookFact& fact : candidate.entry.facts) facts[fact.name] = number(fact.value);
  return described;
}

/// Records of a `.bin` that are no legal move.
std::size_t unusable_records(const OpenBook& book, const chess::Position& position,
                             const book::BookMoves& known) {
  if (book.bin == nullptr) return 0;
  const auto records = book.bin->find(position.key());
  return records ? records->size() - known.moves.size() : 0;
}

json::object describe_moves(OpenBook& book, const chess::Position& position) {
  const book::BookMoves known = book.source->find(position);
  json::array moves;
  for (const book::Candidate& candidate : book::with_shares(known))
    moves.push_back(describe_move(book, position, candidate));
  if (book.bin != nullptr) {
    const book::LearnedMoves learned = book.bin->results(position, known);
    for (std::size_t i = 0; i < moves.size(); ++i) {
      moves[i].as_object()["n"] = learned.results[i].games;
      moves[i].as_object()["sum"] = learned.results[i].points;
    }
  }
  json::object described{{"moves", std::move(moves)}, {"unusable", unusable_records(book, position, known)}};
  book.note_troubles();
  if (!book.troubles.empty()) described["troubles"] = json::value_from(book.troubles);
  return described;
}

}  // namespace

json::object describe_books(OpenBooks& opened, bool edit) {
  json::array books;
  for (std::size_t i = 0; i < opened.size(); ++i) {
    json::object about{{"name", opened.name(i)}, {"path", opened.path(i)}};
    if (const auto book = opened.book(i)) {
      about["format"] = book::name_of((*book)->source->format());
      about["records"] = (*book)->source->size();
      about["header"] = describe_header((*book)->bin);
      about["learn_layout"] = book::name_of((*book)->learn);
    } else {
      about["error"] = book.error().to_string();
    }
    books.push_back(std::move(about));
  }
  return {{"edit", edit}, {"books", std::move(books)}};
}

json::object describe_position(OpenBooks& opened, const chess::Position& position) {
  json::array books;
  for (std::size_t i = 0; i < opened.size(); ++i) {
    const auto book = opened.book(i);
    books.push_back(book ? describe_moves(**book, position) : error_object(book.error()));
  }
  return {{"fen", position.to_fen()},
          {"key", fmt::format("{:016x}", position.key())},
          {"books", std::move(books)}};
}

}  // namespace polyglot::explorer
