// SPDX-License-Identifier: MIT
#include <polyglot/book/crafty.hpp>
#include <polyglot/chess/position.hpp>

#include "builder/crafty_pgn.hpp"

namespace polyglot::builder {
namespace {

namespace crafty_status = book::crafty_status;

constexpr std::uint8_t kUnknown = crafty_status::kWhiteWon | crafty_status::kBlackWon;

/// The position of a FEN tag; the start position if Crafty considers it impossible.
chess::Position crafty_start_of(std::string_view tag) {
  const std::size_t first = tag.find('"') + 1;
  std::string fen(tag.substr(first, tag.find('"', first) - first));
  if (const std::size_t turn = fen.find(' '); turn != std::string::npos && turn + 1 < fen.size())
    fen[turn + 1] = 'w';
  const auto position = chess::Position::from_fen(fen);
  if (!position) return {};
  // Castling rights that contradict the pieces are ignored.
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

/// The result of games from this tag on; nothing if the tag has none.
std::optional<std::uint8_t> status_of(std::string_view tag) {
  constexpr std::pair<std::string_view, std::uint8_t> kResults[] = {{"1-0", crafty_status::kWhiteWon},
                                                                    {"0-1", crafty_status::kBlackWon},
                                                                    {"1/2-1/2", crafty_status::kDrawn},
                                                                    {"*", kUnknown}};
  const auto has = [tag](std::string_view text) { return tag.find(text) != std::string_view::npos; };
  if (has("Site")) return kUnknown;
  if (!has("esult")) return std::nullopt;
  for (const auto& [text, status] : kResults)
    if (has(text)) return status;
  return std::nullopt;
}

class CraftyGames {
 public:
  CraftyGames(const Settings& settings, Intake& intake, Aggregator<CraftyTally>& moves)
      : settings_(settings), intake_(intake), moves_(moves) {}

  void count() {
    chunk_ = intake_.next(nullptr);
    while (chunk_) read_input();
    hand_over(rest_);
    intake_.check();
  }

 private:
  struct Game {
    chess::Position position{};
    std::size_t ply = 0;
    bool in_tags = false;
    bool is_lost = true;  ///< ignores moves until the next tag: at the beginning, and after an error
  };

  /// The chunks of one input, as one text.
  void read_input() {
    const std::size_t input = chunk_->input;
    bool is_used = false;
    const auto is_here = [&] { return chunk_ && chunk_->input == input; };
    CraftyPgn pgn([&] {
      if (is_here() && std::exchange(is_used, true)) go_on();
      while (is_here() && chunk_->damage) go_on();
      return is_here() ? chunk_->chunk.text() : std::string_view();
    });
    result_ = crafty_status::kDrawn;
    game_ = {};
    while (const auto item = pgn.next()) {
      if (item->is_tag)
        read_tag(item->text);
      else if (!game_.is_lost && !read_move(*item, input))
        lose_game(pgn);
    }
    found_.variations.variations += pgn.variations();
  }

  void hand_over(const InputChunk& chunk) {
    moves_.add(chunk.number, found_.records);
    intake_.note(chunk, found_);
    found_ = {};
  }

  /// Delivers the result of the chunk, and takes the next chunk unless the run is over.
  void go_on() {
    if (chunk_->damage) found_.problems.push_back(*chunk_->damage);
    hand_over(*chunk_);
    rest_.input = chunk_->input;
    rest_.number = chunk_->number + 1;
    if (moves_.is_full()) moves_.make_room();
    chunk_ = intake_.is_over() ? nullptr : intake_.next(std::move(chunk_));
  }

  void read_tag(std::string_view tag) {
    if (!game_.in_tags) {
      game_ = {.in_tags = true, .is_lost = false};
      ++found_.counts.games;
    }
    if (const auto status = status_of(tag)) result_ = *status;
    if (is_fen_tag(tag)) game_.position = crafty_start_of(tag);
  }

  /// False if Crafty sees an error.
  [[nodiscard]] bool read_move(const CraftyItem& item, std::size_t input) {
    game_.in_tags = false;
    if (game_.ply >= settings_.max_ply) return true;
    const auto move = read_crafty_move(game_.position, item.text);
    if (!move) {
      ++found_.counts.bad_moves;
      found_.problems.push_back({"\"" + std::string(item.text) + "\" is no move, or not the only one",
                                 input_name(settings_, input) + ":" + std::to_string(item.line)});
      return false;
    }
    const chess::Color mover = game_.position.side_to_move();
    record(book::crafty_record_key(game_.position, *move), item, mover);
    game_.position.make(*move);
    if (game_.ply++ == 0) ++found_.counts.used;
    ++found_.counts.plies;
    return true;
  }

  /// Crafty stores percentage and mover in one byte. With 128 per cent or more the move is of the other side.
  void record(std::uint64_t key, const CraftyItem& item, chess::Color mover) {
    constexpr std::uint32_t kWhite = 128;
    const std::uint32_t joined = item.percent + (mover == chess::Color::white ? kWhite : 0);
    const auto side = (joined & kWhite) != 0 ? chess::Color::white : chess::Color::black;
    const int half_points = result_ == kUnknown                      ? kUnknownResult
                            : result_ == crafty_status::kDrawn       ? 1
                            : result_ == crafty_status::won_by(side) ? 2
                                                                     : 0;
    found_.records.push_back({.key = key,
                              .weight = joined & (kWhite - 1),
                              .half_points = static_cast<std::uint8_t>(half_points),
                              .extra = static_cast<std::uint8_t>(item.marks | result_)});
  }

  /// The item after an error is lost as well, even if it is a tag.
  void lose_game(CraftyPgn& pgn) {
    game_.is_lost = true;
    pgn.drop_line();
    (void)pgn.next();
  }

  const Settings& settings_;
  Intake& intake_;
  Aggregator<CraftyTally>& moves_;
  std::unique_ptr<InputChunk> chunk_;
  ChunkResult found_;  ///< since the beginning of the chunk
  InputChunk rest_;    ///< instead of a chunk, for a last line without a line end
  Game game_;
  std::uint8_t result_ = crafty_status::kDrawn;  ///< of the games until a tag has another one
};

}  // namespace

void count_crafty_games(const Settings& settings, Intake& intake, Aggregator<CraftyTally>& moves) {
  CraftyGames(settings, intake, moves).count();
}

}  // namespace polyglot::builder
