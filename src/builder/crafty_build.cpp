// SPDX-License-Identifier: MIT
#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include <polyglot/book/crafty_key.hpp>
#include <polyglot/book/crafty_writer.hpp>
#include <polyglot/chess/position.hpp>

#include "builder/chunk_source.hpp"
#include "builder/crafty_pgn.hpp"
#include "builder/game_worker.hpp"
#include "builder/memory_plan.hpp"
#include "builder/problem_log.hpp"

namespace polyglot::builder {
namespace {

namespace crafty_status = book::crafty_status;

using book::CraftyRecord;

constexpr std::uint8_t kUnknownResult = crafty_status::kWhiteWon | crafty_status::kBlackWon;

/// What games have brought to a move.
struct CraftyTally {
  std::uint32_t count = 0;
  std::uint32_t wins = 0;  ///< of the mover
  std::uint32_t losses = 0;
  std::uint8_t status = 0;
  std::uint8_t percent = 0;
};

/// The position that a FEN tag gives; the start position where Crafty finds it impossible.
chess::Position crafty_start_of(std::string_view tag) {
  const std::size_t first = tag.find('"') + 1;
  std::string fen(tag.substr(first, tag.find('"', first) - first));
  if (const std::size_t turn = fen.find(' '); turn != std::string::npos && turn + 1 < fen.size())
    fen[turn + 1] = 'w';
  const auto position = chess::Position::from_fen(fen);
  if (!position) return {};
  // Rights that the pieces contradict are not read.
  const std::string read = position->to_fen();
  const auto rights = [](std::string_view text) {
    text.remove_prefix(std::min(text.find_first_of(' ') + 3, text.size()));
    return text.substr(0, text.find(' '));
  };
  return rights(read) == rights(fen) ? *position : chess::Position();
}

bool is_fen_tag(std::string_view tag) {
  const std::size_t quote = tag.find('"');
  if (quote == std::string_view::npos) return false;
  const std::string_view name = tag.substr(0, quote);
  const auto names = [name](std::string_view word) { return name.find(word) != std::string_view::npos; };
  constexpr std::string_view kOthers[] = {"Event", "Site", "Round", "Date", "White", "Black", "Result"};
  return names("FEN") && std::ranges::none_of(kOthers, names);
}

/// The result that games have from this tag on; nothing if it says none.
std::optional<std::uint8_t> result_of(std::string_view tag) {
  struct Text {
    std::string_view text;
    std::uint8_t status;
  };
  constexpr Text kResults[] = {{"1-0", crafty_status::kWhiteWon},
                               {"0-1", crafty_status::kBlackWon},
                               {"1/2-1/2", crafty_status::kDrawn},
                               {"*", kUnknownResult}};
  const auto has = [tag](std::string_view text) { return tag.find(text) != std::string_view::npos; };
  if (has("Site")) return kUnknownResult;
  if (!has("esult")) return std::nullopt;
  for (const Text& result : kResults)
    if (has(result.text)) return result.status;
  return std::nullopt;
}

/// One run that makes a book.
class CraftyRun {
 public:
  CraftyRun(const Settings& settings, Progress& progress)
      : settings_(settings),
        progress_(progress),
        source_({.inputs = settings.inputs,
                 .limits = {.target = MemoryPlan::of(settings.memory, 1).chunk, .longest = kLongestGame},
                 .ahead = settings.threads > 1 ? settings.threads : 0},
                progress) {}

  [[nodiscard]] Result<Summary> make() {
    if (auto opened = problems_.open(settings_.report, settings_.shown); !opened) return opened.error();
    chunk_ = source_.next(nullptr);
    while (chunk_) {
      if (auto read = read_input(); !read) return read.error();
    }
    if (progress_.stop) return Error{"interrupted"};
    if (settings_.refuse_empty && summary_.counts.plies == 0)
      return Error{"no move of " + std::to_string(summary_.counts.games) +
                   " games can be used, nothing is written; --allow-empty has it so"};
    progress_.writing = true;
    if (auto written = write(); !written) return written.error();
    if (auto closed = problems_.close(summary_); !closed) return closed.error();
    return summary_;
  }

 private:
  /// A game as far as it has been read.
  struct Game {
    chess::Position position{};
    std::size_t ply = 0;
    bool in_tags = false;
    bool is_lost = true;  ///< up to the next tag: before the first one, or behind an error
  };

  /// The chunks of one input, as one text.
  [[nodiscard]] Result<void> read_input() {
    const std::size_t input = chunk_->input;
    bool is_used = false;
    CraftyPgn pgn([&]() -> std::string_view {
      if (std::exchange(is_used, true)) chunk_ = source_.next(std::move(chunk_));
      for (; chunk_ && chunk_->input == input && chunk_->damage; chunk_ = source_.next(std::move(chunk_)))
        note_damage(*chunk_);
      return chunk_ && chunk_->input == input ? chunk_->chunk.text() : std::string_view();
    });
    result_ = crafty_status::kDrawn;
    game_ = {};
    while (const auto item = pgn.next()) {
      if (progress_.stop) return Error{"interrupted"};
      if (item->is_tag)
        read_tag(item->text);
      else if (!game_.is_lost && !read_move(*item, input))
        lose_game(pgn);
      if (settings_.strict && problems_.count() > 0) return problems_.first_error();
      if (tallies_.size() > most_tallies()) return too_large();
    }
    return {};
  }

