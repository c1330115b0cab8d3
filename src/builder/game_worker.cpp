// SPDX-License-Identifier: MIT
#include <cmath>

#include <polyglot/book/move_code.hpp>
#include <polyglot/builder/build.hpp>
#include <polyglot/builder/variant_game.hpp>
#include <polyglot/chess/move.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/pgn/game_reader.hpp>
#include <polyglot/pgn/game_tree.hpp>
#include <polyglot/pgn/game_walk.hpp>
#include <polyglot/pgn/tree_moves.hpp>
#include <polyglot/variants/book_code.hpp>

#include "builder/chunk_worker.hpp"
#include "builder/duplicates.hpp"
#include "builder/run.hpp"
#include "builder/tag_values.hpp"
#include "builder/threads.hpp"

namespace polyglot::builder {
namespace {

using pgn::WalkStop;

/// A player with this rating has weight 1.
constexpr double kUsualElo = 2000;
/// The rating of players without one, who are seldom masters.
constexpr int kUnknownElo = 1500;
/// The maximum number of doublings, so that sums fit into 64 bits.
constexpr double kMostDoublings = 10;
constexpr double kDaysOfAYear = 365.25;

double elo_weight(const GameWeights& weights, const pgn::GameText& game, pgn::KnownTag side) {
  if (weights.elo_doubling == 0) return 1;
  const double elo = rating_of(game, side).value_or(kUnknownElo);
  return std::exp2(std::clamp((elo - kUsualElo) / weights.elo_doubling, -kMostDoublings, kMostDoublings));
}

/// A game without a date counts half. A game with a future date counts like a game of the last day. If only a
/// part of the date is known, the first possible day counts.
double date_weight(const GameWeights& weights, const pgn::GameText& game) {
  if (weights.half_life == 0) return 1;
  const Range<int> date = date_of(game);
  if (date.least > date.most) return 0.5;
  const double years = (days_since_1970(weights.decay_until) - days_since_1970(date.least)) / kDaysOfAYear;
  return std::exp2(-std::max(0.0, years) / weights.half_life);
}

/// The weights of White's and Black's moves in a game, in units of 1 / kUnit.
std::array<std::uint32_t, 2> weights_of(const GameWeights& weights, const pgn::GameText& game) {
  if (weights.are_even()) return {kUnit, kUnit};
  const double by_date = date_weight(weights, game) * kUnit;
  const auto weight = [&](pgn::KnownTag side) {
    return static_cast<std::uint32_t>(std::max(1.0, std::round(by_date * elo_weight(weights, game, side))));
  };
  return {weight(pgn::KnownTag::white_elo), weight(pgn::KnownTag::black_elo)};
}

std::uint16_t code_of(const chess::Position&, chess::Move move) noexcept {
  return book::encode_move(move);
}
std::uint16_t code_of(const variants::Position& position, const variants::Move& move) {
  return static_cast<std::uint16_t>(variants::whole_book_code(position, move));
}

std::string message_of(const chess::Position& position, std::string_view word) {
  return pgn::WalkEnd{.stop = WalkStop::bad_move, .where = word, .position = position}.message();
}
std::string message_of(const variants::Position& position, std::string_view word) {
  return VariantMoves{.moves = {}, .end = position, .stop = WalkStop::bad_move, .where = word}.message();
}

/// Makes records from one chunk after another, in one thread.
class GameWorker final : private ChunkWorker {
 public:
  /// `duplicates`: shared by all workers; null: none.
  GameWorker(const Settings& settings, Duplicates* duplicates)
      : ChunkWorker(settings), duplicates_(duplicates), tree_moves_(settings.ignore_nags) {}

  /// Valid until the next call.
  [[nodiscard]] ChunkResult& work(const InputChunk& chunk) {
    used_.clear();
    hashes_.clear();
    read(chunk);
    if (duplicates_ != nullptr) drop_duplicates(chunk.number);
    return result();
  }

 private:
  /// The values in the records of one side's moves.
  struct SideShare {
    bool taken = true;
    std::uint8_t half_points = 1;
    std::uint32_t weight = kUnit;
  };
  using Shares = std::array<SideShare, 2>;  ///< by colour

  /// A game to count, unless it is a duplicate.
  struct UsedGame {
    std::size_t first_record;
    std::uint64_t plies;
    VariationCounts variations;
    bool is_drawn_by_tag;
  };

  void collect(const pgn::GameText& game) override {
    const std::size_t had = result().records.size();
    variations_ = {.variations = game.variations()};
    if (settings().counted_by) {
      GameFacts& facts = result().games.emplace_back(facts_of(game, *settings().counted_by));
      facts.weights = weights_of(settings().game_weights, game);
    }
    const GameEnd end = add_records(game);
    if (end.is_rejected) {
      if (settings().counted_by) result().games.pop_back();
      return reject(Rejection::opening);
    }
    note(game, end, std::exchange(tree_faults_, {}));
    if (end.stop == WalkStop::bad_start) return;
    const UsedGame used{.first_record = had,
                        .plies = end.plies + variations_.plies,
                        .variations = variations_,
                        .is_drawn_by_tag = is_drawn_by_tag(game)};
    if (duplicates_ == nullptr) return count(used);
    used_.push_back(used);
    hashes_.push_back(hash_of(game, moves_hash_, end.plies));
  }

