// SPDX-License-Identifier: MIT
#include "book/formats/lists/opening_reader.hpp"
#include <algorithm>
#include <array>
#include <utility>

#include <polyglot/ascii.hpp>
#include <polyglot/chess/notation.hpp>
#include <polyglot/pgn/chunk_reader.hpp>
#include <polyglot/pgn/game_reader.hpp>
#include <polyglot/pgn/game_walk.hpp>

namespace polyglot::book {
namespace {

Error too_much(const std::string& path) {
  return {
      "holds more than 16 million different moves, too many for a list; build a .bin book from it with "
      "polyglot make-book",
      path};
}

/// Starts beyond these are found in play as well; they only cannot be walked from.
constexpr std::size_t kMostStarts = 1'000'000;

void note_start(Openings& openings, const chess::Position& start) {
  if (openings.starts.size() < kMostStarts) openings.starts.emplace(start.key(), start);
}

void note_flaw(Openings& openings, std::string what, std::string where) {
  ++openings.flawed;
  if (!openings.first) openings.first = Error{std::move(what), std::move(where)};
}

/// A position that is an opening by itself. False if there is no room for it.
bool add_listed(Openings& openings, const chess::Position& position) {
  note_start(openings, position);
  openings.lists_positions = true;
  return openings.table.add(position.key(), chess::Move());
}

/// False if there is no room for its moves.
bool add_game(Openings& openings, const pgn::GameText& game, pgn::GameReader& reader,
              const std::string& path) {
  bool has_room = true;
  const pgn::WalkEnd end =
      pgn::walk(game, [&](const chess::Position& position, chess::Move move, std::size_t ply) {
        if (ply == 0) note_start(openings, position);
        has_room = openings.table.add(position.key(), move);
        return has_room;
      });
  using pgn::WalkStop;
  // Suites for engine matches are games of a FEN alone.
  const bool has_fen = !game.tag(pgn::KnownTag::fen).value_or("").empty();
  if (game.moves().empty() && has_fen && end.stop == WalkStop::end)
    has_room = add_listed(openings, end.position);
  if (end.stop == WalkStop::bad_start || end.stop == WalkStop::bad_move || end.stop == WalkStop::missing_move)
    note_flaw(openings, end.message(), path + ":" + std::to_string(reader.line_of(end.where)));
  return has_room;
}

/// The blank-separated word that comes next; empty at the end.
std::string_view next_word(std::string_view& text) {
  text = trim(text, " \t\r");
  const std::size_t end = std::min(text.find_first_of(" \t"), text.size());
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(end);
  return word;
}

bool is_counter(std::string_view word) {
  return !word.empty() && std::ranges::all_of(word, is_digit);
}

/// Takes the position off a line; its counters may be missing.
std::string_view take_position(std::string_view& line) {
  constexpr int kFields = 4;
  constexpr int kCounters = 2;
  const std::string_view whole = line;
  for (int i = 0; i < kFields; ++i) (void)next_word(line);
  for (int i = 0; i < kCounters; ++i) {
    std::string_view behind = line;
    if (is_counter(next_word(behind))) line = behind;
  }
  return whole.substr(0, whole.size() - line.size());
}

/// The next operation; one `;` between quotes does not end it.
std::string_view take_operation(std::string_view& line) {
  bool is_quoted = false;
  std::size_t end = 0;
  for (; end < line.size() && (is_quoted || line[end] != ';'); ++end)
    if (line[end] == '"') is_quoted = !is_quoted;
  const std::string_view operation = line.substr(0, end);
  line.remove_prefix(std::min(end + 1, line.size()));
  return operation;
}

/// False if there is no room for it.
bool add_position(Openings& openings, std::string_view line, const std::string& where) {
  const auto position = chess::Position::from_fen(trim(take_position(line)));
  if (!position) {
    note_flaw(openings, position.error().to_string(), where);
    return true;
  }
  bool has_room = add_listed(openings, *position);
  while (!line.empty()) {
    std::string_view operands = take_operation(line);
    const std::string_view opcode = next_word(operands);
    if (opcode != "bm" && opcode != "sm") continue;
    for (std::string_view word; !(word = next_word(operands)).empty();) {
      word = word.substr(0, word.find_last_not_of(",!?") + 1);
      if (const auto move = chess::move_from_text(*position, word))
        has_room = openings.table.add(position->key(), *move);
      else
        note_flaw(openings, "\"" + std::string(word) + "\" is no legal move", where);
    }
  }
  return has_room;
}

/// The whole lines of what has come so far, and at the end the last one.
class LineCutter {
 public:
  /// Calls `visit` with each line; it returns false to end that.
  template <class Visit>
  bool add(std::string_view block, bool is_last, Visit visit) {
    text_.append(block);
    std::size_t begin = 0;
    for (std::size_t end; (end = text_.find('\n', begin)) != std::string::npos; begin = end + 1)
      if (!visit(std::string_view(text_).substr(begin, end - begin))) return false;
    text_.erase(0, begin);
    return !is_last || text_.empty() || visit(text_);
  }
  [[nodiscard]] std::size_t held() const noexcept { return text_.size(); }

