#include "protocol/cecp_thinking.hpp"
#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <iterator>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace polyglot::protocol {
namespace {

/// Where XBoard expects the scores of mates. Source: CECP, "Thinking output".
constexpr std::int64_t kMate = 100'000;

/// A mate in `moves` as a score, from the point of view of the side to move.
std::int64_t mate_score(std::int64_t moves, std::int64_t shown) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max() / 4;
  moves = std::clamp(moves, -kMost, kMost);
  if (shown == 0) return moves > 0 ? kMate + moves : moves - kMate;
  return moves > 0 ? shown - 2 * moves + 1 : -shown - 2 * moves;
}

std::int64_t shown_score(const Thinking& thinking) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  const Score& score = thinking.score;
  const std::int64_t value = score.is_mate ? mate_score(score.value, thinking.mate_score) : score.value;
  const std::int64_t opposable = std::max(value, -kMost);
  return thinking.negated ? -opposable : opposable;
}

char sign_of(std::int64_t score) {
  return score < 0 ? '-' : '+';
}

std::uint64_t magnitude(std::int64_t score) {
  return static_cast<std::uint64_t>(score < 0 ? -score : score);
}

std::uint64_t count(int number) {
  return static_cast<std::uint64_t>(std::max(number, 0));
}

/// The numbers of one line, on the stack.
class NumberWriter {
 public:
  NumberWriter& put(char c) noexcept {
    *at_++ = c;
    return *this;
  }

  NumberWriter& put(std::uint64_t number) noexcept {
    at_ = std::to_chars(at_, text_.data() + text_.size(), number).ptr;
    return *this;
  }

  /// Right-aligned; for two digits or four.
  NumberWriter& put(std::uint64_t number, int width) noexcept {
    std::uint64_t least = 1;
    for (int i = 1; i < width; ++i) least *= 10;
    for (; least > 1 && number < least; least /= 10) put(' ');
    return put(number);
  }

  [[nodiscard]] std::string_view text() const noexcept {
    return {text_.data(), static_cast<std::size_t>(at_ - text_.data())};
  }

 private:
  static constexpr std::size_t kMostNumbers = 7;
  static constexpr std::size_t kMostCharacters = std::numeric_limits<std::uint64_t>::digits10 + 3;

  std::array<char, kMostNumbers * kMostCharacters> text_;  // set as far as it is read
  char* at_ = text_.data();
};

/// A comment behind the variation, so that XBoard shows it beside the moves.
void print_win_draw_loss(const Thinking& thinking, std::string& out) {
  auto [win, draw, loss] = *thinking.win_draw_loss;
  if (thinking.negated) std::swap(win, loss);
  const auto percent = [](int per_mille) { return static_cast<double>(per_mille) / 10; };
  fmt::format_to(std::back_inserter(out), " {{W {:.1f}% D {:.1f}% L {:.1f}%}}", percent(win), percent(draw),
                 percent(loss));
}

}  // namespace

void print_thinking(const Thinking& thinking, std::string& out) {
  const std::int64_t score = shown_score(thinking);
  NumberWriter numbers;
  numbers.put(count(thinking.depth)).put(' ').put(sign_of(score)).put(magnitude(score)).put(' ');
  numbers.put(centiseconds(thinking.time)).put(' ').put(thinking.nodes).put(' ');
  if (thinking.show_tablebase_hits) {
    const std::uint64_t kilonodes = thinking.nps / 1000 + thinking.nps % 1000 / 500;  // to the nearest
    numbers.put(count(thinking.selective_depth), 2).put(' ').put(kilonodes, 4).put(' ');
    numbers.put(thinking.tablebase_hits).put('\t');
  }
  out.append(numbers.text()).append(thinking.pv);
  if (thinking.score.bound == Score::Bound::lower) out += '!';
  if (thinking.score.bound == Score::Bound::upper) out += '?';
  if (thinking.win_draw_loss) print_win_draw_loss(thinking, out);
  out += '\n';
}

/// Rare: a few lines a move at the most.
void print_kibitz(const Kibitz& kibitz, std::string& out) {
  const Thinking& line = kibitz.line;
  const std::int64_t score = shown_score(line);
  const std::uint64_t time = centiseconds(line.time);
  fmt::format_to(std::back_inserter(out),
                 "{} depth={} time={}.{:02} node={} speed={} score={}{}.{:02} pv=\"{}\"\n", kibitz.command,
                 line.depth, time / 100, time % 100, line.nodes, line.nps, sign_of(score),
                 magnitude(score) / 100, magnitude(score) % 100, line.pv);
}

}  // namespace polyglot::protocol
