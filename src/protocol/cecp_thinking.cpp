#include "protocol/cecp_thinking.hpp"
#include <array>
#include <charconv>
#include <limits>

namespace polyglot::protocol {
namespace {

/// Where XBoard expects the scores of mates. Source: CECP, "Thinking output".
constexpr std::int64_t kMate = 100'000;

/// A mate in `moves` as a score, from the point of view of the side to move.
std::int64_t mate_score(std::int64_t moves, std::int64_t shown) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max() / 4;
  moves = std::min(std::max(moves, -kMost), kMost);
  if (shown == 0) return moves > 0 ? kMate + moves : moves - kMate;
  return moves > 0 ? shown - 2 * moves + 1 : -shown - 2 * moves;
}

/// What is shown of a score: it is never the smallest number, so that it has an opposite.
std::int64_t shown_score(const Thinking& thinking) {
  const Score& score = thinking.score;
  const std::int64_t value = score.is_mate ? mate_score(score.value, thinking.mate_score) : score.value;
  return thinking.negated ? -value : value;
}

char sign_of(std::int64_t score) {
  return score < 0 ? '-' : '+';
}

std::uint64_t magnitude(std::int64_t score) {
  return static_cast<std::uint64_t>(score < 0 ? -score : score);
}

std::uint64_t count(int number) {
  return static_cast<std::uint64_t>(number < 0 ? 0 : number);
}

void append_hundredths(std::uint64_t number, std::string& out) {
  append_number(number / 100, out);
  out += '.';
  out += static_cast<char>('0' + number / 10 % 10);
  out += static_cast<char>('0' + number % 10);
}

}  // namespace

void append_number(std::uint64_t number, std::string& out) {
  append_number(number, 0, out);
}

void append_number(std::uint64_t number, std::size_t width, std::string& out) {
  std::array<char, std::numeric_limits<std::uint64_t>::digits10 + 1> digits;
  const char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  const auto size = static_cast<std::size_t>(end - digits.data());
  if (size < width) out.append(width - size, ' ');
  out.append(digits.data(), size);
}

void print_thinking(const Thinking& thinking, std::string& out) {
  const std::int64_t score = shown_score(thinking);
  append_number(count(thinking.depth), out);
  out += ' ';
  out += sign_of(score);
  append_number(magnitude(score), out);
  out += ' ';
  append_number(centiseconds(thinking.time), out);
  out += ' ';
  append_number(thinking.nodes, out);
  out += ' ';
  if (thinking.show_tablebase_hits) {
    append_number(count(thinking.selective_depth), 2, out);
    out += ' ';
    append_number(thinking.nps / 1000, 4, out);
    out += ' ';
    append_number(thinking.tablebase_hits, out);
    out += '\t';
  }
  out += thinking.pv;
  if (thinking.score.bound == Score::Bound::lower) out += '!';
  if (thinking.score.bound == Score::Bound::upper) out += '?';
  out += '\n';
}

void print_kibitz(const Kibitz& kibitz, std::string& out) {
  const Thinking& line = kibitz.line;
  const std::int64_t score = shown_score(line);
  out.append(kibitz.command).append(" depth=");
  append_number(count(line.depth), out);
  out += " time=";
  append_hundredths(centiseconds(line.time), out);
  out += " node=";
  append_number(line.nodes, out);
  out += " speed=";
  append_number(line.nps, out);
  out += " score=";
  out += sign_of(score);
  append_hundredths(magnitude(score), out);
  out.append(" pv=\"").append(line.pv).append("\"\n");
}

}  // namespace polyglot::protocol
