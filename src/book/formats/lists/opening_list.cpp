// SPDX-License-Identifier: MIT
#include <polyglot/ascii.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/chess/epd.hpp>
#include <polyglot/chess/notation.hpp>
#include <polyglot/counted.hpp>
#include <polyglot/pgn/chunk_reader.hpp>
#include <polyglot/pgn/game_reader.hpp>
#include <polyglot/pgn/game_tree.hpp>
#include <polyglot/pgn/game_walk.hpp>
#include <polyglot/pgn/tree_moves.hpp>

#include "book/formats/formats.hpp"

namespace polyglot::book {
namespace {

/// The number of times that a move occurred in a position. With the null move, that of the position itself.
struct OpeningCount {
  chess::Key key = 0;
  chess::Move move;
  bool is_weight = false;  ///< `count` is a weight from a comment; only the highest such weight counts
  std::uint32_t count = 0;
};

/// Adds up counts that come in any order.
class OpeningTable {
 public:
  /// The maximum number of different counts. They take 256 MiB.
  static constexpr std::size_t kMost = std::size_t{1} << 24;

  /// Adds a count. False if there are too many.
  [[nodiscard]] bool add(const OpeningCount& seen);
  [[nodiscard]] bool add(chess::Key key, chess::Move move) {
    return add({.key = key, .move = move, .count = 1});
  }

  /// Adds up the rest. Call it before reading the table.
  void finish() {
    join_same_moves(counts_, add_up);
    added_up_ = counts_.size();
  }

  /// The counts of a position, in the order of their first occurrence.
  [[nodiscard]] std::span<const OpeningCount> find(chess::Key key) const {
    // Not equal_range(), because clang 14 cannot compile the use of its result.
    return {std::ranges::lower_bound(counts_, key, {}, &OpeningCount::key),
            std::ranges::upper_bound(counts_, key, {}, &OpeningCount::key)};
  }

  [[nodiscard]] std::size_t size() const noexcept { return counts_.size(); }

 private:
  /// A weight from a comment replaces numbers of games.
  static void add_up(OpeningCount& sum, const OpeningCount& next) noexcept {
    if (sum.is_weight != next.is_weight)
      sum = next.is_weight ? next : sum;
    else
      sum.count = sum.is_weight ? std::max(sum.count, next.count) : sum.count + next.count;
  }

  std::vector<OpeningCount> counts_;  ///< the first `added_up_` are sorted by key and unique
  std::size_t added_up_ = 0;
};

struct Openings {
  OpeningTable table;
  boost::unordered_flat_map<chess::Key, chess::Position> starts;  ///< the starts of lines
  bool lists_positions = false;  ///< some openings are positions without moves
  std::uint64_t variations_left_out = 0;
  std::uint64_t capped_weights = 0;  ///< weights in comments that are above 65535
  std::uint64_t flawed = 0;          ///< lines that could not be read to their end
  std::optional<Error> first{};      ///< the problem of the first such line
};

bool OpeningTable::add(const OpeningCount& seen) {
  constexpr std::size_t kLeastNew = 65536;
  if (counts_.size() >= added_up_ + std::max(kLeastNew, added_up_ / 2)) finish();
  counts_.push_back(seen);
  return added_up_ <= kMost;
}

Error too_much(const std::string& path) {
  return {
      "holds more than 16 million different moves, too many for a list; build a .bin book from it with "
      "polyglot make-book",
      path};
}

/// Positions beyond this number are still found in play, but walks do not begin from them.
constexpr std::size_t kMostStarts = 1'000'000;

void note_start(Openings& openings, const chess::Position& start) {
  if (openings.starts.size() < kMostStarts) openings.starts.emplace(start.key(), start);
}

void note_flaw(Openings& openings, std::string what, std::string where) {
  ++openings.flawed;
  if (!openings.first) openings.first = Error{std::move(what), std::move(where)};
}

/// Adds a position that is an opening by itself. False if there is no room for it.
bool add_listed(Openings& openings, const chess::Position& position) {
  note_start(openings, position);
  openings.lists_positions = true;
  return openings.table.add(position.key(), chess::Move());
}

class GameList {
 public:
  /// `options` must say whether variations count.
  GameList(Openings& openings, const std::string& path, const ListOptions& options)
      : openings_(openings), path_(path), options_(options), tree_moves_(options.ignore_nags) {}

