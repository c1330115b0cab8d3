// SPDX-License-Identifier: MIT
/// PGN of arbitrary bytes, packed or not. The chunks together must be the text, and their games those of the
/// whole text. Every token must lie in its game, and only legal moves may be played.
///
/// The first byte gives the size of the chunks.
#include <polyglot/chess/notation.hpp>
#include <polyglot/pgn/chunk_reader.hpp>
#include <polyglot/pgn/game_reader.hpp>
#include <polyglot/pgn/game_tree.hpp>
#include <polyglot/pgn/game_walk.hpp>
#include <polyglot/pgn/input.hpp>

#include "check.hpp"

namespace polyglot::fuzz {
namespace {

std::string unpacked(const std::string& bytes) {
  std::string text;
  auto input = pgn::Input::from_bytes(bytes, "input");
  if (!input) return text;
  // A few bytes may unpack to very many.
  for (std::string buffer(4096, '\0'); text.size() < 1'000'000;) {
    const auto got = input->read(buffer);
    if (!got) {
      check(got.error().where.starts_with("input: offset "), "an error names the place");
      break;
    }
    text.append(buffer, 0, *got);
    if (*got < buffer.size()) break;
  }
  return text;
}

void check_tokens(const pgn::GameText& game) {
  const char* last = game.text().data();
  for (const std::string_view move : game.moves()) {
    check(!move.empty() && move.data() >= last, "moves follow each other");
    check(lies_in(game.text(), move), "a move lies in its game");
    last = move.data() + move.size();
  }
  for (const pgn::Tag& tag : game.tags()) {
    check(lies_in(game.text(), tag.name) && lies_in(game.text(), tag.value), "a tag lies in its game");
    check(!tag.name.empty() && game.tag(tag.name).has_value(), "a tag can be found");
    check(pgn::unescaped(tag.value).size() <= tag.value.size(), "a value does not grow");
  }
  check(lies_in(game.text(), game.termination()), "a termination marker lies in its game");
}

/// Text that is lost after a game lies in the text around it.
void check_flaws(const pgn::GameText& game, std::string_view text) {
  const char* last = game.text().data();
  for (const pgn::Flaw& flaw : game.flaws()) {
    check(!flaw.where.empty() && lies_in(text, flaw.where), "a flaw has a place in the text");
    check(flaw.where.data() >= last && !flaw.message().empty(), "flaws follow each other");
    check(flaw.plies <= game.moves().size(), "a flaw knows the moves before it");
    last = flaw.where.data();
  }
  if (const auto missing = game.missing_move()) {
    check(lies_in(game.text(), missing->number) && !missing->number.empty(),
          "a move number lies in its game");
    check(missing->plies <= game.moves().size(), "a missing move knows the moves before it");
  }
}

void check_walk(const pgn::GameText& game) {
  std::size_t visited = 0;
  const auto end = pgn::walk(game, [&](const chess::Position& position, chess::Move move, std::size_t ply) {
    check(ply == visited++, "plies are counted");
    check(position.is_legal(move), "only legal moves are played");
    check(chess::move_from_san(position, chess::to_san(position, move)) == move, "SAN reads back");
  });
  check(end.plies == visited && visited <= game.moves().size(), "every move played is one of the game");
  check((end.stop == pgn::WalkStop::end) == end.where.empty(), "a stop has a place");
  check(end.stop == pgn::WalkStop::end || end.stop == pgn::WalkStop::null_move || !end.message().empty(),
        "a fault has a message");
}

void check_tree(const pgn::GameText& game) {
  pgn::GameTree tree;
  tree.read(game);
  std::vector<std::string_view> main_line;
  for (const pgn::TreeMove& move : tree.moves()) {
    check(!move.text.empty() && lies_in(game.text(), move.text), "a move of a tree lies in its game");
    check(move.next < tree.moves().size(), "a move that follows is there");
    if (move.is_main) main_line.push_back(move.text);
  }
  check(std::ranges::equal(main_line, game.moves()), "the main line of a tree is that of its game");
  check(pgn::has_annotations(game) || main_line.size() == tree.moves().size(), "variations are announced");
  const auto start = pgn::start_position(game);
  if (!start) return;
  std::size_t next = 0;
  pgn::walk_tree<chess::Move>(
      tree.moves(), *start, {},
      [&](const chess::Position& position, std::size_t number, std::size_t) {
        return pgn::read_tree_move(tree.moves(), position, number);
      },
      [&](const chess::Position& position, chess::Move move, std::size_t number, std::size_t) {
        check(number >= next && position.is_legal(move), "only legal moves of a tree are played, in order");
        next = number + 1;
      },
      [&](const chess::Position&, std::size_t number) {
        check(!tree.moves()[number].is_main, "a variation is lost");
      });
}

/// A game as text, with the line it begins on.
using Printed = std::pair<std::uint64_t, std::string>;

void read_games(std::string_view text, std::uint64_t first_line, std::vector<Printed>& games) {
  pgn::GameReader reader(text, first_line);
  pgn::GameText game;
  const char* last = text.data();
  std::uint64_t last_line = first_line;
  while (reader.next(game)) {
    check(lies_in(text, game.text()) && game.text().data() >= last, "games follow each other");
    check_tokens(game);
    check_flaws(game, text);
    check_walk(game);
    check_tree(game);
    const std::uint64_t line = reader.line_of(game.text());
    check(line >= last_line, "lines ascend");
    last = game.text().data() + game.text().size();
    last_line = line;
    std::string printed(pgn::is_chess(game) ? "chess" : "variant");
    for (const pgn::Tag& tag : game.tags())
      printed.append("|").append(tag.name).append("=").append(tag.value);
    for (const std::string_view move : game.moves()) printed.append("|").append(move);
    for (const pgn::Flaw& flaw : game.flaws())
      printed.append("|").append(std::to_string(reader.line_of(flaw.where))).append(flaw.message());
    games.emplace_back(line, printed.append("|").append(game.termination()));
  }
}

void check_chunks(const std::string& bytes, std::size_t target, std::string_view text) {
  auto input = pgn::Input::from_bytes(bytes, "input");
  check(input.has_value(), "what was unpacked once can be opened again");
  pgn::ChunkReader reader(std::move(*input), {.target = target, .longest = std::size_t{1} << 22});
  std::string joined;
  std::vector<Printed> games;
  for (pgn::Chunk chunk;;) {
    const auto more = reader.next(chunk);
    if (!more) return;
    if (!*more) break;
    check(!chunk.text().empty(), "a chunk holds text");
    check(chunk.offset() == joined.size(), "a chunk knows its offset");
    check(chunk.line() == 1 + static_cast<std::uint64_t>(std::ranges::count(joined, '\n')),
          "a chunk knows its line");
    joined += chunk.text();
    read_games(chunk.text(), chunk.line(), games);
  }
  check(joined == text, "chunks put together are the text");
  std::vector<Printed> expected;
  read_games(text, 1, expected);
  check(games == expected, "chunks hold the games of the whole text");
}

}  // namespace
}  // namespace polyglot::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace polyglot::fuzz;
  if (size == 0) return 0;
  const std::string bytes(as_text(data + 1, size - 1));
  if (const std::string text = unpacked(bytes); !text.empty()) check_chunks(bytes, data[0] + 1U, text);
  return 0;
}
