// SPDX-License-Identifier: MIT
#include "support/random_games.hpp"
#include <vector>

#include <polyglot/chess/notation.hpp>
#include <polyglot/chess/position.hpp>

namespace polyglot::test {
namespace {

constexpr std::array kResults = {"1-0", "0-1", "1/2-1/2", "1/2-1/2", "1-0", "0-1", "1/2-1/2", "*"};
constexpr std::size_t kLineWidth = 79;
/// The number of first plies that follow fashion.
constexpr std::size_t kOpening = 14;

std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 31)) * 0x9e3779b97f4a7c15;
  return x ^ (x >> 29);
}

/// Legal moves in an order that belongs to the position: those in fashion there come first.
std::vector<chess::Move> by_fashion(const chess::Position& position) {
  const chess::MoveList legal = position.legal_moves();
  std::vector<chess::Move> moves(legal.begin(), legal.end());
  const auto rank = [&](chess::Move move) {
    const auto squares = static_cast<std::uint64_t>(move.from().index() * 64 + move.to().index());
    return std::pair(mixed(position.key() ^ squares), static_cast<int>(move.promotion()));
  };
  std::ranges::sort(moves, {}, rank);
  return moves;
}

/// Words of a movetext, wrapped as the standard's export format asks for.
class Words {
 public:
  explicit Words(std::string& out) : out_(out), line_(out.size()) {}

  void add(const std::string& word) {
    if (out_.size() - line_ + word.size() + 1 > kLineWidth) {
      out_ += '\n';
      line_ = out_.size();
    } else if (out_.size() > line_) {
      out_ += ' ';
    }
    out_ += word;
  }

 private:
  std::string& out_;
  std::size_t line_;
};

std::string two_digits(std::uint64_t number) {
  return {static_cast<char>('0' + number / 10 % 10), static_cast<char>('0' + number % 10)};
}

}  // namespace

std::size_t RandomGames::pick(std::size_t ply, std::size_t choices) {
  if (ply >= kOpening) return random_() % choices;
  std::size_t index = 0;
  while (index + 1 < choices && random_() % 8 < 2 + ply / 4) ++index;
  return index;
}

std::size_t RandomGames::length() {
  return style_ == GameStyle::line ? 16 : 40 + random_() % 80;
}

void RandomGames::append_tags(std::string& out, const char* result) {
  const auto player = [&] { return "Player, " + std::to_string(random_() % 2000); };
  const std::string year = std::to_string(1990 + random_() % 34);
  out += "[Event \"Random Open\"]\n[Site \"Nowhere\"]\n[Date \"" + year + "." +
         two_digits(1 + random_() % 12) + "." + two_digits(1 + random_() % 28) + "\"]\n[Round \"" +
         std::to_string(1 + random_() % 9) + "\"]\n";
  out += "[White \"" + player() + "\"]\n[Black \"" + player() + "\"]\n[Result \"" + result + "\"]\n";
  out += "[WhiteElo \"" + std::to_string(1800 + random_() % 1000) + "\"]\n[BlackElo \"" +
         std::to_string(1800 + random_() % 1000) + "\"]\n\n";
}

void RandomGames::append_moves(std::string& out, const char* result) {
  chess::Position position;
  Words words(out);
  const std::size_t plies = length();
  for (std::size_t ply = 0; ply < plies; ++ply) {
    const std::vector<chess::Move> moves = by_fashion(position);
    if (moves.empty()) break;
    const chess::Move move = moves[pick(ply, moves.size())];
    const bool comments = style_ == GameStyle::annotated;
    if (ply % 2 == 0) words.add(std::to_string(ply / 2 + 1) + ".");
    if (ply % 2 == 1 && comments) words.add(std::to_string(ply / 2 + 1) + "...");
    words.add(chess::to_san(position, move));
    if (comments) {
      words.add("{ [%eval " + std::to_string(random_() % 3) + "." + two_digits(random_() % 100) +
                "] [%clk 0:" + two_digits(random_() % 60) + ":" + two_digits(random_() % 60) + "] }");
    }
    position.make(move);
  }
  words.add(result);
}

void RandomGames::append(std::string& out) {
  const char* const result = kResults[random_() % kResults.size()];
  ++count_;
  append_tags(out, result);
  append_moves(out, result);
  out += "\n\n";
}

}  // namespace polyglot::test
