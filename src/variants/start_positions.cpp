// SPDX-License-Identifier: MIT
#include <polyglot/ascii.hpp>
#include <polyglot/variants/position.hpp>

#include "variants/definition.hpp"
#include "variants/rules.hpp"

namespace polyglot::variants {
namespace {

using Files = std::vector<int>;

std::uint32_t combinations(std::size_t all, std::size_t chosen) {
  if (chosen > all) return 0;
  std::size_t count = 1;
  for (std::size_t i = 0; i < chosen; ++i) count = count * (all - i) / (i + 1);
  return static_cast<std::uint32_t>(count);
}

bool is_light(int file) noexcept {
  return file % 2 == 1;
}

/// The letters of pieces, with numbers of empty squares between them.
std::string letters_of(const std::vector<Kind>& kinds, const Rules& rules) {
  std::string letters;
  int empty = 0;
  for (const Kind kind : kinds) {
    if (kind == Kind::none) {
      ++empty;
      continue;
    }
    if (empty != 0) letters += std::to_string(std::exchange(empty, 0));
    letters += rules.of(kind).letter;
  }
  return empty == 0 ? letters : letters + std::to_string(empty);
}

/// The first rank of a start array of a variant that is shuffled. Its pieces are those of the variant's usual
/// start. Their squares follow from the number of the array: each step of the shuffle has a number of choices
/// and takes one by the remainder of a division, and the quotient is left to the next step. Thus each number
/// below count() gives another array.
class ShuffledRank {
 public:
  explicit ShuffledRank(const Position& start) : steps_(start.variant().rules().shuffle) {
    const BoardSize& board = start.variant().rules().board;
    KindSet shuffled = 0;
    for (const ShuffleStep& step : steps_)
      for (const Kind kind : step.kinds) shuffled |= set_of(kind);
    for (int file = 0; file < board.files; ++file) {
      const Kind kind = start.piece_on(board.square(file, 0)).kind();
      rank_.push_back(kind);
      if (kind != Kind::none && (shuffled & set_of(kind)) != 0) free_.push_back(file);
    }
  }

  /// Places the pieces of the array with this number. The steps must fit, see misfit_of_shuffle().
  void place_all(std::uint32_t number) {
    number_ = number;
    for (const ShuffleStep& step : steps_) place(step);
  }

  /// Files of the pieces that are not placed yet, ascending.
  [[nodiscard]] const Files& free() const noexcept { return free_; }
  /// The pieces by file; Kind::none on an empty square.
  [[nodiscard]] const std::vector<Kind>& rank() const noexcept { return rank_; }
  /// The pieces that were not chosen, for either side's hand.
  [[nodiscard]] const std::vector<Kind>& held() const noexcept { return held_; }
  /// The number of different arrays.
  [[nodiscard]] std::uint32_t count() const noexcept { return count_; }

 private:
  void place(const ShuffleStep& step) {
    switch (step.placing) {
      case ShuffleStep::Placing::anywhere:
        place_anywhere(step.kinds);
        break;
      case ShuffleStep::Placing::on_both_colours:
        place_on_colour(step.kinds[0], true);
        place_on_colour(step.kinds[1], false);
        break;
      case ShuffleStep::Placing::chosen:
        place_chosen(step.kinds);
    }
  }

  /// The next choice, below `count`.
  std::size_t choice(std::size_t count) {
    const auto radix = static_cast<std::uint32_t>(count);
    // If there are more arrays than 32-bit numbers, only the first ones can be chosen.
    count_ = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(std::uint64_t{count_} * radix, std::numeric_limits<std::uint32_t>::max()));
    const std::uint32_t chosen = number_ % radix;
    number_ /= radix;
    return chosen;
  }

  void put(Kind kind, int file) {
    rank_[static_cast<std::size_t>(file)] = kind;
    std::erase(free_, file);
  }

  /// Puts pieces in their order on some of the free files. One choice takes a combination of files, which are
  /// counted in ascending order: first come all combinations with the first file, then those without it.
  void place_anywhere(const std::vector<Kind>& kinds) {
    std::size_t combination = choice(combinations(free_.size(), kinds.size()));
    const Files files = free_;
    std::size_t placed = 0;
    for (std::size_t i = 0; placed < kinds.size(); ++i) {
      const std::size_t with_this = combinations(files.size() - i - 1, kinds.size() - placed - 1);
      if (combination < with_this)
        put(kinds[placed++], files[i]);
      else
        combination -= with_this;
    }
  }

  void place_on_colour(Kind kind, bool light) {
    Files files = free_;
    std::erase_if(files, [light](int file) { return is_light(file) != light; });
    put(kind, files[choice(files.size())]);
  }

  /// Puts one of the kinds on each free file.
  void place_chosen(std::vector<Kind> kinds) {
    while (!free_.empty()) {
      const auto chosen = kinds.begin() + static_cast<std::ptrdiff_t>(choice(kinds.size()));
      put(*chosen, free_.front());
      kinds.erase(chosen);
    }
    held_ = std::move(kinds);
  }

  const std::vector<ShuffleStep>& steps_;
  std::vector<Kind> rank_;
  Files free_;
  std::vector<Kind> held_;
  std::uint32_t number_ = 0;  ///< what the choices so far have left of the array's number
  std::uint32_t count_ = 1;   ///< product of the choices so far
};

}  // namespace

std::optional<std::string> misfit_of_shuffle(const Position& start) {
  const std::vector<ShuffleStep>& steps = start.variant().rules().shuffle;
  const Files free = ShuffledRank(start).free();
  std::size_t left = free.size();
  for (const ShuffleStep& step : steps) {
    if (step.placing == ShuffleStep::Placing::on_both_colours) {
      if (&step != &steps.front() || std::ranges::none_of(free, is_light) ||
          std::ranges::all_of(free, is_light))
        return "bishops on both colours come first, and need squares of both";
    }
    const bool takes_all = step.placing == ShuffleStep::Placing::chosen;
    const std::size_t taken = takes_all ? left : step.kinds.size();
    if (taken > left || taken > step.kinds.size())
      return "there are " + std::to_string(free.size()) + " such pieces on the first rank of the start";
    left -= taken;
  }
  if (left == 0) return std::nullopt;
  return "it leaves " + std::to_string(left) + " squares of the start's first rank empty";
}

std::uint32_t start_count(const Variant& variant) {
  ShuffledRank shuffled((Position(variant)));
  shuffled.place_all(0);
  return shuffled.count();
}

Position start_position(const Variant& variant, std::uint32_t number) {
  if (!variant.is_shuffled()) return Position(variant);
  const Rules& rules = variant.rules();
  ShuffledRank shuffled((Position(variant)));
  shuffled.place_all(number);
  const std::string rank = letters_of(shuffled.rank(), rules);
  const std::string held = letters_of(shuffled.held(), rules);
  const std::string_view fen = variant.start_fen();
  // Keep the ranks between the first and the last, and the fields after board and holdings.
  const std::string_view board = fen.substr(0, fen.find_first_of("[ "));
  const std::size_t top = board.find('/');
  const std::string_view middle = board.substr(top, board.rfind('/') + 1 - top);
  const std::string_view rest = held.empty() ? fen.substr(board.size()) : fen.substr(fen.find(' '));
  std::string array = lower_case(rank);
  array.append(middle).append(rank);
  if (!held.empty()) array.append("[").append(held).append(lower_case(held)).append("]");
  return Position::from_fen(variant, array.append(rest)).value();
}

}  // namespace polyglot::variants
