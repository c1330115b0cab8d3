#include <array>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include <polyglot/protocol/text.hpp>
#include <polyglot/protocol/uci.hpp>

namespace polyglot::protocol {
namespace {

GuiMessage parse_set_option(std::string_view rest) {
  std::string_view after_keyword = rest;
  if (take_word(after_keyword) == "name") rest = after_keyword;
  SetOption message;
  message.name = take_until(rest, "value");
  if (!rest.empty()) {
    (void)take_word(rest);
    message.value = trim(rest);
  }
  return message;
}

GuiMessage parse_position(std::string_view rest) {
  SetPosition message;
  const std::string_view kind = take_word(rest);
  if (kind == "fen") {
    message.fen = take_until(rest, "moves");
    message.readable = !message.fen.empty();
  } else if (kind == "startpos") {
    message.readable = take_until(rest, "moves").empty();
  }
  (void)take_word(rest);
  message.moves = trim(rest);
  return message;
}

/// Words of `go` that end a list of search moves. Source: UCI, "go".
bool is_go_keyword(std::string_view word) {
  static constexpr std::array<std::string_view, 13> kKeywords = {
      "searchmoves", "ponder", "wtime", "btime",    "winc",     "binc", "movestogo",
      "depth",       "nodes",  "mate",  "movetime", "infinite", "perft"};
  for (const std::string_view keyword : kKeywords) {
    if (word == keyword) return true;
  }
  return false;
}

GuiMessage parse_go(std::string_view rest) {
  Go message;
  SearchLimits& limits = message.limits;
  bool in_moves = false;
  for (std::string_view word = take_word(rest); !word.empty(); word = take_word(rest)) {
    if (is_go_keyword(word)) {
      in_moves = word == "searchmoves";
      limits.restricted |= in_moves;
      limits.ponder |= word == "ponder";
      limits.infinite |= word == "infinite";
      limits.mate |= word == "mate";
      limits.perft |= word == "perft";
    } else if (in_moves) {
      limits.search_moves.push_back(word);
    }
  }
  return message;
}

/// The types a UCI GUI knows; engines of other protocols have more.
std::string_view uci_type(std::string_view type) {
  if (type == "slider") return "spin";
  if (type == "file" || type == "path") return "string";
  return type;
}

void print_option(const EngineOption& option, std::string& out) {
  auto to = std::back_inserter(out);
  fmt::format_to(to, "option name {} type {}", option.name, uci_type(option.type));
  if (option.type != "button") {
    fmt::format_to(to, " default {}", option.default_value.empty() ? "<empty>" : option.default_value);
  }
  if (option.min) fmt::format_to(to, " min {}", *option.min);
  if (option.max) fmt::format_to(to, " max {}", *option.max);
  for (const std::string& choice : option.choices) fmt::format_to(to, " var {}", choice);
  out += '\n';
}

}  // namespace

GuiMessage UciFront::parse(std::string_view line) const {
  const std::string_view word = take_word(line);
  if (word == "position") return parse_position(line);
  if (word == "go") return parse_go(line);
  if (word == "isready") return ReadyQuery{};
  if (word == "stop") return Stop{};
  if (word == "ponderhit") return PonderHit{};
  if (word == "setoption") return parse_set_option(line);
  if (word == "uci") return Handshake{};
  if (word == "quit") return Quit{};
  if (!only_ && (word == "xboard" || word == "protover")) return ForeignProtocol{};
  return Unknown{};
}

void UciFront::print(const Identity& identity, std::string& out) const {
  fmt::format_to(std::back_inserter(out), "id name {}\nid author {}\n", identity.name, identity.author);
  for (const EngineOption& option : identity.options) print_option(option, out);
  out += "uciok\n";
}

void UciFront::print(const BookAnswer& answer, std::string& out) const {
  auto to = std::back_inserter(out);
  fmt::format_to(to, "info depth 1 seldepth 1 score cp 0 nodes 0 nps 0 time 0 pv {}\n", answer.move);
  fmt::format_to(to, "info string book {} {} {}.{:02}% (weight {} of {})\n", answer.book, answer.move,
                 answer.share / 100, answer.share % 100, answer.weight, answer.total_weight);
  fmt::format_to(to, "bestmove {}{}{}\n", answer.move, answer.ponder.empty() ? "" : " ponder ",
                 answer.ponder);
}

void UciFront::print(const Notice& notice, std::string& out) const {
  fmt::format_to(std::back_inserter(out), "info string {}\n", notice.text);
}

void UciFront::print_refusal(std::string& out) const {
  out += "tellusererror Polyglot: this version speaks UCI to the GUI, not the XBoard protocol\n";
}

}  // namespace polyglot::protocol