  /// Adds `game`, the last one of `reader`. False if there is no room for its moves.
  [[nodiscard]] bool add(const pgn::GameText& game, pgn::GameReader& reader) {
    const bool reads_tree = *options_.variations && pgn::has_annotations(game);
    bool has_room = true;
    main_line_.clear();
    const pgn::WalkEnd end =
        pgn::walk(game, [&](const chess::Position& position, chess::Move move, std::size_t ply) {
          if (ply == 0) note_start(openings_, position);
          if (reads_tree)
            main_line_.push_back(move);
          else
            has_room = openings_.table.add(position.key(), move);
          return has_room;
        });
    using pgn::WalkStop;
    // Opening suites for engine matches have games with only a FEN.
    const bool has_fen = !game.tag(pgn::KnownTag::fen).value_or("").empty();
    if (game.moves().empty() && has_fen && end.stop == WalkStop::end)
      has_room = add_listed(openings_, end.position);
    if (end.stop == WalkStop::bad_start || end.stop == WalkStop::bad_move ||
        end.stop == WalkStop::missing_move)
      note_flaw(openings_, end.message(), place_of(end.where, reader));
    if (reads_tree && end.stop != WalkStop::bad_start) return add_tree(game, reader) && has_room;
    if (!*options_.variations) openings_.variations_left_out += game.variations();
    return has_room;
  }

 private:
  /// Adds all variations. add() has already played the main line, as far as possible.
  [[nodiscard]] bool add_tree(const pgn::GameText& game, pgn::GameReader& reader) {
    tree_.read(game);
    const auto moves = tree_.moves();
    const auto read = [&](const chess::Position& position, std::size_t number, std::size_t ply) {
      return moves[number].is_main ? std::optional(pgn::PlayedMove<chess::Move>{.move = main_line_[ply]})
                                   : pgn::read_tree_move(moves, position, number);
    };
    const auto visit = [&](const chess::Position& position, chess::Move move, std::size_t number,
                           std::size_t) {
      const chess::Color side = position.side_to_move();
      if (moves[number].weight) tree_moves_.note_weight(side);
      if (moves[number].is_capped) ++openings_.capped_weights;
      tree_moves_.add(position.key(), encode_move(move), side, moves[number],
                      {.key = position.key(), .move = move});
    };
    const auto lost = [&](const chess::Position& position, std::size_t number) {
      const std::string_view word = moves[number].text;
      if (pgn::is_null_move(word)) return;
      const pgn::WalkEnd end{.stop = pgn::WalkStop::bad_move, .where = word, .position = position};
      note_flaw(openings_, end.message() + "; the rest of the variation is lost", place_of(word, reader));
    };
    pgn::walk_tree<chess::Move>(moves, pgn::start_position(game).value(), {.main_line = main_line_.size()},
                                read, visit, lost);
    bool has_room = true;
    (void)tree_moves_.finish([&](OpeningCount seen, std::uint8_t times, std::optional<std::uint16_t> weight) {
      seen.is_weight = weight.has_value();
      seen.count = weight.value_or(times);
      has_room = openings_.table.add(seen) && has_room;
    });
    return has_room;
  }

  [[nodiscard]] std::string place_of(std::string_view part, pgn::GameReader& reader) const {
    return path_ + ":" + std::to_string(reader.line_of(part));
  }

