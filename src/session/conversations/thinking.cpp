// SPDX-License-Identifier: MIT
#include <cstring>

#include <polyglot/ascii.hpp>
#include <polyglot/chess/notation.hpp>
#include <polyglot/session/thinking.hpp>

#include "session/move_text.hpp"

namespace polyglot::session {
namespace {

using config::OptionId;
using game::Move;
using protocol::Info;
using protocol::Thinking;

constexpr std::size_t kMostMovesShown = 255;
/// The number of variations with a memory of their own; those of a higher rank share the last one.
constexpr std::size_t kMostVariations = 16;

/// Spreads a number over the places of a table of 512. Source: D. Knuth, The Art of Computer
/// Programming, 6.4.
constexpr std::uint64_t kHashFactor = 0x9E3779B97F4A7C15;
constexpr int kHashShift = 64 - 9;

/// A move as one number: in all notations eight characters are enough to distinguish two moves.
std::uint64_t packed(std::string_view word) noexcept {
  std::uint64_t value = 0;
  std::memcpy(&value, word.data(), std::min(word.size(), sizeof(value)));
  return value;
}

constexpr auto kKingMoves = game::CastlingNotation::king_to_destination;

/// Reads a move. UCI engines write coordinates, others may write SAN.
std::optional<Move> read_move(const game::Position& position, std::string_view word, bool add_queen) {
  const auto read = [&](std::string_view text) { return game::move_from_uci(position, text); };
  if (auto move = read_uci_move(read, word, add_queen)) return move;
  return game::move_from_san(position, word);
}

void append_text(const game::Position& before, const Move& move, const game::Position& after,
                 std::string& out) {
  if (const chess::Position* const board = before.chess()) {
    chess::append_san(*board, std::get<chess::Move>(move), *after.chess(), out);
  } else {
    out += game::to_xboard(before, move, kKingMoves);
  }
}

std::string last_move(const game::Game& game) {
  if (game.rules() == nullptr) return game.to_xboard(game.moves().back(), kKingMoves);
  std::string text;
  append_text(game.position_at(game.ply() - 1), game.moves().back(), *game.position(), text);
  return text;
}

}  // namespace

// ---- One variation ----------------------------------------------------------------------------------------

void ThinkingOutput::Variation::begin(const game::Game& root, std::string_view prefix) {
  root_ = root;
  prefix_size_ = prefix.size();
  san_ = prefix;
  text_.clear();
  size_ = 0;
}

void ThinkingOutput::Variation::update(std::string_view text, bool add_queen) {
  if (text == text_) return;
  size_ = steps_shared_with(text);
  san_.resize(size_ == 0 ? prefix_size_ : steps_[size_ - 1].san_end);
  std::string_view rest = text.substr(size_ == 0 ? 0 : steps_[size_ - 1].text_end);
  text_ = text;
  while (size_ < kMostMovesShown) {
    const std::string_view word = take_word(rest);
    if (word.empty() || !append(word, text.size() - rest.size(), add_queen)) return;
  }
}

std::size_t ThinkingOutput::Variation::steps_shared_with(std::string_view text) const noexcept {
  const auto differs = std::mismatch(text.begin(), text.end(), text_.begin(), text_.end()).first;
  const auto alike = static_cast<std::size_t>(differs - text.begin());
  std::size_t count = size_;
  while (count > 0) {
    const std::size_t end = steps_[count - 1].text_end;
    if (end <= alike && (end == text.size() || is_blank(text[end]))) break;
    --count;
  }
  return count;
}

/// Adds a move. False if the word is not a legal move.
bool ThinkingOutput::Variation::append(std::string_view word, std::size_t text_end, bool add_queen) {
  if (steps_.size() == size_) steps_.emplace_back();
  Step& step = steps_[size_];
  const std::size_t shown = san_.size();
  if (size_ > 0) san_ += ' ';
  if (!play(word, add_queen, step.position)) {
    san_.resize(shown);
    return false;
  }
  step.text_end = text_end;
  step.san_end = san_.size();
  ++size_;
  return true;
}

bool ThinkingOutput::Variation::play(std::string_view word, bool add_queen, game::Position& after) {
  if (const game::TextStart* const text = root_.text_start()) {
    const auto move = game::xboard_move(word, text->ranks);
    if (move) san_ += *move;
    return move.has_value();
  }
  const game::Position& before = size_ == 0 ? *root_.position() : steps_[size_ - 1].position;
  const auto move = read_move(before, word, add_queen);
  if (!move) return false;
  after = before;
  after.make(*move);
  append_text(before, *move, after, san_);
  return true;
}

// ---- The search -------------------------------------------------------------------------------------------

void ThinkingOutput::begin(const game::Game& game, bool expected) {
  root_ = game.from_here();
  show_expected_ = expected && game.ply() > 0;
  expected_.clear();
  if (show_expected_) expected_.append("(").append(last_move(game)).append(") ");
  Thinking line;
  line.nodes = 1;  // until the engine reports the number
  line_ = line;
  deepest_ = 0;
  shown_.fill({});
  begun_ = 0;
  has_main_line_ = false;
  current_move_number_.reset();
  current_move_.clear();
}

void ThinkingOutput::ponder_hit() {
  show_expected_ = false;
}

const Thinking* ThinkingOutput::add(const Info& info) {
  take_numbers(info);
  if (info.pv.empty() || deepest_ == 0 || line_.depth < deepest_) return nullptr;
  if (info.multipv && is_repetition(info)) return nullptr;
  const int rank = info.multipv.value_or(1);
  Variation& moves = variation(static_cast<std::size_t>(std::max(rank, 1)));
  moves.update(info.pv, adds_queen());
  line_.pv = visible(moves.san());
  set_style(line_);
  if (rank <= 1) {
    has_main_line_ = true;
    main_line_ = line_;
    score_ = line_.score;
  }
  return &line_;
}

/// Takes the numbers of any line, with or without moves.
void ThinkingOutput::take_numbers(const Info& info) {
  if (info.depth) line_.depth = *info.depth;
  if (info.selective_depth) line_.selective_depth = *info.selective_depth;
  // The chances of winning in a report belong to its score.
  if (info.score) line_.score = *info.score;
  if (info.score || info.win_draw_loss) line_.win_draw_loss = info.win_draw_loss;
  if (info.time) line_.time = *info.time;
  if (info.nodes) line_.nodes = *info.nodes;
  if (info.nps) line_.nps = *info.nps;
  if (info.tablebase_hits) line_.tablebase_hits = *info.tablebase_hits;
  if (info.current_move_number) current_move_number_ = info.current_move_number;
  if (!info.current_move.empty()) current_move_ = info.current_move;
  deepest_ = std::max(deepest_, line_.depth);
}

/// Whether a line was shown before: engines with several variations repeat all when one changes.
bool ThinkingOutput::is_repetition(const Info& info) {
  std::string_view pv = info.pv;
  const protocol::Score& score = line_.score;
  const Shown shown{packed(take_word(pv)), score.value, line_.depth, score.is_mate, score.bound};
  const std::uint64_t hash = (shown.first_move ^ static_cast<std::uint64_t>(shown.score)) * kHashFactor;
  Shown& earlier = shown_[hash >> kHashShift];
  if (earlier == shown) return true;
  earlier = shown;
  return false;
}

ThinkingOutput::Variation& ThinkingOutput::variation(std::size_t rank) {
  const std::size_t place = std::min(rank, kMostVariations) - 1;
  if (variations_.size() <= place) variations_.resize(place + 1);
  for (; begun_ <= place; ++begun_) variations_[begun_].begin(root_, expected_);
  return variations_[place];
}

std::string_view ThinkingOutput::visible(std::string_view san) const noexcept {
  return show_expected_ ? san : san.substr(expected_.size());
}

const Thinking* ThinkingOutput::main_line() {
  if (!has_main_line_) return nullptr;
  main_line_.pv = visible(variations_.front().san());
  set_style(main_line_);
  return &main_line_;
}

void ThinkingOutput::set_style(Thinking& line) const {
  line.show_tablebase_hits = options_.check(OptionId::show_tb_hits);
  line.mate_score = options_.spin(OptionId::mate_score);
  line.negated = options_.check(OptionId::score_white) && root_.turn() == game::Color::black;
}

int ThinkingOutput::remark_depth() const noexcept {
  return std::max(deepest_, options_.check(OptionId::wb_work_arounds2) ? 2 : 1);
}

protocol::Progress ThinkingOutput::progress() {
  protocol::Progress progress;
  progress.time = line_.time;
  progress.nodes = line_.nodes;
  progress.depth = deepest_;
  if (root_.position() == nullptr) return progress;  // without rules the number of moves is not known
  const game::Position& position = *root_.position();
  const auto move = current_move_.empty() ? std::nullopt : read_move(position, current_move_, adds_queen());
  if (!move) return progress;
  current_move_san_ = game::to_xboard_san(position, *move);
  progress.current_move = current_move_san_;
  progress.moves = static_cast<int>(position.legal_moves().size());
  progress.moves_left = std::clamp(progress.moves - current_move_number_.value_or(0), 0, progress.moves);
  return progress;
}

}  // namespace polyglot::session
