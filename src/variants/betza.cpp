// SPDX-License-Identifier: MIT
#include <numeric>

#include <polyglot/ascii.hpp>
#include <polyglot/variants/types.hpp>

#include "variants/rules.hpp"

namespace polyglot::variants {
namespace {

/// A leap without its direction, with wide >= narrow.
struct Atom {
  char letter;
  int wide;
  int narrow;
};

constexpr Atom kAtoms[] = {
    {'W', 1, 0}, {'F', 1, 1}, {'D', 2, 0}, {'N', 2, 1}, {'A', 2, 2}, {'H', 3, 0},
    {'L', 3, 1}, {'C', 3, 1}, {'J', 3, 2}, {'Z', 3, 2}, {'G', 3, 3},
};

/// A letter that stands for several atoms, or for slides.
struct Compound {
  std::string_view atoms;
  int range;
  char letter;
};

constexpr Compound kCompounds[] = {{"WF", 1, 'K'}, {"W", 0, 'R'}, {"F", 0, 'B'}, {"WF", 0, 'Q'}};

class BetzaReader {
 public:
  explicit BetzaReader(std::string_view text) : text_(text) {}

  std::vector<Leap> read() {
    while (!rest().empty()) read_part();
    if (leaps_.empty()) throw Failure("there is no move");
    return std::move(leaps_);
  }

 private:
  std::string_view rest() const { return text_.substr(at_); }

  void read_part() {
    Leap leap;
    directions_.clear();
    read_modifiers(leap);
    if (rest().empty()) throw Failure("\"" + std::string(text_) + "\" ends before the letter of a move");
    const char letter = text_[at_++];
    std::string_view atoms(&text_[at_ - 1], 1);
    const auto compound = std::ranges::find(kCompounds, letter, &Compound::letter);
    if (compound != std::end(kCompounds)) {
      atoms = compound->atoms;
      leap.range = compound->range;
    }
    if (rest().starts_with(letter)) {
      leap.range = 0;
      ++at_;
    }
    if (const std::optional<int> number = read_number()) leap.range = *number;
    if (rest().starts_with('@')) {
      const std::size_t end = std::min(text_.find_first_not_of("0123456789-,", at_ + 1), text_.size());
      leap.from_ranks = read_ranks(text_.substr(at_ + 1, end - at_ - 1)).value();
      at_ = end;
    }
    for (const char atom : atoms) {
      const auto found = std::ranges::find(kAtoms, atom, &Atom::letter);
      if (found == std::end(kAtoms))
        throw Failure("there is no move of the letter " + std::string(1, atom) + " in \"" +
                      std::string(text_) + "\"");
      add(*found, leap);
    }
  }

  void read_modifiers(Leap& leap) {
    bool quiet = false;
    bool captures = false;
    for (; at_ < text_.size() && text_[at_] >= 'a' && text_[at_] <= 'z'; ++at_) {
      switch (text_[at_]) {
        case 'm':
          quiet = true;
          break;
        case 'c':
          captures = true;
          break;
        case 'e':
          leap.en_passant = true;
          break;
        case 'n':
          leap.passage = leap.passage == Passage::lame ? Passage::any_lame : Passage::lame;
          break;
        case 'p':
          leap.passage = Passage::hopping;
          break;
        case 'f':
        case 'b':
        case 'l':
        case 'r':
        case 'v':
        case 's':
          directions_.push_back(text_[at_]);
          break;
        default:
          throw Failure("there is no modifier " + std::string(1, text_[at_]) + " in \"" + std::string(text_) +
                        "\"");
      }
    }
    leap.quiet = quiet || !captures;
    leap.captures = captures || !quiet;
  }

  std::optional<int> read_number() {
    const std::size_t end = std::min(text_.find_first_not_of("0123456789", at_), text_.size());
    const std::optional<int> number = parse_number<int>(text_.substr(at_, end - at_));
    at_ = end;
    return number;
  }

  void add(const Atom& atom, Leap leap) {
    const int steps[][2] = {{atom.narrow, atom.wide}, {atom.wide, atom.narrow}};
    for (const auto& [files, ranks] : steps) {
      for (const int file_sign : {1, -1}) {
        for (const int rank_sign : {1, -1}) {
          leap.files = file_sign * files;
          leap.ranks = rank_sign * ranks;
          if (is_wanted(leap) && std::ranges::find(leaps_, leap) == leaps_.end()) leaps_.push_back(leap);
        }
      }
    }
  }

  bool has(std::string_view letters) const { return directions_.find_first_of(letters) != std::string::npos; }
  bool has_word(std::string_view word) const { return directions_.find(word) != std::string::npos; }

  /// True if the direction of a leap is among those that the modifiers name.
  bool is_wanted(const Leap& leap) const {
    if (directions_.empty()) return true;
    const bool up = leap.ranks > 0 && has("fv");
    const bool down = leap.ranks < 0 && has("bv");
    const bool left = leap.files < 0 && has("ls");
    const bool right = leap.files > 0 && has("rs");
    if (leap.files == 0 || leap.ranks == 0) return up || down || left || right;
    const int wide_files = std::abs(leap.files) - std::abs(leap.ranks);
    if (wide_files != 0) {
      if (has_word("ff") || has_word("bb")) return (up || down) && wide_files < 0;
      if (has_word("fs") || has_word("bs")) return (up || down) && wide_files > 0;
    }
    const bool vertical = !has("fbv") || up || down;
    const bool horizontal = !has("lrs") || left || right;
    return vertical && horizontal;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string directions_;
  std::vector<Leap> leaps_;
};

}  // namespace

bool meet(const Leap& leap, const Leap& other) noexcept {
  const bool are_alternatives = ((leap.quiet && other.quiet) || (leap.captures && other.captures)) &&
                                (leap.from_ranks & other.from_ranks) != 0;
  const int size = std::gcd(leap.files, leap.ranks);
  const int other_size = std::gcd(other.files, other.ranks);
  const bool are_in_line =
      leap.files * other_size == other.files * size && leap.ranks * other_size == other.ranks * size;
  if (!are_alternatives || !are_in_line) return false;
  const int meeting = std::lcm(size, other_size);
  const auto reaches = [meeting](int step, int range) { return range == 0 || meeting <= step * range; };
  return reaches(size, leap.range) && reaches(other_size, other.range);
}

Result<std::vector<Leap>> read_betza(std::string_view text) {
  return result_of([&] { return BetzaReader(text).read(); });
}

Result<RankSet> read_ranks(std::string_view text) {
  const Error error{"\"" + std::string(text) + "\" is not a list of ranks, for example 8, 1-3 or 1-2,8"};
  RankSet ranks = 0;
  while (true) {
    const std::string_view part = text.substr(0, text.find(','));
    const std::size_t dash = part.find('-');
    const std::optional<int> first = parse_number<int>(part.substr(0, dash));
    const std::optional<int> last =
        dash == std::string_view::npos ? first : parse_number<int>(part.substr(dash + 1));
    if (!first || !last || *first < 1 || *last > kMaxRanks || *first > *last) return error;
    for (int rank = *first; rank <= *last; ++rank) ranks = static_cast<RankSet>(ranks | (1U << (rank - 1)));
    if (part.size() == text.size()) return ranks;
    text.remove_prefix(part.size() + 1);
  }
}

}  // namespace polyglot::variants
