// SPDX-License-Identifier: MIT
#include "tools/opening_suite.hpp"
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <polyglot/ascii.hpp>
#include <polyglot/builder/variant_game.hpp>
#include <polyglot/chess/epd.hpp>
#include <polyglot/os/input.hpp>
#include <polyglot/pgn/chunk_reader.hpp>
#include <polyglot/pgn/game_reader.hpp>
#include <polyglot/pgn/game_walk.hpp>

#include "tools/file_kind.hpp"
#include "tools/pgn_text.hpp"
#include "tools/text_files.hpp"

namespace polyglot::tools {
namespace {

/// Returns the id from the operations after the position of an EPD line.
std::string id_of(std::string_view operations) {
  while (!operations.empty()) {
    std::string_view operand = chess::take_operation(operations);
    if (take_word(operand) != "id") continue;
    return std::string(trim(operand, " \t\""));
  }
  return {};
}

}  // namespace

std::string variant_of(const pgn::GameText& game) {
  return builder::is_untagged(game) ? "chess" : std::string(*game.tag(pgn::KnownTag::variant));
}

Result<OpeningSuite> OpeningSuite::read(const std::string& path, const VariantOptions& variant) {
  OpeningSuite suite;
  auto rules = variant.rules();
  if (!rules) return rules.error();
  suite.rules_ = *std::move(rules);
  suite.of_games_ = kind_of_file(path) == FileKind::games;
  if (auto read = suite.of_games_ ? suite.read_games(path, variant) : suite.read_lists(path); !read)
    return read.error();
  if (suite.openings_.empty()) return Error{"holds no opening", os::input_name(path)};
  return {boost::system::in_place_value, std::move(suite)};
}

Result<void> OpeningSuite::read_lists(const std::string& path) {
  return read_lines(path, [this](std::string_view line, std::size_t number) -> Result<void> {
    const std::string text(line);
    if (trim(line).starts_with('#')) return {};
    auto position = rules_.read_fen(rules_.is_chess() ? chess::take_fen(line) : trim(line));
    if (!position) return position.error();
    add({.text = text, .name = id_of(line), .line = number, .position = *std::move(position)});
    return {};
  });
}

Result<void> OpeningSuite::read_games(const std::string& path, const VariantOptions& variant) {
  const auto named = variant.variant();
  if (!named) return named.error();
  auto input = pgn::Input::open(path);
  if (!input) return input.error();
  pgn::ChunkReader chunks(std::move(*input));
  pgn::Chunk chunk;
  pgn::GameText game;
  for (;;) {
    const auto more = chunks.next(chunk);
    if (!more) return more.error();
    if (!*more) return {};
    for (pgn::GameReader games(chunk); games.next(game);) {
      const std::size_t line = games.line_of(game.text());
      const std::string place = os::input_name(path) + ':' + std::to_string(line);
      if (openings_.empty() && *named == nullptr && !pgn::is_chess(game)) {
        auto rules = variant.find(std::string(*game.tag(pgn::KnownTag::variant)), place);
        if (!rules) return rules.error();
        rules_ = *std::move(rules);
      }
      if (!builder::is_game_of(game, rules_))
        return Error{fmt::format("is a game of {}, not of {}", variant_of(game),
                                 rules_.is_chess() ? "chess" : rules_.name()),
                     place};
      const auto played = builder::play_line(game, rules_);
      if (!played) return Error{played.error().to_string(), place};
      if (!played->fault.empty()) return Error{played->fault, place};
      const auto opening = game.tag("Opening");
      add({.text = std::string(game.text()),
           .name = opening ? pgn::unescaped(*opening) : moves_text(played->start, played->moves),
           .line = line,
           .position = played->end});
      plies_ = std::max(plies_, played->moves.size());
    }
  }
}

void OpeningSuite::add(Opening opening) {
  positions_.add_line(opening.position, {});
  if (positions_.nodes().size() > numbers_.size()) numbers_.push_back(openings_.size());
  openings_.push_back(std::move(opening));
}

std::optional<std::size_t> OpeningSuite::find(const game::Position& position) const {
  const auto node = positions_.find(position);
  return node ? std::optional(numbers_[*node]) : std::nullopt;
}

std::optional<std::size_t> OpeningSuite::opening_of(const pgn::GameText& game) const {
  // Most games begin with an opening. Then their moves need not be played.
  const auto begun = builder::play_line(game, rules_, 0);
  if (!begun) return std::nullopt;
  game::Position position = begun->start;
  auto found = find(position);
  if (found && (!of_games_ || game.tag(pgn::KnownTag::fen))) return found;
  const auto line = of_games_ ? builder::play_line(game, rules_, plies_) : builder::play_line(game, rules_);
  for (const game::Move& move : line->moves) {
    position.make(move);
    if (const auto number = find(position)) found = number;
  }
  return found;
}

std::string OpeningSuite::text_without(const std::vector<bool>& dropped) const {
  std::string text;
  for (std::size_t i = 0; i < openings_.size(); ++i)
    if (!dropped[i]) text.append(openings_[i].text).append(of_games_ ? "\n\n" : "\n");
  return text;
}

}  // namespace polyglot::tools
