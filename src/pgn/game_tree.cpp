// SPDX-License-Identifier: MIT
#include <polyglot/ascii.hpp>
#include <polyglot/chess/notation.hpp>
#include <polyglot/os/file.hpp>
#include <polyglot/pgn/chunk_reader.hpp>
#include <polyglot/pgn/game_reader.hpp>
#include <polyglot/pgn/game_tree.hpp>
#include <polyglot/pgn/game_walk.hpp>
#include <polyglot/pgn/input.hpp>
#include <polyglot/result.hpp>

#include "pgn/characters.hpp"
#include "pgn/move_lexer.hpp"

namespace polyglot::pgn {
namespace {

constexpr std::string_view kWeight = "weight";
constexpr std::string_view kNone = "none";
constexpr std::uint32_t kNoMove = ~std::uint32_t{0};

/// Removes blanks and line ends from the beginning of a text.
std::string_view without_space(std::string_view text) noexcept {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  return text;
}

/// The rest of a comment that begins with "weight ". Commands in brackets, which programs write into
/// comments, may come before it.
std::string_view words_on_weight(std::string_view comment) noexcept {
  comment = without_space(comment);
  while (comment.starts_with('[')) {
    comment.remove_prefix(std::min(comment.find(']'), comment.size() - 1) + 1);
    comment = without_space(comment);
  }
  if (!comment.starts_with(kWeight)) return {};
  comment.remove_prefix(kWeight.size());
  const std::string_view words = without_space(comment);
  return words.size() < comment.size() ? words : std::string_view();
}

bool ends_word(std::string_view rest) noexcept {
  return rest.empty() || !(is_letter(rest.front()) || rest.front() == '.');
}

/// The weight in a comment like those of dump-book: "weight 12, 40%". It may exceed the weights of books.
std::optional<std::uint32_t> weight_in(std::string_view words) noexcept {
  const auto weight = take_clamped_number<std::uint32_t>(words);
  return ends_word(words) ? weight : std::nullopt;
}

/// Whether the comment is "weight none".
bool denies_weight(std::string_view words) noexcept {
  return words.starts_with(kNone) && ends_word(words.substr(kNone.size()));
}

MoveQuality quality_of_nag(std::string_view number) noexcept {
  const auto value = take_clamped_number<std::uint32_t>(number);
  return value && *value <= static_cast<std::uint32_t>(MoveQuality::dubious) ? MoveQuality(*value)
                                                                             : MoveQuality::unknown;
}

/// Any number of signs counts: "???" is the same as "??".
MoveQuality quality_of_marks(std::string_view marks) noexcept {
  const bool praises = marks.find('?') == marks.npos;
  const bool blames = marks.find('!') == marks.npos;
  const bool is_strong = marks.size() > 1;
  if (praises) return is_strong ? MoveQuality::brilliant : MoveQuality::good;
  if (blames) return is_strong ? MoveQuality::blunder : MoveQuality::bad;
  return marks.front() == '!' ? MoveQuality::interesting : MoveQuality::dubious;
}

/// The move in a word of a variation; empty if there is none.
std::string_view move_in(std::string_view word, bool has_digit) noexcept {
  const bool ends_oddly = is_joint(word.back()) || (word.size() > 2 && is_joint(word[word.size() - 2]));
  if (has_digit && !ends_oddly) return word;
  word = without_assessment(word);
  return is_taken_for_move(word) ? word : std::string_view();
}

class TreeScanner : private MoveLexer<TreeScanner, true> {
 public:
  TreeScanner(const GameText& game, std::vector<TreeMove>& moves)
      : MoveLexer(game.lines(), game.lines().size() - game.move_text().size()),
        main_(game.moves()),
        moves_(moves) {}

  void scan() {
    while (at_ < text_.size() && !done_) step();
  }

 private:
  friend MoveLexer;

  struct OpenLine {
    std::uint32_t last = kNoMove;
    std::uint32_t height = 0;
  };

  void on_variation() {
    const OpenLine& outer = lines_.back();
    lines_.push_back({.height = outer.height + (outer.last == kNoMove ? 0U : 1U)});
  }
  void on_variation_end() { lines_.pop_back(); }

  void on_word(std::size_t begin, bool has_digit) {
    if (depth_ == 0) return add_of_main_line(begin);
    const std::string_view move = move_in(text_.substr(begin, at_ - begin), has_digit);
    if (!move.empty()) add(move);
  }

  void on_null_move(std::size_t begin) {
    if (depth_ == 0) return add_of_main_line(begin);
    add(text_.substr(begin, at_ - begin));
  }

