// SPDX-License-Identifier: MIT
#include <array>
#include <charconv>
#include <set>
#include <string_view>

#include <boost/json/string_view.hpp>

#include <polyglot/book/book_stack.hpp>
#include <polyglot/book/decision.hpp>
#include <polyglot/json_text.hpp>

namespace polyglot::book {
namespace {

constexpr double kWholeShare = 10000;

std::string in_json(std::string_view text) {
  return json_text(boost::json::string_view(text));
}

/// As short as it can be said.
std::string number(double value) {
  constexpr std::size_t kLongest = 32;
  std::array<char, kLongest> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  return {digits.data(), end};
}

std::string book_json(const Decision::Book& book) {
  return "{\"name\":" + in_json(book.use->name) + ",\"file\":" + in_json(book.use->file) +
         ",\"passed_over\":" + in_json(book.passed_over) + "}";
}

std::string candidate_json(const Decision& decision, std::size_t place, game::CastlingNotation castling) {
  const Candidate& candidate = decision.candidates[place];
  const LearnedResult learned = candidate.learned.value_or(LearnedResult{});
  const game::Move& move = candidate.entry.move;
  return "{\"book\":" + in_json(decision.books[decision.origins[place]].use->name) +
         ",\"move\":" + in_json(game::to_uci(decision.position, move, castling)) +
         ",\"san\":" + in_json(game::to_san(decision.position, move)) +
         ",\"weight\":" + std::to_string(candidate.entry.weight) +
         ",\"share\":" + number(candidate.share / kWholeShare) + ",\"n\":" + std::to_string(learned.games) +
         ",\"sum\":" + std::to_string(learned.points) + ",\"probability\":" + number(candidate.probability) +
         ",\"kept\":" + (candidate.is_kept() ? "true" : "false") + ",\"rule\":" + in_json(candidate.rule) +
         "}";
}

}  // namespace

std::string Decision::answering() const {
  std::string names;
  for (const Book& book : books)
    if (book.passed_over.empty()) names += (names.empty() ? "" : " + ") + book.use->name;
  return names;
}

std::string to_json(const Decision& decision, game::CastlingNotation castling) {
  const std::string answering = decision.answering();
  std::string text = "\"book\":" + (answering.empty() ? "null" : in_json(answering)) + ",\"books\":[";
  for (std::size_t i = 0; i < decision.books.size(); ++i)
    text += (i == 0 ? "" : ",") + book_json(decision.books[i]);
  text += "],\"candidates\":[";
  for (std::size_t i = 0; i < decision.candidates.size(); ++i)
    text += (i == 0 ? "" : ",") + candidate_json(decision, i, castling);
  return text + "]";
}

}  // namespace polyglot::book
