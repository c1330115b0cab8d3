// SPDX-License-Identifier: MIT
#include <bitset>
#include <set>

#include <polyglot/ascii.hpp>
#include <polyglot/builder/review.hpp>
#include <polyglot/game/notation.hpp>
#include <polyglot/openings/opening_names.hpp>
#include <polyglot/variants/notation.hpp>

#include "builder/aggregator.hpp"
#include "builder/chunk_worker.hpp"
#include "builder/intake.hpp"
#include "builder/review_tables.hpp"
#include "builder/threads.hpp"

namespace polyglot::builder {
namespace {

using chess::Color;
using pgn::KnownTag;

constexpr auto kCastling = chess::CastlingNotation::king_takes_rook;

Score score_of(pgn::GameResult result, Color side) noexcept {
  if (result == pgn::GameResult::unknown) return {};
  if (result == pgn::GameResult::draw) return {.games = 1, .half_points = 1};
  const Color winner = result == pgn::GameResult::white_wins ? Color::white : Color::black;
  return {.games = 1, .half_points = side == winner ? 2U : 0U};
}

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

/// The values of a game that a review adds up.
struct GameNote {
  std::size_t exit_ply = 0;
  std::size_t plies = 0;
  std::optional<game::Color> by = std::nullopt;
  std::optional<GapVisit> gap = std::nullopt;  ///< nothing: the game ended in the book
  const openings::Opening* opening = nullptr;
  Score score = {};
};

struct ReviewedChunk {
  std::string text;             ///< the text about the games
  std::vector<GameNote> games;  ///< in their order
};

/// Compares the games of one chunk after another with a book, in one thread.
class GameReviewer final : private ChunkWorker {
 public:
  GameReviewer(const Settings& settings, const book::BookSource& book, bool one_sided, const ReviewSink& sink)
      : ChunkWorker(settings), book_(book, one_sided), sink_(sink) {
    if (settings.variant || !settings.filter.opening_names) return;
    for (const openings::Opening& opening : settings.filter.opening_names->all()) {
      openings_.emplace(opening.key, &opening);
      opening_keys_.set(opening.key % opening_keys_.size());
    }
  }

  /// Valid until the next call.
  [[nodiscard]] ReviewedChunk& work(const InputChunk& chunk) {
    reviewed_.text.clear();
    reviewed_.games.clear();
    read(chunk);
    return reviewed_;
  }
  /// The problems of the chunk that work() read last, see Intake::note().
  [[nodiscard]] ChunkResult& problems() noexcept { return result(); }

 private:
  /// How far a game was played, and where it left the book.
  struct Course {
    std::size_t plies = 0;                            ///< number of moves from the book
    game::Position position = {};                     ///< where it left the book, or ended
    std::optional<game::Move> played = std::nullopt;  ///< the move by which it left
    std::string line = {};  ///< the moves until then in UCI, each with a blank after it
    const openings::Opening* opening = nullptr;

    /// Begins another game. The position stays until the game has one.
    void begin() {
      plies = 0;
      played.reset();
      line.clear();
      opening = nullptr;
    }
  };

