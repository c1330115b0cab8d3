// SPDX-License-Identifier: MIT
#include "proxy/cecp/engine_model.hpp"
#include <algorithm>
#include <array>
#include <sstream>
#include <utility>

#include <polyglot/chess/notation.hpp>

namespace polyglot::proxy::testing {
namespace {

using Lines = EngineModel::Lines;

/// FNV-1a: the same on every machine.
std::uint64_t hash(const std::string& text) {
  std::uint64_t value = 14695981039346656037U;
  for (const char c : text) value = (value ^ static_cast<unsigned char>(c)) * 1099511628211U;
  return value;
}

/// Legal moves in an order that only the rules define.
std::vector<chess::Move> sorted_moves(const chess::Position& position) {
  const chess::MoveList legal = position.legal_moves();
  std::vector<chess::Move> moves(legal.begin(), legal.end());
  const auto text = [](chess::Move move) {
    return chess::to_uci(move, chess::CastlingNotation::king_takes_rook);
  };
  std::sort(moves.begin(), moves.end(), [&](chess::Move a, chess::Move b) { return text(a) < text(b); });
  return moves;
}

}  // namespace

bool EngineCharacter::has_option(std::string_view name) const {
  return std::any_of(options.begin(), options.end(), [name](const std::string& option) {
    return option.starts_with(std::string(name) + " type ");
  });
}

Lines EngineModel::react(const std::string& line) {
  std::istringstream words(line);
  std::string command;
  words >> command;
  if (command == "uci") return greet();
  if (command == "isready") return {"readyok"};
  if (command == "setoption") set_option(line);
  if (command == "position") set_position(line);
  if (command == "go") return go(line);
  if (command == "stop" && search_ != Search::none) return best_move();
  if (command == "ponderhit" && search_ == Search::ponder) {
    search_ = Search::normal;
    if (!Dice(position_hash_ + 2).percent(character_.thinking_percent)) return best_move();
  }
  return {};
}

Lines EngineModel::finish() {
  if (search_ == Search::none || search_ == Search::infinite) return {};
  return best_move();
}

Lines EngineModel::deepen() {
  if (search_ == Search::none) return {};
  Dice dice(position_hash_ + 3 + static_cast<std::uint64_t>(depth_));
  if (dice.percent(40)) return {aside(dice)};
  depth_ += dice.between(0, 2);
  Lines lines;
  for (int line = 1; line <= character_.lines; ++line) lines.push_back(iteration(dice, line));
  return lines;
}

Lines EngineModel::greet() const {
  Lines lines = {"id name Model " + std::to_string(character_.seed % 10), "id author nobody"};
  for (const std::string& option : character_.options) lines.push_back("option name " + option);
  lines.emplace_back("uciok");
  return lines;
}

void EngineModel::set_option(const std::string& line) {
  if (line.starts_with("setoption name UCI_Chess960 value ")) chess960_ = line.ends_with("true");
}

void EngineModel::set_position(const std::string& line) {
  position_ = chess::Position();
  own_last_move_.clear();
  last_move_.clear();
  const auto moves = line.find(" moves ");
  if (const auto fen = line.find("fen "); fen != std::string::npos) {
    position_ = chess::Position::from_fen(line.substr(fen + 4, moves - fen - 4)).value();
  }
  // The hash is not that of the line, because the usual start can be written in two ways.
  position_hash_ = hash(position_.to_fen() + (moves == std::string::npos ? "" : line.substr(moves)));
  position_hash_ ^= character_.seed;
  if (moves == std::string::npos) return;
  std::istringstream words(line.substr(moves + 7));
  for (std::string word; words >> word;) {
    const auto move = chess::move_from_uci(position_, word);
    if (!move) break;  // the comparison of the lines tells it
    position_.make(*move);
    own_last_move_ = std::exchange(last_move_, word);
  }
}

Lines EngineModel::go(const std::string& line) {
  Dice dice(position_hash_);
  search_ = line.find(" infinite") != std::string::npos ? Search::infinite
            : line.ends_with(" ponder")                 ? Search::ponder
                                                        : Search::normal;
  depth_ = dice.between(1, 9);
  terse_ = false;
  Lines lines;
  for (int count = dice.between(0, 3); count > 0; --count) {
    for (int number = 1; number <= character_.lines; ++number) lines.push_back(iteration(dice, number));
    if (dice.percent(25)) lines.push_back(aside(dice));
    depth_ += dice.between(0, 2);
  }
  if (search_ == Search::normal && !dice.percent(character_.thinking_percent)) {
    const Lines end = best_move();
    lines.insert(lines.end(), end.begin(), end.end());
  }
  return lines;
}

Lines EngineModel::best_move() {
  search_ = Search::none;
  Dice dice(position_hash_ + 1);
  const auto moves = sorted_moves(position_);
  if (moves.empty()) return {"bestmove (none)"};
  if (dice.percent(character_.illegal_percent)) {
    return {
        dice.pick(std::array<std::string, 4>{"bestmove a1a1", "bestmove h8a1", "bestmove xyz", "bestmove"})};
  }
  const chess::Move best = choose(dice, moves);
  std::string line = "bestmove " + text(best);
  chess::Position next = position_;
  next.make(best);
  const auto replies = sorted_moves(next);
  if (!replies.empty() && dice.percent(85)) line += " ponder " + text(dice.pick(replies));
  return {line};
}

chess::Move EngineModel::choose(Dice& dice, const std::vector<chess::Move>& moves) const {
  if (character_.shuffles && !own_last_move_.empty()) {
    const auto back = chess::move_from_uci(position_, reversed(own_last_move_));
    if (back && dice.percent(80)) return *back;
  }
  return dice.pick(moves);
}

/// The first line of a search names every number: 2.0.4 remembers some from earlier searches.
std::string EngineModel::iteration(Dice& dice, int line) {
  const int least = std::exchange(terse_, true) ? 0 : 100;
  // Avoids half hundredths of a second and half thousands of nodes, because their rounding is not defined.
  const bool shallower = !character_.complete && dice.percent(6);
  std::string info = "info depth " + std::to_string(std::max(depth_ - (shallower ? 1 : 0), 1));
  if (dice.percent(std::max(50, least))) info += " seldepth " + std::to_string(depth_ + dice.between(0, 12));
  if (character_.lines > 1) info += " multipv " + std::to_string(line);
  if (dice.percent(12)) {
    info += " score mate " + std::to_string(dice.between(1, 9) * (dice.percent(50) ? 1 : -1));
  } else {
    info +=
        " score cp " + std::to_string(dice.percent(20) ? dice.between(-2000, 2000) : dice.between(-90, 90));
  }
  if (character_.lines == 1 && dice.percent(12)) info += dice.percent(50) ? " lowerbound" : " upperbound";
  if (dice.percent(90)) info += " nodes " + std::to_string(dice.between(1, 4'000'000));
  if (dice.percent(std::max(60, least)))
    info += " nps " + std::to_string(1000 * dice.between(0, 3'000) + dice.between(0, 499));
  if (dice.percent(std::max(30, least))) info += " tbhits " + std::to_string(dice.between(0, 900));
  if (dice.percent(30)) info += " hashfull " + std::to_string(dice.between(0, 1000));
  if (dice.percent(90)) info += " time " + std::to_string(10 * dice.between(0, 9'000) + dice.between(0, 4));
  if (character_.complete || dice.percent(92)) info += " pv " + variation(dice);
  return info;
}

std::string EngineModel::aside(Dice& dice) const {
  const auto moves = sorted_moves(position_);
  const std::string move = moves.empty() ? "a1a2" : text(dice.pick(moves));
  if (character_.offers && dice.percent(30)) {
    return dice.pick(std::array<std::string, 4>{"info string DrawOffer", "info string drawoffer",
                                                "info string Resign", "info string resign now"});
  }
  return dice.pick(std::array<std::string, 8>{
      "info currmove " + move + " currmovenumber " +
          std::to_string(dice.between(1, std::max(static_cast<int>(moves.size()), 1))),
      (character_.complete ? "info" : "info depth " + std::to_string(depth_)) + " currmove " + move +
          " currmovenumber 1",
      "info string a remark after  " + std::to_string(depth_) + " plies",
      "info string xboard a line for the GUI",
      character_.complete ? "info hashfull 3" : "info nodes 99 nps 1000 time 17",
      "info hashfull 500 cpuload 990",
      "info wonder 17",
      character_.complete ? "info hashfull 4" : "info depth " + std::to_string(depth_),
  });
}

std::string EngineModel::variation(Dice& dice) const {
  std::string words;
  chess::Position position = position_;
  for (int length = dice.between(1, 7); length > 0; --length) {
    const auto moves = sorted_moves(position);
    if (moves.empty()) break;
    const chess::Move move = dice.pick(moves);
    words += (words.empty() ? "" : " ") + text(move);
    position.make(move);
  }
  if (dice.percent(6)) words += (words.empty() ? "" : " ") + std::string("a1h7 e2e4");
  return words;
}

/// If the king does not move in castling, only king-takes-rook notation can express it.
std::string EngineModel::text(chess::Move move) const {
  const bool takes_rook = chess960_ || position_.needs_chess960();
  return chess::to_uci(move, takes_rook ? chess::CastlingNotation::king_takes_rook
                                        : chess::CastlingNotation::king_to_destination);
}

std::string reversed(const std::string& move) {
  return move.size() < 4 ? move : move.substr(2, 2) + move.substr(0, 2);
}

}  // namespace polyglot::proxy::testing
