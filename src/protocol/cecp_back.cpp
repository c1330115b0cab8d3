// SPDX-License-Identifier: MIT
#include <polyglot/ascii.hpp>
#include <polyglot/chess/notation.hpp>
#include <polyglot/game/game.hpp>
#include <polyglot/protocol/cecp.hpp>
#include <polyglot/protocol/cecp_engine.hpp>
#include <polyglot/protocol/cecp_variants.hpp>

namespace polyglot::protocol {
namespace {

/// The memory of the engine in mebibytes, until the user sets another value.
constexpr std::string_view kUsualMemory = "64";

// ---- What an engine says in words. Source: CECP, "Commands from the engine to xboard" and "Idioms" ------

constexpr std::array<std::string_view, 14> kTellingWords = {
    "tellopponent", "tellothers", "tellall", "telluser", "tellusererror", "tellics",     "tellicsnoalias",
    "askuser",      "kibitz",     "whisper", "tell",     "say",           "tellwhisper", "tellkibitz"};

/// Texts with which old engines end a game, except texts whose meaning depends on the side to move.
constexpr std::array<std::string_view, 6> kEndings = {"White resigns", "Black resigns",  "White mates",
                                                      "Black mates",   "game is a draw", "computer resigns"};

/// Accepts "12" and "12.".
bool is_move_number(std::string_view word) noexcept {
  if (word.ends_with('.')) word.remove_suffix(1);
  return !word.empty() && word.find_first_not_of("0123456789") == std::string_view::npos;
}

bool contains_word(std::string_view line, std::string_view wanted) noexcept {
  for (std::string_view word = take_word(line); !word.empty(); word = take_word(line)) {
    if (word == wanted) return true;
  }
  return false;
}

/// Returns the move of "move M", "N. ... M" or "My move is: M"; empty if the line announces none.
std::string_view announced_move(std::string_view line) noexcept {
  std::string_view rest = line;
  const std::string_view word = take_word(rest);
  if (word == "move") return take_word(rest);
  if (is_move_number(word) && take_word(rest) == "...") return take_word(rest);
  for (const std::string_view form : {"My move is:", "My move is :"}) {
    if (rest = trim(line); rest.starts_with(form)) {
      rest.remove_prefix(form.size());
      return take_word(rest);
    }
  }
  return {};
}

/// Returns the move at the end of "Illegal move (reason): M"; nothing for any other line.
std::optional<std::string_view> refused_move(std::string_view line) noexcept {
  line = trim(line);
  // gnuchess says "Invalid move".
  for (const std::string_view form : {"Illegal move", "illegal move", "Invalid move"}) {
    if (!line.starts_with(form)) continue;
    line.remove_prefix(form.size());
    if (line.ends_with(':')) return std::nullopt;  // gnuchess writes this for an empty line
    const std::size_t end = line.find_last_of(" \t:)");
    return end == std::string_view::npos ? line : line.substr(end + 1);
  }
  return std::nullopt;
}

/// True for "Error (unknown command): COMMAND" and similar lines.
bool rejects_command(std::string_view line, std::string_view command) noexcept {
  const std::string_view text = trim(line);
  return (text.starts_with("Error") || refused_move(text)) && text.ends_with(command);
}

/// The commands of kHandshake that an engine of version 1 may reject, in the forms that it may repeat.
constexpr std::array<std::string_view, 3> kGreeting = {"xboard", "protover 2", "protover"};

/// Whether a line has a result in the words of PGN or of old engines, or a resignation.
bool ends_game(std::string_view line) noexcept {
  const std::string_view text = trim(line);
  const std::string_view word = take_word(line);
  return word == "1-0" || word == "0-1" || word == "1/2-1/2" || text == "resign" ||
         std::any_of(kEndings.begin(), kEndings.end(),
                     [text](std::string_view words) { return text.starts_with(words); });
}

/// Whether a line is for the user, the opponent or spectators, for example an offer of a draw.
bool is_telling(std::string_view line) noexcept {
  if (contains_word(line, "offer") && contains_word(line, "draw")) return true;
  return std::find(kTellingWords.begin(), kTellingWords.end(), take_word(line)) != kTellingWords.end();
}

/// Cleans up coordinates like "e7e8=Q" and "E2E4", which some engines write.
std::string plain_coordinates(std::string_view text) {
  std::string plain;
  for (const char c : text) {
    if (c == '=' || c == '-' || c == '+' || c == '#') continue;
    plain += to_lower(c);
  }
  return plain;
}

// ---- Options --------------------------------------------------------------------------------------------

EngineOption declare(std::string_view name, std::string_view type, std::string_view value) {
  return {.name = std::string(name),
          .type = std::string(type),
          .default_value = std::string(value),
          .min = {},
          .max = {},
          .choices = {}};
}

EngineOption declare_number(std::string_view name, std::string_view value, std::string_view most) {
  EngineOption option = declare(name, "spin", value);
  option.min.emplace("1");
  option.max.emplace(most);
  return option;
}

/// Writes `option NAME=VALUE` for a declared option. The value of a check is 0 or 1.
void print_declared(const EngineOption& option, std::optional<std::string_view> value, std::string& out) {
  out.append("option ").append(option.name);
  if (value) {
    const bool on = equal_ignoring_case(*value, "true") || *value == "1";
    out.append("=").append(option.type == "check" ? (on ? "1" : "0") : *value);
  }
  out += '\n';
}

}  // namespace

// ---- What the engine says -------------------------------------------------------------------------------

EngineMessage CecpBack::parse_handshake(std::string_view line, std::string& to_engine) {
  const bool refuses = std::ranges::any_of(
      kGreeting, [line](std::string_view command) { return rejects_command(line, command); });
  if (refuses) return HandshakeRefused{};
  if (take_word(line) != "feature") return Output{};
  features_.read(line, to_engine);
  if (features_.done == CecpFeatures::Done::complete) return HandshakeDone{};
  return Output{};
}

bool CecpBack::may_end_handshake() const noexcept {
  return features_.done != CecpFeatures::Done::more_to_come;
}

EngineMessage CecpBack::parse(std::string_view line, std::string& to_engine) {
  // We check this first, because most lines of an engine are thinking output.
  if (read_cecp_thinking(line)) return SearchOutput{};
  std::string_view rest = line;
  const std::string_view word = take_word(rest);
  if (word.starts_with('#')) return Output{};
  if (const std::string_view move = announced_move(line); !move.empty()) return EngineMoved{move};
  if (word == "pong") return Pong{parse_clamped_number<int>(take_word(rest)).value_or(0)};
  if (word == "feature") {
    features_.read(rest, to_engine);
    return Output{};
  }
  if (rejects_command(line, "analyze")) {
    features_.analyze = false;
    return AnalysisRefused{};
  }
  if (const auto move = refused_move(line)) return MoveRefused{*move};
  const bool telling = is_telling(line);
  if (!telling && ends_game(line)) return EngineTells{.ends_game = true};
  return telling ? EngineMessage(EngineTells{}) : Output{};
}

std::vector<std::string> CecpBack::read_late_features(std::string_view line) {
  if (take_word(line) != "feature") return {};
  const std::size_t known = features_.declared.size();
  std::string our_answers;
  features_.read(line, our_answers);
  std::vector<std::string> names;
  for (std::size_t i = known; i < features_.declared.size(); ++i) {
    const std::string& setting = features_.declared[i];
    names.push_back(setting.substr(0, setting.find('=')));
  }
  return names;
}

std::optional<std::string_view> CecpBack::read_move(std::string_view line) {
  const std::string_view move = announced_move(line);
  if (move.empty()) return std::nullopt;
  return move;
}

std::vector<EngineOption> CecpBack::options() const {
  std::vector<EngineOption> options = features_.options;
  const auto add = [&options](EngineOption option) {
    const bool known = std::any_of(options.begin(), options.end(), [&option](const EngineOption& own) {
      return equal_ignoring_case(own.name, option.name);
    });
    if (!known) options.push_back(std::move(option));
  };
  if (features_.memory) add(declare_number("Hash", kUsualMemory, "65536"));
  if (features_.smp) add(declare_number("Threads", "1", "512"));
  for (const TablebaseFormat& format : tablebase_formats()) {
    if (features_.reads_tables(format.name))
      add(declare(format.path_option, "string", std::string(kEmptyText)));
  }
  if (auto variant = variant_option(features_.variant_names())) add(*std::move(variant));
  add(declare("Ponder", "check", "false"));
  return options;
}

std::optional<game::Move> read_engine_move(const game::Game& game, std::string_view text) {
  // We try the text as it is first: "Bb5" in small letters would be another move.
  if (auto move = game.read(text)) return move;
  return game.read_uci(plain_coordinates(text));
}

// ---- Commands to the engine -----------------------------------------------------------------------------

void CecpBack::print_option(std::string_view name, std::optional<std::string_view> value,
                            std::string& out) const {
  if (value == kEmptyText) value = "";
  for (const EngineOption& option : features_.options) {
    if (equal_ignoring_case(option.name, name)) return print_declared(option, value, out);
  }
  if (!value) return;
  const bool hash = features_.memory && equal_ignoring_case(name, "Hash");
  const bool threads = features_.smp && equal_ignoring_case(name, "Threads");
  if (hash) out.append("memory ").append(*value).append("\n");
  if (threads) out.append("cores ").append(*value).append("\n");
  for (const TablebaseFormat& format : tablebase_formats()) {
    if (!features_.reads_tables(format.name) || !equal_ignoring_case(name, format.path_option)) continue;
    out.append("egtpath ").append(format.name).append(" ").append(*value).append("\n");
  }
}

void CecpBack::print_usual_memory(std::string& out) const {
  if (features_.memory) out.append("memory ").append(kUsualMemory).append("\n");
}

std::string CecpBack::text_of(const game::Game& game, const game::Move& move, bool chess960) const {
  if (features_.san) return game.to_san(move);
  return game.to_xboard(move, game::castling_notation(game, chess960));
}

void CecpBack::print_move(std::string_view text, std::string& out) const {
  if (features_.usermove) out += "usermove ";
  out.append(text).append("\n");
}

}  // namespace polyglot::protocol
