// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/builder/build.hpp>
#include <polyglot/builder/variant_game.hpp>
#include <polyglot/pgn/game_reader.hpp>
#include <polyglot/pgn/game_walk.hpp>

#include "builder/compiled_filter.hpp"
#include "builder/intake.hpp"

namespace polyglot::builder {

/// Reads chunks one after another in one thread. It finds the wanted games, and counts and reports their
/// mistakes. A derived class decides what to do with a game.
class ChunkWorker {
 public:
  virtual ~ChunkWorker() = default;
  ChunkWorker(const ChunkWorker&) = delete;
  ChunkWorker& operator=(const ChunkWorker&) = delete;

 protected:
  /// Where and why playing a game ended.
  struct GameEnd {
    pgn::WalkStop stop = pgn::WalkStop::end;
    std::size_t plies = 0;
    std::string_view where = {};  ///< a part of the game's text; empty if nothing is wrong
    std::string message = {};     ///< the mistake
    variants::Notation notation = variants::Notation::uci;  ///< the notation of the moves of a variant
    bool is_rejected = false;  ///< true: the filter wants another opening; nothing is wrong
  };

  explicit ChunkWorker(const Settings& settings) : settings_(settings), filter_(settings.filter) {}

  /// Calls collect() for each wanted game of the chunk.
  void read(const InputChunk& chunk) {
    result_.counts = {};
    result_.variations = {};
    result_.problems.clear();
    result_.records.clear();
    result_.games.clear();
    chunk_ = &chunk;
    pgn::GameReader reader(chunk.chunk);
    reader_ = &reader;
    while (reader.next(game_)) take(game_);
    if (chunk.is_game_too_long) {
      ++result_.counts.games;
      ++result_.counts.too_long;
    }
    if (!chunk.damage) return;
    result_.problems.push_back(*chunk.damage);
    std::string& where = result_.problems.back().where;
    if (where.empty()) where = input_name(settings_, chunk.input);
  }

  virtual void collect(const pgn::GameText& game) = 0;

  /// Plays a game up to the first move that may be wrong. `begin` is called before the first move, and
  /// `visit(position, move, ply)` before each move, with types of chess or of variants. If a later move of
  /// chess shows that one is missing, the game is played again up to there, and `begin` is called again.
  /// `finish` gets the last position, unless the start is wrong.
  template <class Begin, class Visit, class Finish>
  [[nodiscard]] GameEnd play(const pgn::GameText& game, Begin begin, Visit visit, Finish finish) const {
    if (settings_.variant) return play_variant(game, begin, visit, finish);
    // The opening depends on the whole game, although only the first moves are visited.
    bool asks_for_opening = filter_.asks_for_opening();
    bool is_wanted = !asks_for_opening;
    std::optional<chess::Position> last;
    const auto visit_one = [&](const chess::Position& position, chess::Move move, std::size_t ply) {
      if (asks_for_opening) {
        filter_.note_opening(position.key(), is_wanted);
        if (ply == settings_.max_ply) last = position;
        if (ply >= settings_.max_ply) return;
      }
      visit(position, move, ply);
    };
    const auto walk = [&](std::size_t most_plies) {
      begin();
      return pgn::walk(game, visit_one, most_plies);
    };
    auto end = walk(asks_for_opening ? std::numeric_limits<std::size_t>::max() : settings_.max_ply);
    if (asks_for_opening && end.stop != pgn::WalkStop::bad_start)
      filter_.note_opening(end.position.key(), is_wanted);
    if (!is_wanted) return {.stop = end.stop, .is_rejected = true};
    asks_for_opening = false;
    if (last) end = {.stop = pgn::WalkStop::visitor, .plies = settings_.max_ply, .position = *last};
    const auto missing = end.stop == pgn::WalkStop::bad_move ? game.missing_move() : std::nullopt;
    if (missing && missing->plies <= end.plies) {
      end = walk(missing->plies);
      end.stop = pgn::WalkStop::missing_move;
      end.where = missing->number;
    }
    if (end.stop != pgn::WalkStop::bad_start) finish(end.position);
    return {end.stop, end.plies, end.where, end.where.empty() ? std::string() : end.message()};
  }

  struct Fault {
    std::string_view where;
    std::string message;
  };

  [[nodiscard]] std::uint64_t offset_of(const pgn::GameText& game) const noexcept {
    return chunk_->chunk.offset() +
           static_cast<std::uint64_t>(game.text().data() - chunk_->chunk.text().data());
  }

