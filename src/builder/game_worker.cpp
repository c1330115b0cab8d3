#include "builder/game_worker.hpp"
#include <array>

#include <polyglot/book/move_code.hpp>
#include <polyglot/pgn/variant.hpp>

namespace polyglot::builder {
namespace {

using pgn::WalkStop;

/// Half points by the colour that gets them. As in Polyglot 2.0.4 the tag alone decides, and whatever it
/// says but a win is a draw.
std::array<std::uint8_t, 2> half_points_of(const pgn::GameText& game) {
  switch (pgn::result_of(game.tag(pgn::KnownTag::result).value_or(""))) {
    case pgn::GameResult::white_wins:
      return {2, 0};
    case pgn::GameResult::black_wins:
      return {0, 2};
    default:
      return {1, 1};
  }
}

}  // namespace

const ChunkResult& GameWorker::work(const InputChunk& chunk) {
  result_.counts = {};
  result_.problems.clear();
  result_.records.clear();
  pgn::GameReader reader(chunk.chunk);
  reader_ = &reader;
  input_ = chunk.input;
  while (reader.next(game_)) take(game_);
  return result_;
}

void GameWorker::take(const pgn::GameText& game) {
  Counts& counts = result_.counts;
  ++counts.games;
  if (!pgn::is_chess(game)) {
    ++counts.variants;
    return;
  }
  const pgn::WalkEnd end = collect(game);
  if (end.stop == WalkStop::bad_start) {
    ++counts.bad_starts;
  } else {
    ++counts.used;
    counts.plies += end.plies;
    if (end.stop == WalkStop::bad_move) ++counts.bad_moves;
    if (end.stop == WalkStop::null_move) ++counts.null_moves;
  }
  if (end.stop == WalkStop::bad_start || end.stop == WalkStop::bad_move) report(end);
}

pgn::WalkEnd GameWorker::collect(const pgn::GameText& game) {
  auto& records = result_.records;
  const std::array<std::uint8_t, 2> half_points = half_points_of(game);
  const std::size_t had = records.size();
  records.resize(had + std::min(game.moves().size(), settings_.max_ply));
  Record* next = records.data() + had;
  auto end = pgn::walk(game, [&](const chess::Position& position, chess::Move move, std::size_t ply) {
    if (ply >= settings_.max_ply) return false;
    *next++ = {.key = position.key(),
               .weight = kUnit,
               .move = book::encode_move(move),
               .half_points = half_points[static_cast<std::size_t>(position.side_to_move())]};
    return true;
  });
  records.resize(static_cast<std::size_t>(next - records.data()));
  return end;
}

void GameWorker::report(const pgn::WalkEnd& end) {
  report(end.where, end.message());
}

void GameWorker::report(std::string_view part, std::string what) {
  const std::string& name = settings_.inputs[input_];
  result_.problems.push_back(
      {.place = (name == "-" ? "standard input" : name) + ":" + std::to_string(reader_->line_of(part)),
       .what = std::move(what)});
}

}  // namespace polyglot::builder
