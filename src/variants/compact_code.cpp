// SPDX-License-Identifier: MIT
#include <polyglot/variants/compact_code.hpp>

namespace polyglot::variants {
namespace {

/// Files to the right and ranks forward, seen by the moving side.
struct BoardStep {
  int right;
  int forward;
};

/// Rays by their number: forward, right, and the diagonals between and to the left.
constexpr std::array<BoardStep, 4> kRays = {{{0, 1}, {1, 0}, {1, 1}, {-1, 1}}};

/// A leap that leads to the square just to the right of a ray.
struct LeapShape {
  int wide;
  int narrow;

  [[nodiscard]] constexpr BoardStep beside(std::size_t ray) const noexcept {
    const std::array<BoardStep, 4> steps = {
        {{narrow, wide}, {wide, -narrow}, {wide, narrow}, {-narrow, wide}}};
    return steps[ray];
  }
};

constexpr LeapShape kKnight{2, 1};
constexpr std::array<LeapShape, 2> kFarLeaps = {{{3, 1}, {3, 2}}};
constexpr int kLionMoves = 16;

/// Where each kind of move begins in c, the part of a code above ray and target. `side`: the longer side.
struct Layout {
  int side;

  [[nodiscard]] constexpr int lines() const noexcept { return side - 1; }
  [[nodiscard]] constexpr int knight() const noexcept { return lines(); }
  [[nodiscard]] constexpr int far_leaps() const noexcept { return knight() + 2 + kLionMoves; }
  [[nodiscard]] constexpr int promotion() const noexcept {
    return far_leaps() + 2 * static_cast<int>(kFarLeaps.size());
  }
};

constexpr int kCodes = 1 << 16;

BoardPoint shifted(BoardPoint point, BoardStep step, int times, Color mover) noexcept {
  const int sign = mover == Color::white ? times : -times;
  return {point.file + sign * step.right, point.rank + sign * step.forward};
}

}  // namespace

Result<CompactCode> CompactCode::for_board(int files, int ranks) {
  if (files < 2 || ranks < 2 || files > kLargestSide || ranks > kLargestSide) {
    return Error{"there are no codes for a board of " + std::to_string(files) + "x" + std::to_string(ranks) +
                 ": a side has 2 to 19 squares"};
  }
  return CompactCode(files, ranks);
}

bool CompactCode::holds(BoardPoint point) const noexcept {
  return point.file >= 0 && point.file < files_ && point.rank >= 0 && point.rank < ranks_;
}

/// Tries all codes for the target square, at most 200.
Result<std::uint16_t> CompactCode::encode(const CompactMove& move, Color mover) const {
  if (!holds(move.from) || !holds(move.to)) return Error{"the move leaves the board"};
  const int target = files_ * move.to.rank + move.to.file;
  for (int code = target; code < kCodes; code += squares()) {
    if (decode(static_cast<std::uint16_t>(code), mover) == move) return static_cast<std::uint16_t>(code);
  }
  return Error{move.promotes ? "the move has no code, or none with a promotion" : "the move has no code"};
}

std::optional<CompactMove> CompactCode::decode(std::uint16_t code, Color mover) const {
  const int target = code % squares();
  const auto ray = static_cast<std::size_t>(code / squares() % 4);
  const Layout layout{side()};
  int c = code / (4 * squares());
  CompactMove move{{}, {target % files_, target / files_}, c >= layout.promotion()};
  if (move.promotes) c -= layout.promotion();

  if (c < layout.lines()) {
    // Forward along the ray. If that begins outside of the board, it means backward.
    move.from = shifted(move.to, kRays[ray], -(c + 1), mover);
    if (!holds(move.from)) move.from = shifted(move.to, kRays[ray], layout.side - 1 - c, mover);
  } else if (c < layout.knight() + 2) {
    move.from = shifted(move.to, kKnight.beside(ray), c == layout.knight() ? -1 : 1, mover);
  } else if (c >= layout.far_leaps() && c < layout.promotion()) {
    const int number = c - layout.far_leaps();
    move.from = shifted(move.to, kFarLeaps[static_cast<std::size_t>(number / 2)].beside(ray),
                        number % 2 == 0 ? -1 : 1, mover);
  } else {
    return std::nullopt;
  }
  if (!holds(move.from)) return std::nullopt;
  return move;
}

}  // namespace polyglot::variants
