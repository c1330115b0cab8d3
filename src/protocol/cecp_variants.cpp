#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include <polyglot/protocol/cecp_variants.hpp>
#include <polyglot/protocol/text.hpp>

namespace polyglot::protocol {
namespace {

// ---- Names ----------------------------------------------------------------------------------------------

struct VariantNames {
  std::string_view uci;
  std::string_view xboard;
};

/// All others are called the same on both sides.
constexpr std::array kDifferentNames = {
    VariantNames{"chess", kNormalChess},  VariantNames{"standard", kNormalChess},
    VariantNames{"chess960", kChess960},  VariantNames{"antichess", "giveaway"},
    VariantNames{"threecheck", "3check"},
};

/// Source: CECP, "variant", and the man page of XBoard, "-variant".
constexpr std::array<std::string_view, 36> kKnownToXBoard = {
    "3check",  "asean",      "atomic",     "berolina", "bughouse",   "capablanca", "caparandom", "chu",
    "courier", "crazyhouse", "cylinder",   "elven",    "fairy",      "falcon",     kChess960,    "giveaway",
    "gothic",  "grand",      "great",      "janus",    "knightmate", "kriegspiel", "lion",       "losers",
    "makruk",  "nocastle",   kNormalChess, "seirawan", "shatranj",   "shogi",      "spartan",    "suicide",
    "super",   "twokings",   "wildcastle", "xiangqi"};
static_assert(std::ranges::is_sorted(kKnownToXBoard), "is_known_to_xboard() halves its way");

std::string_view translated(std::string_view uci_name) noexcept {
  const auto* const found = std::ranges::find(kDifferentNames, uci_name, &VariantNames::uci);
  return found == kDifferentNames.end() ? uci_name : found->xboard;
}

bool is_choice(std::string_view name, const EngineOption& option) {
  return std::ranges::find(option.choices, name) != option.choices.end();
}

/// Chess and Chess960 are played by their rules. XBoard castles in caparandom without saying from where to
/// where. A list of variants has commas between them, and stands in quotes.
bool can_be_played(std::string_view name) noexcept {
  const bool fits = name.find_first_of(", \t\"") == std::string_view::npos;
  return fits && name != kNormalChess && name != kChess960 && name != "caparandom";
}

// ---- Boards ---------------------------------------------------------------------------------------------

constexpr int kUsualRanks = 8;
/// XBoard counts these from 0.
constexpr int kTenRanks = 10;
constexpr std::array<std::string_view, 12> kVariantsOfTenRanks = {
    "clobber10",         "elven",  "grand",   "janggi", "janggicasual", "janggimodern",
    "janggitraditional", "manchu", "opulent", "shako",  "supply",       "xiangqi"};
static_assert(std::ranges::is_sorted(kVariantsOfTenRanks));

// ---- Moves ----------------------------------------------------------------------------------------------

constexpr std::string_view kXBoardNullMove = "@@@@";

/// Copies a move, every rank moved by a number.
class MoveCopier {
 public:
  struct Ranks {
    int lowest = 1;
    int highest = 99;
    int shift = 0;
  };

  MoveCopier(std::string_view text, const Ranks& ranks) noexcept : rest_(text), ranks_(ranks) {}

  std::optional<std::string> copy() {
    do {
      if (!(copy_drop() || copy_step())) return std::nullopt;
    } while (copy_if(',', rest_));
    if (!rest_.empty()) return std::nullopt;
    return std::move(out_);
  }

 private:
  bool copy_if(char c, std::string_view& from) {
    if (!from.starts_with(c)) return false;
    out_ += c;
    from.remove_prefix(1);
    return true;
  }

  /// `P@e4`; `+P@e4` drops a promoted piece.
  bool copy_drop() {
    const std::size_t at = rest_.find('@');
    const std::string_view piece = rest_.substr(rest_.starts_with('+') ? 1 : 0).substr(0, 1);
    const std::size_t end = rest_.starts_with('+') ? 2 : 1;
    if (at != end || !is_letter(piece.front())) return false;
    out_ += rest_.substr(0, end + 1);
    rest_.remove_prefix(end + 1);
    return copy_square();
  }

  bool copy_step() {
    if (!copy_square() || !copy_square()) return false;
    constexpr std::size_t kLongestSuffix = 2;
    for (std::size_t i = 0; i < kLongestSuffix && !rest_.empty() && rest_.front() != ','; ++i) {
      const char c = rest_.front();
      if (!is_letter(c) && c != '+' && c != '-' && c != '=') return false;
      copy_if(c, rest_);
    }
    return true;
  }