  [[nodiscard]] GameEnd add_records(const pgn::GameText& game) {
    auto& records = result().records;
    const auto shares = shares_of(game);
    const std::size_t had = records.size();
    records.resize(had + std::min(game.moves().size(), settings().max_ply));
    Record* next = nullptr;
    const bool reads_tree = reads_tree_of(game);
    const auto record = [&](const auto& position, const auto& move, std::size_t) {
      if (reads_tree) note_main_move(move);
      if (duplicates_ != nullptr) add_to_hash(position.key(), code_of(position, move));
      const SideShare& share = shares[static_cast<std::size_t>(position.side_to_move())];
      if (!share.taken || is_left_out(position, move)) return;
      *next++ = {.key = position.key(),
                 .weight = share.weight,
                 .move = code_of(position, move),
                 .half_points = share.half_points};
    };
    const auto begin = [&] {
      next = records.data() + had;
      moves_hash_ = 0;
      main_line_.clear();
    };
    GameEnd end = play(game, begin, record, [](const auto&) {});
    const bool has_records = !reads_tree && !end.is_rejected && next != nullptr;
    records.resize(has_records ? static_cast<std::size_t>(next - records.data()) : had);
    if (!reads_tree || end.is_rejected || end.stop == WalkStop::bad_start) return end;
    tree_.read(game);
    const auto moves = tree_.moves();
    if (settings().variant) {
      const auto read = [&](const variants::Position& position, std::size_t number, std::size_t) {
        return read_tree_move(game, moves, position, number, end.notation);
      };
      add_tree_records<variants::Move>(start_of(game, *settings().variant).value(), shares, end.plies, read);
    } else {
      // The main line has been played already, up to the first move that may be wrong.
      const auto read = [&](const chess::Position& position, std::size_t number, std::size_t ply) {
        return moves[number].is_main ? std::optional(pgn::PlayedMove<chess::Move>{.move = main_line_[ply]})
                                     : pgn::read_tree_move(moves, position, number);
      };
      add_tree_records<chess::Move>(pgn::start_position(game).value(), shares, end.plies, read);
    }
    return end;
  }

  /// The numbers that replace weights when games are counted, see ChunkResult::games.
  [[nodiscard]] std::array<std::uint32_t, 2> numbers_of_game() const {
    const auto number = static_cast<std::uint32_t>(2 * (result().games.size() - 1));
    return {number, number + 1};
  }

  /// Whether a book counts the game as a draw, although its text says who won.
  [[nodiscard]] bool is_drawn_by_tag(const pgn::GameText& game) const {
    const bool makes_book = !settings().counted_by || !settings().counts.empty();
    const auto is_win = [](pgn::GameResult result) {
      return result == pgn::GameResult::white_wins || result == pgn::GameResult::black_wins;
    };
    return makes_book && is_win(game.result()) && !is_win(result_by_tag(game));
  }

  /// As in Polyglot 2.0.4 every Result tag that is not a win counts as a draw.
  [[nodiscard]] Shares shares_of(const pgn::GameText& game) const {
    const auto result = result_by_tag(game);
    const auto taken = filter().sides(game);
    const auto weights =
        settings().counted_by ? numbers_of_game() : weights_of(settings().game_weights, game);
    Shares shares;
    for (std::size_t side = 0; side < 2; ++side)
      shares[side] = {.taken = taken[side], .weight = weights[side]};
    if (result == pgn::GameResult::unknown) return shares;
    const auto half_points = half_points_of(result);
    for (std::size_t side = 0; side < 2; ++side) shares[side].half_points = half_points.at(side);
    return shares;
  }

  /// A tree without variations, marks and weights is the main line.
  [[nodiscard]] bool reads_tree_of(const pgn::GameText& game) const {
    return settings().variations == Variations::all && pgn::has_annotations(game);
  }

  template <class Move, class Position, class Read>
  void add_tree_records(const Position& start, const Shares& shares, std::size_t main_plies,
                        const Read& read) {
    const auto moves = tree_.moves();
    const auto visit = [&](const Position& position, const Move& move, std::size_t number, std::size_t) {
      const Record record{.key = position.key(), .move = code_of(position, move)};
      add_tree_record(record, is_left_out(position, move), position.side_to_move(), shares, moves[number]);
    };
    const auto lost = [&](const Position& position, std::size_t number) {
      note_lost_variation(moves[number], message_of(position, moves[number].text));
    };
    pgn::walk_tree<Move>(moves, start, {.main_line = main_plies, .variations = settings().max_ply}, read,
                         visit, lost);
    finish_tree_records();
  }

