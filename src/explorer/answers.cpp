#include "explorer/answers.hpp"
#include <optional>

#include <boost/json/array.hpp>
#include <boost/json/value_from.hpp>
#include <fmt/format.h>

#include <polyglot/book/move_code.hpp>
#include <polyglot/book/selection.hpp>
#include <polyglot/chess/notation.hpp>

namespace polyglot::explorer {

namespace {

namespace json = boost::json;

json::object error_object(const Error& error) {
  return {{"error", error.to_string()}};
}

/// A header that cannot be read is no reason to keep the book from people.
json::value describe_header(const book::BinBook& book) {
  const auto header = book.header();
  if (!header || !*header) return nullptr;
  return json::object{{"version", (*header)->version},
                      {"variants", json::value_from((*header)->variants)},
                      {"comment", (*header)->comment}};
}

json::object describe_move(const book::BinBook& book, const chess::Position& position,
                           const book::Candidate& candidate, book::LearnedResult learned) {
  const auto move = std::get<chess::Move>(candidate.entry.move);
  chess::Position next = position;
  next.make(move);
  const auto behind = book.find(next.key());
  const auto notation = position.needs_chess960() ? chess::CastlingNotation::king_takes_rook
                                                  : chess::CastlingNotation::king_to_destination;
  return {{"uci", chess::to_uci(move, notation)},
          {"san", chess::to_san(position, move)},
          {"weight", candidate.entry.weight},
          {"share", candidate.share / 10000.0},
          {"n", learned.games},
          {"sum", learned.points},
          {"next", behind ? behind->size() : 0}};
}

Result<json::object> describe_moves(const book::BinBook& book, const chess::Position& position) {
  const auto records = book.find(position.key());
  if (!records) return records.error();
  const book::BookMoves known = book::decode_moves(position, *records);
  const book::LearnedMoves learned = book::decode_learned(position, *records);
  const std::vector<book::Candidate> candidates = book::with_shares(known);
  json::array moves;
  for (std::size_t i = 0; i < candidates.size(); ++i)
    moves.push_back(describe_move(book, position, candidates[i], learned.results[i]));
  return json::object{{"moves", std::move(moves)}, {"unusable", records->size() - known.moves.size()}};
}

}  // namespace

json::object describe_books(OpenBooks& opened, bool edit) {
  json::array books;
  for (std::size_t i = 0; i < opened.size(); ++i) {
    json::object about{{"name", opened.name(i)}, {"path", opened.path(i)}};
    if (const auto book = opened.book(i)) {
      about["records"] = (*book)->size();
      about["header"] = describe_header(**book);
      about["learn_layout"] = book::name_of(opened.learn_layout(i));
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
    const auto moves = book ? describe_moves(**book, position) : book.error();
    books.push_back(moves ? *moves : error_object(moves.error()));
  }
  return {{"fen", position.to_fen()},
          {"key", fmt::format("{:016x}", position.key())},
          {"books", std::move(books)}};
}

}  // namespace polyglot::explorer