  bool copy_square() {
    if (rest_.size() < 2 || rest_[0] < 'a' || rest_[0] > 'z' || !is_digit(rest_[1])) return false;
    int rank = rest_[1] - '0';
    const bool two_digits = rank > 0 && rest_.size() > 2 && is_digit(rest_[2]);
    if (two_digits) rank = 10 * rank + (rest_[2] - '0');
    if (rank < ranks_.lowest || rank > ranks_.highest) return false;
    out_ += rest_[0];
    out_ += std::to_string(rank + ranks_.shift);
    rest_.remove_prefix(two_digits ? 3 : 2);
    return true;
  }

  std::string_view rest_;
  Ranks ranks_;
  std::string out_;
};

constexpr MoveCopier::Ranks kUnchanged{};
constexpr MoveCopier::Ranks kFromXBoard{.lowest = 0, .highest = 9, .shift = 1};
constexpr MoveCopier::Ranks kToXBoard{.lowest = 1, .highest = 10, .shift = -1};

/// A piece that stays where it is: how UCI engines write a pass.
bool stays(std::string_view move) noexcept {
  return move.substr(0, move.size() / 2) == move.substr(move.size() / 2);
}

}  // namespace

// ---- Names ----------------------------------------------------------------------------------------------

/// A variant that would take the name of another one keeps its own.
std::string_view xboard_variant(std::string_view uci_name, const EngineOption& option) {
  const std::string_view name = translated(uci_name);
  const bool ours = name == kNormalChess || name == kChess960;
  return !ours && is_choice(name, option) ? uci_name : name;
}

std::optional<std::string_view> uci_variant(std::string_view xboard_name, const EngineOption& option) {
  const auto found = std::ranges::find_if(option.choices, [&](const std::string& choice) {
    return xboard_variant(choice, option) == xboard_name;
  });
  if (found == option.choices.end()) return std::nullopt;
  return *found;
}

std::vector<std::string_view> other_variants(const EngineOption& option) {
  std::vector<std::string_view> names;
  for (const std::string& choice : option.choices) {
    const std::string_view name = xboard_variant(choice, option);
    const bool listed = std::ranges::find(names, name) != names.end();
    if (!listed && can_be_played(name)) names.push_back(name);
  }
  return names;
}

bool is_known_to_xboard(std::string_view xboard_name) noexcept {
  return std::ranges::binary_search(kKnownToXBoard, xboard_name);
}

// ---- Boards ---------------------------------------------------------------------------------------------

int ranks_of_variant(std::string_view uci_name) noexcept {
  return std::ranges::binary_search(kVariantsOfTenRanks, uci_name) ? kTenRanks : kUsualRanks;
}

int ranks_of_fen(std::string_view fen) noexcept {
  const std::string_view board = fen.substr(0, fen.find_first_of(" ["));
  return 1 + static_cast<int>(std::ranges::count(board, '/'));
}

/// Chinese chess: XBoard's letters are those of the WXF, UCI's those of UCCI.
std::string uci_fen(std::string_view xboard_fen, std::string_view uci_name) {
  std::string fen(xboard_fen);
  if (uci_name != "xiangqi") return fen;
  constexpr std::string_view kTheirs = "HhEe";
  constexpr std::string_view kOurs = "NnBb";
  for (char& c : fen) {
    if (is_blank(c)) break;
    if (const std::size_t i = kTheirs.find(c); i != std::string_view::npos) c = kOurs[i];
  }
  return fen;
}

// ---- Moves ----------------------------------------------------------------------------------------------

std::optional<std::string> uci_move(std::string_view xboard_move, int ranks) {
  if (xboard_move == kXBoardNullMove) return std::string(kNullMove);
  // Says that a piece is not promoted that might be.
  if (xboard_move.ends_with('=')) xboard_move.remove_suffix(1);
  return MoveCopier(xboard_move, ranks == kTenRanks ? kFromXBoard : kUnchanged).copy();
}

std::optional<std::string> xboard_move(std::string_view uci_move, int ranks) {
  if (uci_move == kNullMove) return std::string(kXBoardNullMove);
  auto move = MoveCopier(uci_move, ranks == kTenRanks ? kToXBoard : kUnchanged).copy();
  if (move && stays(uci_move)) return std::string(kXBoardNullMove);
  return move;
}

}  // namespace polyglot::protocol