  void read_tag(std::string_view tag) {
    if (!game_.in_tags) {
      game_ = {.in_tags = true, .is_lost = false};
      ++summary_.counts.games;
      ++progress_.games;
    }
    if (const auto result = result_of(tag)) result_ = *result;
    if (is_fen_tag(tag)) game_.position = crafty_start_of(tag);
  }

  /// False if it is an error.
  [[nodiscard]] bool read_move(const CraftyItem& item, std::size_t input) {
    game_.in_tags = false;
    if (game_.ply >= settings_.max_ply) return true;
    const auto move = read_crafty_move(game_.position, item.text);
    if (!move) {
      ++summary_.counts.bad_moves;
      problem({.place = input_name(settings_, input) + ":" + std::to_string(item.line),
               .what = "\"" + std::string(item.text) + "\" is no move, or not the only one"});
      return false;
    }
    const chess::Color mover = game_.position.side_to_move();
    const std::uint64_t before = book::crafty_signature(game_.position);
    game_.position.make(*move);
    const std::uint64_t after = book::crafty_signature(game_.position);
    count(book::crafty_record_key(before, after, mover), item, mover);
    if (game_.ply++ == 0) ++summary_.counts.used;
    ++summary_.counts.plies;
    return true;
  }

  /// Crafty keeps percentage and mover in one byte: 128 per cent and more make a move the other side's.
  void count(std::uint64_t key, const CraftyItem& item, chess::Color mover) {
    constexpr std::uint32_t kWhite = 128;
    const std::uint32_t joined = item.percent + (mover == chess::Color::white ? kWhite : 0);
    const bool is_white = (joined & kWhite) != 0;
    CraftyTally& tally = tallies_[key];
    ++tally.count;
    tally.wins += (result_ & (is_white ? crafty_status::kWhiteWon : crafty_status::kBlackWon)) != 0 ? 1 : 0;
    tally.losses += (result_ & (is_white ? crafty_status::kBlackWon : crafty_status::kWhiteWon)) != 0 ? 1 : 0;
    tally.status |= item.marks | result_;
    tally.percent |= static_cast<std::uint8_t>(joined & (kWhite - 1));
  }

  /// The item behind an error is lost as well, even if it is a tag.
  void lose_game(CraftyPgn& pgn) {
    game_.is_lost = true;
    pgn.drop_line();
    (void)pgn.next();
  }

  [[nodiscard]] bool is_kept(const CraftyTally& tally) const {
    constexpr double kHundred = 100;
    return tally.count >= settings_.entries.min_games &&
           tally.wins >= tally.losses * (settings_.crafty.min_win_percent / kHundred);
  }

  [[nodiscard]] Result<void> write() {
    book::CraftyClusters clusters;
    std::vector<CraftyRecord> records;
    for (const auto& [key, tally] : tallies_) {
      const std::uint32_t number =
          settings_.crafty.start_book ? tally.percent : std::min(tally.count, CraftyRecord::kMostCount);
      const CraftyRecord record{.key = key, .status = tally.status, .count = number};
      clusters.set(record.cluster());
      if (is_kept(tally)) records.push_back(record);
    }
    summary_.moves = tallies_.size();
    summary_.entries = records.size();
    std::ranges::sort(records, {}, &CraftyRecord::key);
    return book::write_crafty_book(settings_.output, records, clusters);
  }

  /// A tally is kept with its key; a table has some room to spare, and records are made of it at the end.
  [[nodiscard]] std::size_t most_tallies() const {
    constexpr std::size_t kBytes = 2 * (sizeof(std::uint64_t) + sizeof(CraftyTally));
    return static_cast<std::size_t>(settings_.memory) / kBytes;
  }
  [[nodiscard]] Error too_large() const {
    return {"more than " + std::to_string(most_tallies()) +
            " moves, nothing is written: take a larger --memory or a smaller --max-ply"};
  }

  void note_damage(const InputChunk& chunk) {
    summary_.damaged_input = true;
    problem({.place = chunk.damage->where, .what = chunk.damage->what});
  }
  void problem(Problem problem) { problems_.add(next_problem_++, {std::move(problem)}); }
  const Settings& settings_;
  Progress& progress_;
  ChunkSource source_;
  std::unique_ptr<InputChunk> chunk_;
  ProblemLog problems_;
  std::uint64_t next_problem_ = 0;
  Summary summary_;
  Game game_;
  std::uint8_t result_ = crafty_status::kDrawn;  ///< of the games, until a tag says another
  boost::unordered_flat_map<std::uint64_t, CraftyTally> tallies_;
};

}  // namespace

Result<Summary> build_crafty_book(const Settings& settings, Progress& progress) {
  return CraftyRun(settings, progress).make();
}

}  // namespace polyglot::builder
