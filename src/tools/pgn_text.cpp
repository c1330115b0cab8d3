// SPDX-License-Identifier: MIT
#include "tools/pgn_text.hpp"

#include <fmt/format.h>

#include <polyglot/game/notation.hpp>
#include <polyglot/visible.hpp>

namespace polyglot::tools {
namespace {

constexpr std::size_t kPgnWidth = 79;

std::string escaped(std::string_view value) {
  std::string text;
  for (const char c : value) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text;
}

}  // namespace

void PgnText::add(const std::string& word) {
  if (word.empty()) return;
  if (column_ > 0 && column_ + 1 + word.size() > kPgnWidth) {
    text_ += '\n';
    column_ = 0;
  }
  if (column_ > 0) {
    text_ += ' ';
    ++column_;
  }
  text_ += word;
  column_ += word.size();
}

void PgnText::add_line(game::Position start, std::span<const game::Move> moves) {
  for (const game::Move& move : moves) {
    add(move_number_in_line(start, &move == &moves.front()));
    add(game::to_san(start, move));
    start.make(move);
  }
}

void PgnText::add_comment(std::string_view text) {
  std::string comment = visible_line(text);
  std::ranges::replace(comment, '{', '(');
  std::ranges::replace(comment, '}', ')');
  comment = "{" + comment + "}";
  for (std::size_t begin = 0; begin < comment.size();) {
    const std::size_t end = std::min(comment.find(' ', begin), comment.size());
    add(comment.substr(begin, end - begin));
    begin = end + 1;
  }
}

std::string move_number(const game::Position& position) {
  return fmt::format("{}{}", position.fullmove_number(),
                     position.side_to_move() == chess::Color::white ? "." : "...");
}

std::string move_number_in_line(const game::Position& position, bool is_first) {
  return is_first || position.side_to_move() == chess::Color::white ? move_number(position) : "";
}

std::string moves_text(game::Position start, std::span<const game::Move> moves) {
  std::string text;
  for (const game::Move& move : moves) {
    const std::string number = move_number_in_line(start, text.empty());
    if (!text.empty()) text += ' ';
    if (!number.empty()) text += number + ' ';
    text += game::to_san(start, move);
    start.make(move);
  }
  return text;
}

std::string start_tags(const game::Rules& rules, const game::Position& start, bool chess960) {
  std::string tags;
  if (!rules.is_chess()) tags += fmt::format("[Variant \"{}\"]\n", rules.name());
  if (chess960) tags += "[Variant \"fischerandom\"]\n";
  const std::string fen = start.to_fen();
  if (fen != rules.start().to_fen()) tags += fmt::format("[SetUp \"1\"]\n[FEN \"{}\"]\n", fen);
  return tags;
}

std::string pgn_game(std::string_view event, const std::string& round, const game::Rules& rules,
                     const game::Position& start, const PgnText& moves, const openings::Opening* opening) {
  std::string tags = start_tags(rules, start, start.needs_chess960());
  if (opening != nullptr)
    tags += fmt::format("[ECO \"{}\"]\n[Opening \"{}\"]\n", opening->eco, escaped(opening->name));
  return fmt::format(
      "[Event \"{}\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"{}\"]\n[White \"?\"]\n[Black "
      "\"?\"]\n[Result \"*\"]\n{}\n{}\n\n",
      escaped(event), round, tags, moves.text());
}

std::string position_as_game(std::string_view event, const game::Rules& rules, const game::Position& position,
                             std::span<const NotedMove> moves) {
  const std::string number = move_number(position);
  PgnText text;
  for (const NotedMove& move : moves) {
    const bool is_variation = &move != &moves.front();
    text.add(fmt::format("{}{}", is_variation ? "(" : "", number));
    text.add(move.san);
    text.add(fmt::format("{{{}}}{}", move.note, is_variation ? ")" : ""));
  }
  text.add("*");
  return pgn_game(event, "?", rules, position, text);
}

PgnText tree_text(const book::BookTree& tree, const TreeNote& note) {
  PgnText text;
  std::string last;  // the last word, to which a closing parenthesis is joined
  const auto add = [&](const std::string& word) {
    if (!word.empty()) text.add(std::exchange(last, word));
  };
  // What follows: a node, or one of its moves as a variation. Without a node it is the end of a variation.
  struct Pending {
    std::optional<std::size_t> node = {};
    std::size_t move = 0;
  };
  std::vector<Pending> pending{{.node = 0}};
  // In the order of PGN: a move, its alternatives as variations, then the moves after it.
  while (!pending.empty()) {
    const auto [number, index] = pending.back();
    pending.pop_back();
    if (!number) {
      last += ')';
      continue;
    }
    const book::BookTree::Node& node = tree.nodes[*number];
    if (node.moves.empty()) continue;
    const book::BookTree::Move& move = node.moves[index];
    add(fmt::format("{}{}", index > 0 ? "(" : "", move_number(node.position)));
    add(game::to_san(node.position, move.move));
    if (const std::string comment = note(node, move); !comment.empty()) add(fmt::format("{{{}}}", comment));
    if (move.next) pending.push_back({move.next});
    for (std::size_t i = index == 0 ? node.moves.size() - 1 : 0; i > 0; --i) {
      pending.push_back({});
      pending.push_back({number, i});
    }
  }
  add("*");
  text.add(last);
  return text;
}

std::size_t end_of_move(std::string_view text, std::string_view move) {
  const auto end_of_word = [text](std::size_t from) {
    return std::min(text.find_first_of(" \t\r\n{}();$", from), text.size());
  };
  std::size_t at = end_of_word(static_cast<std::size_t>(move.data() - text.data()) + move.size());
  for (;;) {
    const std::size_t nag = text.find_first_not_of(" \t\r\n", at);
    if (nag == std::string_view::npos || text[nag] != '$') return at;
    at = end_of_word(nag + 1);
  }
}

}  // namespace polyglot::tools