  void reject(Rejection reason) {
    ++result_.counts.filtered;
    ++result_.counts.rejected.at(static_cast<std::size_t>(reason));
  }

  /// Counts and reports the end of a game, the flaws of its text, and faults in its variations, in the order
  /// of the text.
  void note(const pgn::GameText& game, const GameEnd& end, std::vector<Fault> faults = {}) {
    Counts& counts = result_.counts;
    const bool is_bad_start = end.stop == pgn::WalkStop::bad_start;
    if (is_bad_start) ++counts.bad_starts;
    if (end.stop == pgn::WalkStop::bad_move || end.stop == pgn::WalkStop::missing_move) ++counts.bad_moves;
    if (end.stop == pgn::WalkStop::null_move) ++counts.null_moves;
    if (game.has_guessed_end()) ++counts.guessed_ends;
    const std::string_view result = game.tag(pgn::KnownTag::result).value_or("");
    if (result.find_first_not_of("*?-. ") != result.npos && game.result() == pgn::GameResult::unknown)
      faults.push_back({result, "\"" + pgn::plain_text(result) + "\" is not a result"});
    bool lost = false;
    for (const pgn::Flaw& flaw : game.flaws()) {
      // Text after the last move that is wanted, or can be played, does not matter.
      if (is_bad_start || flaw.plies > end.plies || flaw.plies >= settings_.max_ply) continue;
      faults.push_back({flaw.where, flaw.message()});
      lost = true;
    }
    if (lost) ++counts.lost_text;
    // A flaw in the text of a move comes before its consequences.
    if (!end.where.empty()) faults.push_back({end.where, end.message});
    if (faults.size() > 1)
      std::ranges::stable_sort(faults, std::less<>(), [](const Fault& fault) { return fault.where.data(); });
    for (Fault& fault : faults) report(fault.where, std::move(fault.message));
  }

  [[nodiscard]] const Settings& settings() const noexcept { return settings_; }
  [[nodiscard]] const CompiledFilter& filter() const noexcept { return filter_; }
  [[nodiscard]] ChunkResult& result() noexcept { return result_; }
  [[nodiscard]] const ChunkResult& result() const noexcept { return result_; }

 private:
  template <class Begin, class Visit, class Finish>
  [[nodiscard]] GameEnd play_variant(const pgn::GameText& game, Begin& begin, Visit& visit,
                                     Finish& finish) const {
    const auto start = start_of(game, *settings_.variant);
    if (!start) {
      const std::string_view fen = *game.tag(pgn::KnownTag::fen);
      return {pgn::WalkStop::bad_start, 0, fen, "the FEN tag is wrong: " + start.error().to_string()};
    }
    begin();
    const VariantMoves played = read_moves(game, *start, settings_.max_ply);
    variants::Position position = *start;
    for (std::size_t ply = 0; ply < played.moves.size(); ++ply) {
      visit(std::as_const(position), played.moves[ply], ply);
      position.make(played.moves[ply]);
    }
    finish(std::as_const(position));
    return {played.stop, played.moves.size(), played.where, played.message(), played.notation};
  }

  void take(const pgn::GameText& game) {
    Counts& counts = result_.counts;
    ++counts.games;
    if (settings_.variant ? !is_game_of(game, *settings_.variant, settings_.filter.untagged)
                          : !pgn::is_chess(game)) {
      ++counts.variants;
      // If a variant is wanted, games of others are not a problem.
      if (!settings_.variant && settings_.filter.variant.empty()) {
        const std::string_view variant = *game.tag(pgn::KnownTag::variant);
        report(variant, "a game of " + pgn::plain_text(variant) + ", skipped");
      }
      return;
    }
    const bool is_sampled = filter_.is_sampled(chunk_->input, offset_of(game));
    std::optional<Rejection> rejection = Rejection::sample;
    try {
      if (is_sampled) rejection = filter_.rejection(game);
      if (!rejection) return collect(game);
    } catch (const TooComplex& error) {
      rejection = Rejection::too_complex;
      report(game.text(), error.what());
    }
    reject(*rejection);
  }

  void report(std::string_view part, std::string what) {
    const std::string line = std::to_string(reader_->line_of(part));
    result_.problems.push_back({std::move(what), input_name(settings_, chunk_->input) + ":" + line});
  }

  const Settings& settings_;
  CompiledFilter filter_;
  ChunkResult result_;
  pgn::GameText game_;
  const InputChunk* chunk_ = nullptr;
  pgn::GameReader* reader_ = nullptr;  ///< of the present chunk
};

}  // namespace polyglot::builder
