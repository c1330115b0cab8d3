// SPDX-License-Identifier: MIT
#include <algorithm>
#include <functional>
#include <tuple>
#include <utility>

#include <polyglot/ascii.hpp>
#include <polyglot/book/bin_book.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/builder/variant_game.hpp>
#include <polyglot/game/notation.hpp>
#include <polyglot/variants/notation.hpp>

#include "builder/game_reviewer.hpp"

namespace polyglot::builder {

void GapTable::add(GapVisit visit) {
  const auto known = gaps_.find(visit.id);
  if (known != gaps_.end()) {
    known->second.gap.count += visit.gap.count;
    known->second.gap.score += visit.gap.score;
    return;
  }
  if (gaps_.size() >= most_) make_room();
  gaps_.emplace(visit.id, Known{.gap = std::move(visit.gap), .number = came_++});
}

/// All gaps with the same count are dropped, so that the order of the table does not matter.
void GapTable::make_room() {
  const std::size_t had = gaps_.size();
  for (std::uint64_t least = 1; gaps_.size() > most_ / 2; ++least)
    boost::unordered::erase_if(gaps_, [least](const auto& known) { return known.second.gap.count <= least; });
  forgotten_ += had - gaps_.size();
}

std::vector<Gap> GapTable::take_sorted() {
  std::vector<Known> all;
  all.reserve(gaps_.size());
  for (auto& [id, known] : gaps_) all.push_back(std::move(known));
  gaps_.clear();
  std::ranges::sort(all, [](const Known& one, const Known& other) {
    return std::tuple(other.gap.count, one.number) < std::tuple(one.gap.count, other.number);
  });
  std::vector<Gap> sorted;
  sorted.reserve(all.size());
  for (Known& known : all) sorted.push_back(std::move(known.gap));
  return sorted;
}

namespace {

using chess::Color;
using pgn::KnownTag;
using pgn::WalkStop;

constexpr auto kCastling = chess::CastlingNotation::king_takes_rook;

/// The score of one game for a side.
Score score_of(pgn::GameResult result, Color side) noexcept {
  switch (result) {
    case pgn::GameResult::unknown:
      return {};
    case pgn::GameResult::draw:
      return {.games = 1, .half_points = 1};
    case pgn::GameResult::white_wins:
      return {.games = 1, .half_points = side == Color::white ? 2U : 0U};
    case pgn::GameResult::black_wins:
      return {.games = 1, .half_points = side == Color::black ? 2U : 0U};
  }
  return {};
}

constexpr std::size_t kMostPositions = std::size_t{1} << 17;
constexpr std::size_t kMostMoves = std::size_t{1} << 20;
constexpr std::uint64_t kSpread = 0x9e3779b97f4a7c15;

/// Appends a move in UCI. Most moves of chess take no temporary text, because each game has many.
void append_uci(std::string& line, const chess::Position&, chess::Move move) {
  if (move.kind() == chess::MoveKind::promotion) {
    line += chess::to_uci(move, kCastling);
    return;
  }
  for (const chess::Square square : {move.from(), move.to()}) {
    line.push_back(static_cast<char>('a' + square.file()));
    line.push_back(static_cast<char>('1' + square.rank()));
  }
}
void append_uci(std::string& line, const game::Position& position, const game::Move& move) {
  line += game::to_uci(position, move, kCastling);
}

/// Whether the key identifies the position. Keys lack some castling rights of Chess960, and positions of
/// variants may have no key.
bool says_all(const game::Position& position) noexcept {
  return position.chess() != nullptr && !position.needs_chess960();
}

}  // namespace

BookLookup::BookLookup(const book::BookSource& book, bool one_sided) : book_(book), one_sided_(one_sided) {
  book_.expect_many_lookups();
}

const std::vector<book::BookMove>& BookLookup::find(const game::Position& position) {
  if (!says_all(position)) return found_ = book_moves(book_, position);
  const game::Key key = position.key();
  if (const auto known = known_.find(key); known != known_.end()) return known->second;
  if (known_.size() == kMostPositions) known_.clear();
  return known_.emplace(key, book_moves(book_, position)).first->second;
}

bool BookLookup::has(const game::Position& position, const game::Move& move) {
  const auto& known = find(position);
  if (!one_sided_ || !known.empty())
    return std::ranges::find(known, move, &book::BookMove::move) != known.end();
  game::Position next = position;
  next.make(move);
  return !find(next).empty();
}

bool BookLookup::has(const chess::Position& position, chess::Move move) {
  if (position.needs_chess960()) return has(game::Position(position), game::Move(move));
  const std::uint64_t id = position.key() ^ (book::encode_move(move) * kSpread);
  if (moves_.contains(id)) return true;
  if (!has_record(position, move) && !has(game::Position(position), game::Move(move))) return false;
  if (moves_.size() == kMostMoves) moves_.clear();
  moves_.insert(id);
  return true;
}

bool BookLookup::has_record(const chess::Position& position, chess::Move move) const {
  if (book_.records() == nullptr || known_.contains(position.key())) return false;
  const auto records = book_.records()->find(position.key());
  if (!records || records->empty()) return false;
  const book::MoveCodes codes = book::codes_of(position, move);
  return std::ranges::any_of(*records,
                             [&](const book::RawEntry& record) { return codes.contains(record.move); });
}

std::vector<book::BookMove> book_moves(const book::BookSource& book, const game::Position& position) {
  std::vector<book::BookMove> moves = book::join_moves(book.find(position).moves);
  std::ranges::stable_sort(moves, std::ranges::greater{}, &book::BookMove::weight);
  return moves;
}

GameReviewer::GameReviewer(const Settings& settings, const book::BookSource& book, bool one_sided,
                           const ReviewSink& sink)
    : ChunkWorker(settings), book_(book, one_sided), sink_(sink) {
  if (settings.variant || !settings.filter.opening_names) return;
  for (const openings::Opening& opening : settings.filter.opening_names->all()) {
    openings_.emplace(opening.key, &opening);
    opening_keys_.set(opening.key % opening_keys_.size());
  }
}

ReviewedChunk& GameReviewer::work(const InputChunk& chunk) {
  reviewed_.text.clear();
  reviewed_.games.clear();
  read(chunk);
  return reviewed_;
}

void GameReviewer::collect(const pgn::GameText& game) {
  const std::optional<Color> player = player_of(game);
  const GameEnd end = play(game);
  if (end.is_rejected) return reject(Rejection::opening);
  note(game, end);
  if (end.stop == WalkStop::bad_start) return;
  ++result().counts.used;
  result().counts.plies += end.plies;

  ReviewedGame reviewed{.text = game,
                        .exit_ply = course_.plies,
                        .plies = end.plies,
                        .position = course_.position,
                        .played = course_.played,
                        .player = player};
  reviewed.book = book_.find(reviewed.position);
  if (reviewed.played && !reviewed.book.empty()) reviewed.by = reviewed.position.side_to_move();
  reviewed_.games.push_back(note_of(reviewed));
  sink_.describe(reviewed, reviewed_.text);
}

ChunkWorker::GameEnd GameReviewer::play(const pgn::GameText& game) {
  const auto begin = [&] { course_.begin(); };
  const auto visit = [&](const auto& position, const auto& move, std::size_t ply) {
    if (ply > 0)
      note_opening(position.key());
    else if (game.tag(KnownTag::fen))
      start_ = position;
    if (!course_.played) compare(position, move);
  };
  const auto end = [&](const auto& last) {
    note_opening(last.key());
    if (!course_.played) course_.position = last;
  };
  return ChunkWorker::play(game, begin, visit, end);
}

void GameReviewer::Course::begin() {
  plies = 0;
  played.reset();
  line.clear();
  opening = nullptr;
}

template <class Position, class Move>
void GameReviewer::compare(const Position& position, const Move& move) {
  append_uci(course_.line, position, move);
  course_.line.push_back(' ');
  if (book_.has(position, move)) {
    ++course_.plies;
    return;
  }
  course_.position = position;
  course_.played = move;
}

void GameReviewer::note_opening(chess::Key key) {
  if (!opening_keys_.test(key % opening_keys_.size())) return;
  if (const auto found = openings_.find(key); found != openings_.end()) course_.opening = found->second;
}

GameNote GameReviewer::note_of(const ReviewedGame& game) const {
  const Color side = game.player.value_or(Color::white);
  GameNote note{.exit_ply = game.exit_ply,
                .plies = game.plies,
                .by = game.by,
                .opening = course_.opening,
                .score = score_of(game.text.result(), side)};
  if (game.played) note.gap = gap_of(game);
  return note;
}

GapVisit GameReviewer::gap_of(const ReviewedGame& game) const {
  const Color side = game.position.side_to_move();
  const bool of_opponent = game.player && *game.player != side;
  Gap gap{.moves = course_.line.substr(0, course_.line.size() - 1),
          .of_opponent = of_opponent,
          .count = 1,
          .score = score_of(game.text.result(), game.player.value_or(side))};
  if (game.text.tag(KnownTag::fen)) gap.start = start_.to_fen();
  const std::string_view played = std::string_view(gap.moves).substr(gap.moves.rfind(' ') + 1);
  const std::uint64_t move = std::hash<std::string_view>{}(played)*2 + (of_opponent ? 1 : 0);
  return {.id = game.position.key() ^ (move * kSpread), .gap = std::move(gap)};
}

/// If both names match, a name that is equal to the text counts more than one that contains it.
std::optional<Color> GameReviewer::player_of(const pgn::GameText& game) const {
  const GameFilter& wanted = settings().filter;
  if (wanted.player.empty()) return std::nullopt;
  const std::array<bool, 2> matches = filter().sides(game);
  if (matches[0] != matches[1]) return matches[0] ? Color::white : Color::black;
  const auto is_very = [&](KnownTag side) {
    const auto name = game.tag(side);
    return name && equal_ignoring_case(pgn::unescaped(*name), wanted.player);
  };
  const bool is_white = is_very(KnownTag::white);
  if (!matches[0] || is_white == is_very(KnownTag::black)) return std::nullopt;
  return is_white ? Color::white : Color::black;
}

}  // namespace polyglot::builder
