// SPDX-License-Identifier: MIT
#include "openings/collector.hpp"
#include <algorithm>
#include <numeric>
#include <utility>

#include <polyglot/ascii.hpp>
#include <polyglot/pgn/game_walk.hpp>

namespace polyglot::openings {
namespace {

constexpr const char* kNoName = "has no name of an opening";

}  // namespace

void Collector::pass_over(std::uint64_t line, std::string why) {
  if (names_.skipped_lines_++ < OpeningNames::kMostProblems)
    names_.problems_.push_back({std::move(why), file_ + ":" + std::to_string(line)});
}

void Collector::add(std::string eco, std::string name, const pgn::GameText& game, pgn::GameReader& reader) {
  if (name.empty()) return pass_over(reader.line_of(game.text()), kNoName);
  if (!pgn::is_chess(game) || game.tag(pgn::KnownTag::fen))
    return pass_over(reader.line_of(game.text()), "begins elsewhere than chess does");
  if (!game.flaws().empty()) {
    const pgn::Flaw& flaw = game.flaws().front();
    return pass_over(reader.line_of(flaw.where), flaw.message());
  }
  Opening opening{.eco = std::move(eco), .name = std::move(name)};
  const pgn::WalkEnd end = pgn::walk(game, [&opening](const chess::Position&, chess::Move move, std::size_t) {
    opening.moves.push_back(move);
  });
  if (end.stop != pgn::WalkStop::end) return pass_over(reader.line_of(end.where), end.message());
  opening.key = end.position.key();
  names_.openings_.push_back(std::move(opening));
}

void Collector::add(std::string eco, std::string name, std::string_view moves, std::uint64_t line) {
  pgn::GameReader reader(moves, line);
  if (name.empty()) return pass_over(line, kNoName);
  if (reader.next(game_)) return add(std::move(eco), std::move(name), game_, reader);
  if (trim(moves, " \t\r\n") != "*") return pass_over(line, "has no moves");
  // An opening without moves is the start position.
  names_.openings_.push_back(
      {.eco = std::move(eco), .name = std::move(name), .key = chess::Position().key()});
}

OpeningNames Collector::finish() {
  const auto& openings = names_.openings_;
  names_.by_key_.resize(openings.size());
  std::iota(names_.by_key_.begin(), names_.by_key_.end(), 0U);
  std::ranges::stable_sort(names_.by_key_, {}, [&](std::uint32_t index) { return openings[index].key; });
  return std::move(names_);
}

}  // namespace polyglot::openings