  void collect(const pgn::GameText& game) override {
    const std::optional<Color> player = player_of(game);
    const GameEnd end = play(game);
    if (end.is_rejected) return reject(Rejection::opening);
    note(game, end);
    if (end.stop == pgn::WalkStop::bad_start) return;
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

  [[nodiscard]] GameEnd play(const pgn::GameText& game) {
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

  /// For a game that is still in the book.
  template <class Position, class Move>
  void compare(const Position& position, const Move& move) {
    append_uci(course_.line, position, move);
    course_.line.push_back(' ');
    if (book_.has(position, move)) {
      ++course_.plies;
      return;
    }
    course_.position = position;
    course_.played = move;
  }

  void note_opening(chess::Key key) {
    if (!opening_keys_.test(key % opening_keys_.size())) return;
    if (const auto found = openings_.find(key); found != openings_.end()) course_.opening = found->second;
  }

  [[nodiscard]] GameNote note_of(const ReviewedGame& game) const {
    const Color side = game.player.value_or(Color::white);
    GameNote note{.exit_ply = game.exit_ply,
                  .plies = game.plies,
                  .by = game.by,
                  .opening = course_.opening,
                  .score = score_of(game.text.result(), side)};
    if (game.played) note.gap = gap_of(game);
    return note;
  }

  [[nodiscard]] GapVisit gap_of(const ReviewedGame& game) const {
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
  [[nodiscard]] std::optional<Color> player_of(const pgn::GameText& game) const {
    const GameFilter& wanted = settings().filter;
    if (wanted.player.empty()) return std::nullopt;
    const std::array<bool, 2> matches = filter().sides(game);
    if (matches[0] != matches[1]) return matches[0] ? Color::white : Color::black;
    const auto is_very = [&](KnownTag side) {
      const auto name = game.tag(side);
      return name && equal_ignoring_case(pgn::plain_text(*name), wanted.player);
    };
    const bool is_white = is_very(KnownTag::white);
    if (!matches[0] || is_white == is_very(KnownTag::black)) return std::nullopt;
    return is_white ? Color::white : Color::black;
  }

  BookLookup book_;
  const ReviewSink& sink_;
  boost::unordered_flat_map<chess::Key, const openings::Opening*> openings_;
  /// The last bits of the keys in `openings_`. They show for most positions that these have no name.
  std::bitset<1 << 16> opening_keys_;
  Course course_;
  game::Position start_;
  ReviewedChunk reviewed_;
};

/// Adds up the results of the games. Only one thread at a time may use it.
class ReviewSum {
 public:
  explicit ReviewSum(bool has_names) : has_names_(has_names) {}

  void add(GameNote note) {
    ++review_.games;
    review_.plies += note.plies;
    review_.book_plies += note.exit_ply;
    review_.score += note.score;
    ++review_.exits.at(std::min(note.exit_ply, Review::kPlies));
    if (has_names_) add_opening(note);
    if (!note.gap) {
      ++review_.ended_inside;
      return;
    }
    if (note.by) {
      ++review_.left.at(static_cast<std::size_t>(*note.by));
      ++(note.gap->gap.of_opponent ? review_.left_by_opponent : review_.left_by_player);
    } else {
      ++review_.book_ended;
    }
    gaps_.add(*std::move(note.gap));
  }

  [[nodiscard]] Review take() {
    review_.forgotten = gaps_.forgotten();
    review_.gaps = gaps_.take_sorted();
    for (auto& [names, opening] : openings_) review_.openings.push_back(std::move(opening));
    std::ranges::stable_sort(review_.openings, std::ranges::greater{}, &OpeningReview::games);
    return std::move(review_);
  }

 private:
  /// Adds the game to its opening by name, because files of openings have several lines for some names.
  void add_opening(const GameNote& note) {
    const openings::Opening* const known = note.opening;
    OpeningReview*& found = known_openings_[known];
    if (found == nullptr) {
      const auto names =
          known != nullptr ? std::pair(known->eco, known->name) : std::pair<std::string, std::string>();
      found = &openings_[names];
      std::tie(found->eco, found->name) = names;
    }
    OpeningReview& opening = *found;
    ++opening.games;
    opening.book_plies += note.exit_ply;
    opening.score += note.score;
  }

  bool has_names_;
  Review review_;
  GapTable gaps_;
  std::map<std::pair<std::string, std::string>, OpeningReview> openings_;
  boost::unordered_flat_map<const openings::Opening*, OpeningReview*> known_openings_;
};

}  // namespace

std::optional<double> Score::share() const noexcept {
  if (games == 0) return std::nullopt;
  return static_cast<double>(half_points) / (2 * static_cast<double>(games));
}

/// Threads compare chunks of games with the book, and add up in the order of the input.
Result<Review> review_games(const Settings& settings, const ReviewedBook& reviewed_book,
                            const ReviewSink& sink, Progress& progress) {
  return result_of([&] {
    settings.filter.check().value();
    Intake intake(settings, MemoryPlan::of(settings.memory, settings.threads).chunk, progress);
    Turns turns;
    ReviewSum sum(settings.filter.opening_names != nullptr && !settings.variant);  // one thread at a time
    std::mutex mutex;
    std::set<std::string> troubles;
    const auto review_some = [&] {
      const auto book = [&] {
        const std::scoped_lock lock(mutex);
        return reviewed_book.open().value();
      }();
      GameReviewer reviewer(settings, *book, reviewed_book.one_sided, sink);
      std::unique_ptr<InputChunk> chunk;
      while (!intake.is_over()) {
        chunk = intake.next(std::move(chunk));
        if (!chunk) break;
        ReviewedChunk& reviewed = reviewer.work(*chunk);
        if (!turns.await(chunk->number)) break;
        for (GameNote& note : reviewed.games) sum.add(std::move(note));
        sink.put(reviewed.text);
        intake.note(*chunk, reviewer.problems());
        turns.end();
      }
      const std::scoped_lock lock(mutex);
      while (const auto trouble = book->take_trouble()) troubles.insert(trouble->to_string());
    };
    const auto fail = [&] {
      progress.stop = true;
      turns.fail();
    };
    intake.open();
    run_team(settings.threads, review_some, fail);
    intake.check();
    intake.end();
    Review review = sum.take();
    review.summary = intake.close({});
    review.troubles.assign(troubles.begin(), troubles.end());
    return review;
  });
}

}  // namespace polyglot::builder