  /// A move of a variation was not played. It counts as a draw, whatever the result of the game.
  void add_tree_record(Record record, bool is_left_out, chess::Color side, const Shares& shares,
                       const pgn::TreeMove& written) {
    const SideShare& share = shares[static_cast<std::size_t>(side)];
    if (!written.is_main) {
      ++variations_.plies;
      // Chapters of a study may share only their main line.
      if (duplicates_ != nullptr) add_to_hash(record.key, record.move);
    }
    if (written.weight) tree_moves_.note_weight(side);
    if (written.is_capped)
      tree_faults_.push_back({written.text, "the weight of " + std::string(written.text) +
                                                " exceeds 65535; Polyglot uses 65535 instead"});
    if (is_left_out || !share.taken) return;
    record.weight = share.weight;
    record.half_points = written.is_main ? share.half_points : 1;
    tree_moves_.add(record.key, record.move, side, written, record);
  }

  void finish_tree_records() {
    const auto take = [&](Record record, std::uint8_t times, std::optional<std::uint16_t> weight) {
      constexpr std::array kVerdicts{Verdict::bad, Verdict::none, Verdict::good, Verdict::brilliant};
      record.extra = static_cast<std::uint8_t>(weight ? Verdict::weighed : kVerdicts.at(times));
      if (weight) record.weight = *weight;
      result().records.push_back(record);
    };
    variations_.replies = tree_moves_.finish(take);
  }

  /// Whether a book cannot have the move.
  [[nodiscard]] bool is_left_out(const chess::Position& position, chess::Move) const {
    return settings().leave_out_inner_rooks && chess::has_inner_castling_rook(position);
  }

  [[nodiscard]] static bool is_left_out(const variants::Position& position, const variants::Move& move) {
    return !position.has_key() || !variants::has_book_code(position, move);
  }

  void note_main_move(chess::Move move) { main_line_.push_back(move); }
  /// Moves of variants are read again, because one may be two words of the text.
  void note_main_move(const variants::Move&) {}
  /// Analyses have null moves, which are not a mistake.
  void note_lost_variation(const pgn::TreeMove& written, std::string message) {
    ++variations_.cut;
    if (pgn::is_null_move(written.text)) return;
    tree_faults_.push_back({written.text, std::move(message) + "; the rest of the variation is lost"});
  }

  /// Adds a move to the hash of the game. The first call also adds the start. The odd factor makes the order
  /// of the moves matter.
  void add_to_hash(chess::Key key, std::uint16_t move) noexcept {
    if (moves_hash_ == 0) moves_hash_ = key;
    moves_hash_ = (moves_hash_ ^ move) * 0x9e3779b97f4a7c15;
    moves_hash_ ^= moves_hash_ >> 32;
  }

  void count(const UsedGame& game) {
    ++result().counts.used;
    result().counts.plies += game.plies;
    result().variations += game.variations;
    if (game.is_drawn_by_tag) ++result().counts.drawn_by_tag;
  }

  void drop_duplicates(std::uint64_t number) {
    const std::vector<bool> news = duplicates_->are_new(number, hashes_);
    auto& records = result().records;
    auto kept = records.begin();
    for (std::size_t i = 0; i < used_.size(); ++i) {
      if (!news[i]) {
        ++result().counts.duplicates;
        continue;
      }
      const std::size_t last = i + 1 < used_.size() ? used_[i + 1].first_record : records.size();
      kept = std::copy(records.begin() + static_cast<std::ptrdiff_t>(used_[i].first_record),
                       records.begin() + static_cast<std::ptrdiff_t>(last), kept);
      count(used_[i]);
    }
    records.erase(kept, records.end());
  }

  Duplicates* duplicates_;
  std::vector<UsedGame> used_;  ///< if duplicates are dropped
  std::vector<std::uint64_t> hashes_;
  std::uint64_t moves_hash_ = 0;  ///< of the start and the played moves of the present game
  // Of the present game, if variations are read.
  pgn::GameTree tree_;
  pgn::TreeMoves<Record> tree_moves_;
  std::vector<chess::Move> main_line_;
  VariationCounts variations_;
  std::vector<Fault> tree_faults_;
};

}  // namespace

void read_games(const Settings& settings, std::size_t remembered, Progress& progress, Intake& intake,
                const RecordSink& moves) {
  std::optional<Duplicates> duplicates;
  if (settings.drop_duplicates) duplicates.emplace(remembered);
  std::atomic<bool> at_end = false;
  const auto count_some = [&] {
    GameWorker worker(settings, duplicates ? &*duplicates : nullptr);
    std::unique_ptr<InputChunk> chunk;
    while (!moves.is_full() && !intake.is_over()) {
      chunk = intake.next(std::move(chunk));
      if (!chunk) {
        at_end = true;
        return;
      }
      ChunkResult& result = worker.work(*chunk);
      moves.add(*chunk, result);
      intake.note(*chunk, result);
    }
  };
  for (;;) {
    run_team(settings.threads, count_some, [&] {
      progress.stop = true;
      if (duplicates) duplicates->fail();
    });
    intake.check();
    if (at_end) return;
    moves.make_room();
  }
}

}  // namespace polyglot::builder
