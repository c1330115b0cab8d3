// SPDX-License-Identifier: MIT

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <polyglot/book/book_stack.hpp>
#include <polyglot/book/decision.hpp>
#include <polyglot/json_text.hpp>

namespace polyglot::book {
namespace {

namespace json = boost::json;

constexpr double kWholeShare = 10000;

json::object describe(const Decision::Book& book) {
  return {{"name", book.use->name}, {"file", book.use->file}, {"passed_over", book.passed_over}};
}

json::object describe(const Decision& decision, std::size_t place, game::CastlingNotation castling) {
  const Candidate& candidate = decision.candidates[place];
  const LearnedResult learned = candidate.learned.value_or(LearnedResult{});
  const game::Move& move = candidate.entry.move;
  json::object described{{"book", decision.books[decision.origins[place]].use->name},
                         {"move", game::to_uci(decision.position, move, castling)},
                         {"san", game::to_san(decision.position, move)},
                         {"weight", candidate.entry.weight},
                         {"share", json_number(candidate.share / kWholeShare)},
                         {"n", learned.games},
                         {"sum", learned.points},
                         {"probability", json_number(candidate.probability)},
                         {"kept", candidate.is_kept()},
                         {"rule", candidate.rule}};
  return described;
}

}  // namespace

std::string Decision::answering() const {
  std::string names;
  for (const Book& book : books)
    if (book.passed_over.empty()) names += (names.empty() ? "" : " + ") + book.use->name;
  return names;
}

void add_json(const Decision& decision, game::CastlingNotation castling, json::object& object) {
  const std::string answering = decision.answering();
  object["book"] = answering.empty() ? json::value() : json::value(answering);
  json::array& books = object["books"].emplace_array();
  for (const Decision::Book& book : decision.books) books.push_back(describe(book));
  json::array& candidates = object["candidates"].emplace_array();
  for (std::size_t i = 0; i < decision.candidates.size(); ++i)
    candidates.push_back(describe(decision, i, castling));
}

}  // namespace polyglot::book