  Openings& openings_;
  const std::string& path_;
  const ListOptions& options_;
  std::vector<chess::Move> main_line_;
  pgn::GameTree tree_;
  pgn::TreeMoves<OpeningCount> tree_moves_;
};

/// Adds the position of a line and its moves. False if there is no room for them.
bool add_position(Openings& openings, std::string_view line, const std::string& where) {
  const auto position = chess::Position::from_fen(chess::fen_of_epd(line));
  (void)chess::take_fen(line);
  if (!position) {
    note_flaw(openings, position.error().to_string(), where);
    return true;
  }
  bool has_room = add_listed(openings, *position);
  while (!line.empty()) {
    std::string_view operands = chess::take_operation(line);
    const std::string_view opcode = take_word(operands);
    if (opcode != "bm" && opcode != "sm") continue;
    for (std::string_view word; !(word = take_word(operands)).empty();) {
      word = word.substr(0, word.find_last_not_of(",!?") + 1);
      if (const auto move = chess::move_from_text(*position, word))
        has_room = openings.table.add(position->key(), *move);
      else
        note_flaw(openings, "\"" + std::string(word) + "\" is no legal move", where);
    }
  }
  return has_room;
}

/// Reads all games, except those of other variants. Error: the file cannot be read, or has too many moves.
Result<Openings> read_pgn_openings(const std::string& path, const ListOptions& options) {
  auto input = pgn::Input::open(path);
  if (!input) return input.error();
  Openings openings;
  GameList games(openings, path, options);
  pgn::ChunkReader chunks(std::move(*input));
  pgn::Chunk chunk;
  pgn::GameText game;
  while (true) {
    const auto more = chunks.next(chunk);
    if (!more && !chunks.skips_game()) {
      note_flaw(openings, more.error().what, more.error().where);
      break;
    }
    if (!more) continue;
    if (!*more) break;
    pgn::GameReader reader(chunk);
    while (reader.next(game))
      if (pgn::is_chess(game) && !games.add(game, reader)) return too_much(path);
  }
  openings.table.finish();
  return openings;
}

/// Reads positions, one per line. Blank lines and lines that begin with `#` are skipped.
Result<Openings> read_epd_openings(const std::string& path) {
  constexpr std::size_t kLongestLine = std::size_t{1} << 20;
  auto input = pgn::Input::open(path);
  if (!input) return input.error();
  Openings openings;
  std::uint64_t number = 0;
  const auto add = [&](std::string_view line) {
    line = trim(line, " \t\r\xef\xbb\xbf");
    ++number;
    if (line.empty() || line.starts_with('#')) return true;
    return add_position(openings, line, path + ":" + std::to_string(number));
  };
  std::string text;  // the lines that were not read yet
  std::array<char, 65536> block;
  for (std::size_t size = block.size(); size == block.size();) {
    const auto got = input->read(block);
    if (!got) {
      note_flaw(openings, got.error().what, got.error().where);
      break;
    }
    size = *got;
    text.append(block.data(), size);
    std::size_t begin = 0;
    for (std::size_t end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1)
      if (!add(std::string_view(text).substr(begin, end - begin))) return too_much(path);
    text.erase(0, begin);
    if (size < block.size() && !text.empty() && !add(text)) return too_much(path);
    if (text.size() > kLongestLine)
      return Error{"the line has over a million characters, so it is not a position",
                   path + ":" + std::to_string(number + 1)};
  }
  openings.table.finish();
  return openings;
}

/// A list of openings, used as a book: games (PGN), or positions, one per line (EPD or FEN). It is in memory,
/// with 16 bytes for each different move, and has at most 16 million of them.
///
/// The weight of a move is the number of its games. With ListOptions::variations the rules of make-book
/// apply. For a position, the moves of `bm` and `sm` count, and also moves that lead to it. A line or game
/// counts up to its first unreadable place. Source: docs/formats.md, "Lists of openings".
class OpeningList final : public ReadOnlyBook {
 public:
  OpeningList(BookFormat format, const std::string& path, Openings openings)
      : ReadOnlyBook(format, path), openings_(std::move(openings)) {
    if (openings_.first)
      troubles_.note({openings_.first->what + " (in all, " + counted(openings_.flawed, "opening") +
                          " could not be read to the end)",
                      openings_.first->where});
    if (openings_.capped_weights > 0)
      troubles_.note({counted(openings_.capped_weights, "weight") +
                          " in comments above 65535; Polyglot uses 65535 instead",
                      path});
    if (openings_.table.size() == 0)
      troubles_.note({format == BookFormat::pgn
                          ? "has no game of chess with moves: give games that have some"
                          : "has no openings: give games in PGN, or positions one a line",
                      path});
  }

