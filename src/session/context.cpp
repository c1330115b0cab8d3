#include "session/context.hpp"
#include <utility>

#include <fmt/format.h>

#include "session/cecp_driver.hpp"
#include "session/uci_driver.hpp"

namespace polyglot::session {
namespace {

using chess::Color;
using config::OptionId;
using Score = protocol::GameResult::Score;

std::string_view exported_type(config::OptionType type) {
  switch (type) {
    case config::OptionType::check:
      return "check";
    case config::OptionType::spin:
      return "spin";
    case config::OptionType::file:
      return "file";
    case config::OptionType::path:
      return "path";
    case config::OptionType::save:
      return "save";
    case config::OptionType::string:
    case config::OptionType::mask:
    case config::OptionType::choice:
      break;
  }
  return "string";
}

protocol::EngineOption exported(const config::OptionSpec& spec, const config::Options& options) {
  protocol::EngineOption option;
  option.name = spec.name;
  option.type = exported_type(spec.type);
  option.default_value = options.text(spec.id);
  if (spec.type == config::OptionType::spin) {
    option.min = std::to_string(spec.min);
    option.max = std::to_string(spec.max);
  }
  return option;
}

/// Half points of a side.
std::optional<int> points(Score result, Color side) {
  switch (result) {
    case Score::white_wins:
      return side == Color::white ? 2 : 0;
    case Score::black_wins:
      return side == Color::black ? 2 : 0;
    case Score::draw:
      return 1;
    case Score::unknown:
      break;
  }
  return std::nullopt;
}

/// True if we played every move of the side that moved at ply `first`, and there is one.
bool played_throughout(const std::vector<bool>& ours, std::size_t first) {
  for (std::size_t ply = first; ply < ours.size(); ply += 2) {
    if (!ours[ply]) return false;
  }
  return first < ours.size();
}

/// What a book can learn from a game: all moves of the side that we played throughout, with what they
/// earned. Nothing if we played neither side alone, or the game has no result.
/// `ours`: for each ply, whether we played it. Source: 2.0.4.
std::vector<book::PlayedMove> learned_results(const chess::Game& game, const std::vector<bool>& ours,
                                              Score result) {
  const std::size_t first = played_throughout(ours, 0) ? 0 : 1;
  if (!played_throughout(ours, first)) return {};
  const Color side = first == 0 ? game.start().side_to_move() : ~game.start().side_to_move();
  const std::optional<int> earned = points(result, side);
  if (!earned) return {};

  std::vector<book::PlayedMove> moves;
  chess::Position position = game.start();
  for (std::size_t ply = 0; ply < game.ply(); ++ply) {
    const chess::Move move = game.moves()[ply];
    if (ply % 2 == first) moves.push_back({.position = position, .move = move, .points = *earned});
    position.make(move);
  }
  return moves;
}

}  // namespace

Context::Context(Setup& setup)
    : options(std::move(setup.options)),
      book(std::move(setup.random)),
      settings_path(std::move(setup.settings_path)) {
  book.set_policy(options);
}

void Context::notify(std::string text, Effects& effects) {
  effects.log.push_back({LogNote::Level::warning, text});
  if (gui_has_spoken) {
    print(protocol::Notice{std::move(text)}, effects);
  } else {
    notices_.push_back(std::move(text));
  }
}

void Context::tell_notices(Effects& effects) {
  for (std::string& text : std::exchange(notices_, {})) print(protocol::Notice{std::move(text)}, effects);
}

void Context::tell_book_trouble(Effects& effects) {
  while (const auto trouble = book.take_trouble()) {
    notify(fmt::format("book: {}", trouble->to_string()), effects);
  }
}

void Context::take_engine(std::unique_ptr<protocol::CecpBack> said_in_cecp) {
  driver.reset();
  cecp = std::move(said_in_cecp);
  engine_features.reset();
  if (!cecp) {
    driver = std::make_unique<UciDriver>(now);
    return;
  }
  driver = std::make_unique<CecpDriver>(*cecp, now);
  engine_features = cecp->features().declared;
  // An engine of protocol 1 declares nothing, and its GUI is to know what that means.
  if (engine_features->empty()) engine_features = {{"usermove=0", "ping=0", "setboard=0"}};
}

protocol::Identity Context::identity(std::uint8_t where) const {
  protocol::Identity identity;
  identity.name = engine_name.empty() ? "unknown" : engine_name;
  identity.author = engine_author.empty() ? "<empty>" : engine_author;
  identity.features = engine_features;
  identity.small_draw = options.check(OptionId::wb_work_arounds);
  for (const EngineOptions::Entry& entry : engine_options.entries()) identity.options.push_back(entry.option);
  for (const config::OptionSpec& spec : config::option_specs()) {
    if ((spec.exports & where) == 0) continue;
    identity.own_options.push_back(exported(spec, options));
    if (spec.id == OptionId::settings_file && settings_path) {
      identity.own_options.back().default_value = settings_path(options, engine_name);
    }
  }
  return identity;
}

void Context::learn(GameRecord& record, protocol::GameResult::Score result, Effects& effects) {
  if (!options.check(OptionId::book_learn) || book.file().empty() || record.learned()) return;
  std::vector<book::PlayedMove> moves = learned_results(record.game(), record.ours(), result);
  if (moves.empty()) return;
  record.set_learned(true);
  effects.requests.emplace_back(Learn{.file = std::string(book.file()), .moves = std::move(moves)});
}

protocol::Identity Context::identity_for_players() const {
  auto where = static_cast<unsigned>(config::Export::cecp);
  if (!options.check(OptionId::only_wb_options)) where |= static_cast<unsigned>(config::Export::cecp_full);
  return identity(static_cast<std::uint8_t>(where));
}

}  // namespace polyglot::session