  /// Adds the word as a move of the main line if the reader of games has taken it for one.
  void add_of_main_line(std::size_t begin) {
    if (main_.empty() || main_.front().data() != text_.data() + begin) return;
    add(main_.front());
    main_ = main_.subspan(1);
  }

  void add(std::string_view text) {
    OpenLine& line = lines_.back();
    const auto number = static_cast<std::uint32_t>(moves_.size());
    const bool is_first = line.last == kNoMove;
    if (!is_first) moves_[line.last].next = number;
    moves_.push_back(
        {.text = text, .height = line.height, .begins_line = is_first, .is_main = lines_.size() == 1});
    line.last = number;
  }

  void on_comment(std::size_t begin, const SkippedComment& comment) {
    if (!comment.is_closed) {
      // An open comment ends where a game begins.
      if (is_line_end(text_[at_ - 1])) line();
      return;
    }
    TreeMove* const move = last_move();
    if (move == nullptr || move->weight) return;
    constexpr std::uint16_t kMost = std::numeric_limits<std::uint16_t>::max();
    const auto words = words_on_weight(text_.substr(begin + 1, at_ - begin - 2));
    move->is_left_out |= denies_weight(words);
    const auto weight = weight_in(words);
    if (!weight) return;
    move->is_capped = *weight > kMost;
    move->weight = static_cast<std::uint16_t>(std::min<std::uint32_t>(*weight, kMost));
  }

  void on_nag(std::string_view number) noexcept { add_quality(quality_of_nag(number)); }
  void on_marks(std::string_view marks) noexcept { add_quality(quality_of_marks(marks)); }
  void add_quality(MoveQuality quality) noexcept {
    if (TreeMove* const move = last_move(); move != nullptr && move->quality == MoveQuality::unknown)
      move->quality = quality;
  }

  /// The last move of the present line. Text after a variation is about the move before the variation.
  [[nodiscard]] TreeMove* last_move() noexcept {
    const std::uint32_t last = lines_.back().last;
    return last == kNoMove ? nullptr : &moves_[last];
  }

  void on_termination(std::size_t) noexcept { done_ = true; }
  void on_line() noexcept {}
  [[nodiscard]] static bool on_number(std::size_t) noexcept { return true; }
  void on_flaw(FlawKind, std::size_t) noexcept {}

  std::span<const std::string_view> main_;  ///< the remaining moves of the main line
  std::vector<TreeMove>& moves_;
  std::vector<OpenLine> lines_ = {{}};
};

}  // namespace

void GameTree::read(const GameText& game) {
  moves_.clear();
  TreeScanner(game, moves_).scan();
}

bool has_annotations(const GameText& game) {
  return game.variations() > 0 || game.has_marks() ||
         game.move_text().find(kWeight) != std::string_view::npos;
}

bool is_study(std::span<const std::string> paths) {
  constexpr std::int64_t kClear = 8;
  bool has_variations = false;
  std::int64_t lead = 0;  // of games without a result over those with one
  Chunk chunk;
  GameText game;
  for (const std::string& path : paths) {
    auto input = os::kind_of(path) == os::PathKind::file ? Input::open(path) : Error{};
    if (!input) return false;
    ChunkReader chunks(std::move(*input));
    auto more = chunks.next(chunk);
    for (; more && *more; more = chunks.next(chunk)) {
      GameReader reader(chunk);
      while (reader.next(game)) {
        lead += game.result() == GameResult::unknown ? 1 : -1;
        if (lead < -kClear) return false;
        has_variations = has_variations || game.variations() > 0;
      }
    }
    if (!more) return false;
  }
  return has_variations && lead > 0;
}

std::optional<PlayedMove<chess::Move>> read_tree_move(std::span<const TreeMove> moves,
                                                      const chess::Position& position, std::size_t number) {
  // So many moves are enough to show which piece was meant. The limit keeps the time linear for a text of
  // ambiguous moves only.
  constexpr std::size_t kMostLookedAt = 32;
  chess::Move move = chess::read_san(position, moves[number].text);
  if (move.is_null()) {
    std::vector<std::string_view> words = {moves[number].text};
    for (std::size_t next = moves[number].next; next != 0 && words.size() < kMostLookedAt;
         next = moves[next].next)
      words.push_back(moves[next].text);
    move = resolve_ambiguous(position, words);
  }
  if (move.is_null()) return std::nullopt;
  return PlayedMove<chess::Move>{.move = move};
}

}  // namespace polyglot::pgn