  /// The moves that the list has in the position come first. Moves that only lead to a listed position
  /// follow.
  [[nodiscard]] BookMoves find(const game::Position& any_position) const override {
    if (any_position.chess() == nullptr) return {};
    const chess::Position& position = *any_position.chess();
    std::vector<OpeningCount> counts;
    const auto add = [&counts](chess::Move move, std::uint32_t count) {
      const auto known = std::ranges::find(counts, move, &OpeningCount::move);
      if (known != counts.end()) {
        known->count += count;
      } else {
        counts.push_back({.key = 0, .move = move, .count = count});
      }
    };
    const OpeningTable& table = openings_.table;
    for (const OpeningCount& known : table.find(position.key()))
      if (!known.move.is_null() && position.is_legal(known.move)) add(known.move, known.count);
    if (openings_.lists_positions) {
      for (const chess::Move move : position.legal_moves()) {
        chess::Position next = position;
        next.make(move);
        for (const OpeningCount& listed : table.find(next.key()))
          if (listed.move.is_null()) add(move, listed.count);
      }
    }
    BookMoves found;
    for (const OpeningCount& counted : counts) {
      found.total_weight += counted.count;
      found.moves.push_back({.move = counted.move, .weight = counted.count});
    }
    return found;
  }

  [[nodiscard]] std::uint64_t size() const override { return openings_.table.size(); }
  [[nodiscard]] std::vector<chess::Position> starts() const override {
    std::vector<chess::Position> starts;
    for (const auto& [key, position] : openings_.starts) starts.push_back(position);
    if (!openings_.starts.contains(chess::Position().key())) starts.emplace_back();
    return starts;
  }

  [[nodiscard]] std::uint64_t variations_left_out() const override { return openings_.variations_left_out; }

 private:
  Openings openings_;
};

OpenedBook open_list(BookFormat format, const std::string& path, Result<Openings> openings) {
  if (!openings) return openings.error();
  return std::make_unique<OpeningList>(format, path, std::move(*openings));
}

}  // namespace

OpenedBook open_pgn_list(const std::string& path, ListOptions options) {
  if (!options.variations) options.variations = pgn::is_study(std::span(&path, 1));
  return open_list(BookFormat::pgn, path, read_pgn_openings(path, options));
}

OpenedBook open_epd_list(const std::string& path) {
  return open_list(BookFormat::epd, path, read_epd_openings(path));
}

std::optional<Error> note_on_variations(const BookSource& book, std::string_view remedy) {
  const std::uint64_t left_out = book.variations_left_out();
  if (left_out == 0) return std::nullopt;
  return Error{"left out: " + counted(left_out, "variation") + "; to read them, " + std::string(remedy),
               book.path()};
}

bool looks_like_fen(std::string_view line) noexcept {
  const std::string_view placement = line.substr(0, line.find_first_of(" \t"));
  constexpr std::string_view kPlacement = "/12345678pnbrqkPNBRQK";
  return std::ranges::count(placement, '/') == 7 && placement.size() < line.size() &&
         placement.find_first_not_of(kPlacement) == placement.npos;
}

}  // namespace polyglot::book