 private:
  std::string text_;
};

}  // namespace

bool looks_like_fen(std::string_view line) noexcept {
  const std::string_view placement = line.substr(0, line.find_first_of(" \t"));
  constexpr std::string_view kPlacement = "/12345678pnbrqkPNBRQK";
  return std::ranges::count(placement, '/') == 7 && placement.size() < line.size() &&
         placement.find_first_not_of(kPlacement) == placement.npos;
}

Result<Openings> read_pgn_openings(const std::string& path) {
  auto input = pgn::Input::open(path);
  if (!input) return input.error();
  Openings openings;
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
      if (pgn::is_chess(game) && !add_game(openings, game, reader, path)) return too_much(path);
  }
  openings.table.finish();
  return openings;
}

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
  LineCutter lines;
  std::array<char, 65536> block;
  for (std::size_t size = block.size(); size == block.size();) {
    const auto got = input->read(block);
    if (!got) {
      note_flaw(openings, got.error().what, got.error().where);
      break;
    }
    size = *got;
    if (!lines.add({block.data(), size}, size < block.size(), add)) return too_much(path);
    if (lines.held() > kLongestLine)
      return Error{"a line of over a million characters is no position",
                   path + ":" + std::to_string(number + 1)};
  }
  openings.table.finish();
  return openings;
}

bool OpeningTable::add(chess::Key key, chess::Move move) {
  constexpr std::size_t kLeastNew = 65536;
  if (counts_.size() >= added_up_ + std::max(kLeastNew, added_up_ / 2)) finish();
  counts_.push_back({.key = key, .move = move, .count = 1});
  return added_up_ <= kMost;
}

void OpeningTable::finish() {
  std::ranges::stable_sort(counts_, {}, &OpeningCount::key);
  std::size_t kept = 0;
  std::size_t first = 0;  // of the position
  for (const OpeningCount& next : counts_) {
    if (first < kept && counts_[first].key != next.key) first = kept;
    const auto begin = counts_.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = counts_.begin() + static_cast<std::ptrdiff_t>(kept);
    const auto same = std::find_if(begin, end, [&](const OpeningCount& c) { return c.move == next.move; });
    if (same == end)
      counts_[kept++] = next;
    else
      same->count += next.count;
  }
  counts_.resize(kept);
  added_up_ = kept;
}

std::span<const OpeningCount> OpeningTable::find(chess::Key key) const {
  // Not equal_range(), whose result clang 14 cannot take.
  return {std::ranges::lower_bound(counts_, key, {}, &OpeningCount::key),
          std::ranges::upper_bound(counts_, key, {}, &OpeningCount::key)};
}

}  // namespace polyglot::book
