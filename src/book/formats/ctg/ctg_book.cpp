// SPDX-License-Identifier: MIT
#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "book/formats/ctg/ctg_file.hpp"
#include "book/formats/ctg/ctg_position.hpp"
#include "book/formats/formats.hpp"

namespace polyglot::book {
namespace {

/// A move and the entry of the position after it.
struct CtgBranch {
  chess::Move move;
  std::uint8_t annotation = 0;
  CtgEntry reached;

  [[nodiscard]] bool has(std::uint8_t recommendation) const noexcept {
    return (reached.recommendation & recommendation) != 0;
  }
  /// Returns true if the author recommends the move without an objection. Objections are a mark to avoid it,
  /// and `?`, `??`, `!?` and `?!`.
  [[nodiscard]] bool is_chosen() const noexcept {
    using namespace ctg_annotation;
    constexpr std::array kObjections{kBad, kBlunder, kInteresting, kDubious};
    return has(ctg_recommendation::kPlay) && !has(ctg_recommendation::kAvoid) &&
           std::ranges::find(kObjections, annotation) == kObjections.end();
  }
  /// The mover's half points. For games without a result, the book stores points, too.
  [[nodiscard]] std::uint32_t half_points() const noexcept {
    constexpr std::uint64_t kGame = 10;  // in tenths of a point
    constexpr std::uint64_t kHalf = kGame / 2;
    const std::uint64_t all = kGame * reached.games;
    return static_cast<std::uint32_t>((all - std::min<std::uint64_t>(all, reached.points)) / kHalf);
  }
};

/// The factor by which an annotation multiplies a weight, in quarters.
std::uint32_t quarters_of(std::uint8_t annotation) {
  switch (annotation) {
    case ctg_annotation::kExcellent:
      return 16;
    case ctg_annotation::kGood:
      return 8;
    case ctg_annotation::kInteresting:
      return 2;
    case ctg_annotation::kDubious:
      return 1;
    case ctg_annotation::kBad:
    case ctg_annotation::kBlunder:
      return 0;
    case ctg_annotation::kOnlyMove:
      return 32;
    default:
      return 4;
  }
}

/// `some_are_chosen`: whether the author has chosen any move of the position.
std::uint32_t weight_of(const CtgBranch& branch, bool some_are_chosen) {
  if (branch.has(ctg_recommendation::kAvoid)) return 0;
  const std::uint32_t points = branch.half_points() + 1;
  if (some_are_chosen) return branch.is_chosen() ? points : 0;
  const std::uint32_t quarters = quarters_of(branch.annotation);
  return quarters == 0 ? 0 : std::max(1U, points * quarters / 4);
}

BookMove as_book_move(const CtgBranch& branch, std::uint32_t weight) {
  const CtgEntry& reached = branch.reached;
  return {.move = branch.move,
          .weight = weight,
          .facts = {{"annotation", static_cast<double>(branch.annotation)},
                    {"recommendation", static_cast<double>(reached.recommendation)},
                    {"games", static_cast<double>(reached.games)},
                    {"wins", static_cast<double>(reached.losses)},
                    {"draws", static_cast<double>(reached.draws)},
                    {"losses", static_cast<double>(reached.wins)}}};
}

/// A ChessBase book of any size. A lookup reads a page of 4 KiB and a dozen numbers for the position and for
/// each of its moves. The facts of a move are those of the position after it, from the mover's view. The book
/// stores positions that differ only in colours as one. Without castling rights, positions mirrored left to
/// right are one, too. Source: docs/ctg-book.md.
class CtgBook final : public ReadOnlyBook {
 public:
  CtgBook(const std::string& path, CtgFile opened)
      : ReadOnlyBook(BookFormat::ctg, path), file_(std::move(opened)) {
    if (auto missing = file_.missing_pages()) troubles_.note(std::move(*missing));
    if (file_.position_count() == 0) troubles_.note({"has no positions: copy the book again", path});
  }

  [[nodiscard]] BookMoves find(const game::Position& position) const override;
  /// The number of positions as the book counts them, which is slightly too high.
  [[nodiscard]] std::uint64_t size() const override { return file_.position_count(); }

 private:
  /// Returns the entry of a position. Nothing if the book lacks it. Records a trouble if it cannot be read.
  [[nodiscard]] std::optional<CtgEntry> entry_of(const chess::Position& position) const;
  [[nodiscard]] std::optional<CtgEntry> look_up(const CtgPosition& stored) const;

  CtgFile file_;
};

std::optional<CtgEntry> CtgBook::look_up(const CtgPosition& stored) const {
  auto entry = file_.find(stored);
  if (entry) return std::move(*entry);
  troubles_.note_failure(entry.error());
  return std::nullopt;
}

/// We do not know whether ChessBase stores an en-passant capture that would leave the king in check.
/// Therefore we look up both forms.
std::optional<CtgEntry> CtgBook::entry_of(const chess::Position& position) const {
  auto entry = look_up(CtgPosition(position));
  if (entry || !position.en_passant() || position.has_legal_en_passant()) return entry;
  return look_up(CtgPosition(position, false));
}

BookMoves CtgBook::find(const game::Position& any_position) const {
  BookMoves found;
  if (any_position.chess() == nullptr) return found;
  const chess::Position& position = *any_position.chess();
  if (position.needs_chess960()) return found;
  const auto entry = entry_of(position);
  if (!entry) return found;
  const CtgPosition stored(position);
  std::vector<CtgBranch> branches;
  for (const CtgMove& move : entry->moves) {
    const auto decoded = decode_ctg_move(position, stored, move.code);
    if (!decoded) continue;
    chess::Position next = position;
    next.make(*decoded);
    branches.push_back(
        {.move = *decoded, .annotation = move.annotation, .reached = entry_of(next).value_or(CtgEntry())});
  }
  const bool some_are_chosen = std::ranges::any_of(branches, &CtgBranch::is_chosen);
  for (const CtgBranch& branch : branches) {
    const std::uint32_t weight = weight_of(branch, some_are_chosen);
    found.total_weight += weight;
    found.moves.push_back(as_book_move(branch, weight));
  }
  return found;
}

}  // namespace

OpenedBook open_ctg(const std::string& path) {
  auto file = CtgFile::open(path);
  if (!file) return file.error();
  return std::make_unique<CtgBook>(path, std::move(*file));
}

}  // namespace polyglot::book
