// SPDX-License-Identifier: MIT
#include "siege/player.hpp"

#include <polyglot/chess/notation.hpp>

namespace polyglot::siege {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

/// How often the player decides whether to give a silent proxy up.
constexpr auto kPulse = 50ms;

std::string coordinates(chess::Move move) {
  return chess::to_uci(move, chess::CastlingNotation::king_to_destination);
}

bool is_word(std::string_view line, std::string_view word) {
  return line.starts_with(word) && (line.size() == word.size() || line[word.size()] == ' ');
}

bool is_claim(std::string_view line) {
  constexpr std::array<std::string_view, 4> kClaims = {"resign", "1-0", "0-1", "1/2-1/2"};
  for (const std::string_view claim : kClaims)
    if (is_word(line, claim)) return true;
  return false;
}

Answer read_claim(const chess::Game& game, const std::string& line) {
  const bool white = game.position().side_to_move() == chess::Color::white;
  if (is_word(line, "resign") || is_word(line, white ? "0-1" : "1-0"))
    return {.kind = Answer::Kind::resigns, .text = line};
  return {.kind = is_word(line, "1/2-1/2") ? Answer::Kind::draws : Answer::Kind::illegal, .text = line};
}

/// The line of a move, of a claim instead of one, or of a refusal.
bool is_answer(Language language, std::string_view line) {
  if (language == Language::uci) return is_word(line, "bestmove");
  return is_word(line, "move") || is_claim(line) || line.starts_with("Illegal move");
}

Answer read_answer(const chess::Game& game, const std::string& line) {
  if (is_claim(line)) return read_claim(game, line);
  const std::size_t begin = line.find(' ') + 1;
  const std::string word = line.substr(begin, line.find(' ', begin) - begin);
  const auto move = chess::move_from_text(game.position(), word);
  if (!move) return {.kind = Answer::Kind::illegal, .text = line};
  return {.kind = Answer::Kind::move, .move = *move, .text = line};
}

}  // namespace

std::string position_command(const chess::Game& game) {
  std::string text = "position startpos";
  std::string_view before = " moves ";
  for (const chess::Move move : game.moves())
    text += std::string(std::exchange(before, " ")) + coordinates(move);
  return text;
}

Player::Player(PlayerSetup setup) : setup_(std::move(setup)), program_(setup_.launch) {}

bool Player::begin_game(const GivesUp& gives_up) {
  if (!greet(gives_up)) return false;
  const bool uci = setup_.language == Language::uci;
  return sends(uci ? "ucinewgame" : "force\nnew\neasy\n" + setup_.limit) && gets_ready(gives_up);
}

bool Player::greet(const GivesUp& gives_up) {
  if (std::exchange(is_greeted_, true)) return true;
  const bool uci = setup_.language == Language::uci;
  const auto at_end = [this, uci](std::string_view line) {
    if (uci) return line == "uciok";
    if (!line.starts_with("feature ")) return false;
    takes_usermove_ = takes_usermove_ || line.find("usermove=1") != line.npos;
    return line.find("done=1") != line.npos;
  };
  return sends(uci ? "uci" : "xboard\nprotover 2") && line(at_end, gives_up);
}

bool Player::begin_thinking(const chess::Game& game) {
  std::string lines;
  if (setup_.language == Language::uci) {
    lines = position_command(game) + "\ngo " + setup_.limit;
  } else {
    lines = "time 30\notim 30\n";  // centiseconds: as if no time passed
    const std::string prefix = takes_usermove_ ? "usermove " : "";
    lines += game.ply() == 0 ? "go" : prefix + coordinates(game.moves().back());
  }
  return sends(lines);
}

Answer Player::think(const chess::Game& game, const GivesUp& gives_up) {
  if (!begin_thinking(game)) return no_answer();
  const auto is_wanted = [this](std::string_view line) { return is_answer(setup_.language, line); };
  const auto answer = line(is_wanted, gives_up);
  return answer ? read_answer(game, *answer) : no_answer();
}

bool Player::tell_result(const chess::Game& game, std::string_view result, const GivesUp& gives_up) {
  if (setup_.language == Language::uci)
    return sends(position_command(game) + "\nsetoption name Polyglot Result value " + std::string(result)) &&
           gets_ready(gives_up);
  return sends("result " + std::string(result) + " {the driver says so}") && gets_ready(gives_up);
}

bool Player::sends(std::string_view lines) {
  try {
    program_.send(lines);
    return true;
  } catch (const std::exception&) {
    return false;  // it does not read any more
  }
}

bool Player::gets_ready(const GivesUp& gives_up) {
  const bool uci = setup_.language == Language::uci;
  const std::string number = std::to_string(++pings_);
  const std::string answer = uci ? "readyok" : "pong " + number;
  const auto is_wanted = [&answer](std::string_view line) { return line == answer; };
  return sends(uci ? "isready" : "ping " + number) && line(is_wanted, gives_up);
}

std::optional<std::string> Player::line(const std::function<bool(std::string_view)>& wanted,
                                        const GivesUp& gives_up) {
  const auto start = Clock::now();
  for (;;) {
    auto next = program_.next_line(kPulse);
    if (next && wanted(*next)) return next;
    if (next) continue;
    if (program_.at_end()) return std::nullopt;
    if (gives_up(std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start)))
      return std::nullopt;
  }
}

Answer Player::no_answer() const {
  return {.kind = program_.at_end() ? Answer::Kind::gone : Answer::Kind::silent};
}

}  // namespace polyglot::siege
