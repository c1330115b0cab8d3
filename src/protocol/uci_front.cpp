#include <array>
#include <iterator>
#include <type_traits>
#include <variant>

#include <fmt/format.h>

#include <polyglot/protocol/text.hpp>
#include <polyglot/protocol/uci.hpp>

namespace polyglot::protocol {
namespace {

// ---- Reading --------------------------------------------------------------------------------------------

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

template <class Number>
void read(std::string_view word, std::optional<Number>& number) {
  if (const auto value = take_clamped_number<Number>(word)) number = value;
}

/// A keyword that is followed by a number.
void set_limit(SearchLimits& limits, std::string_view keyword, std::string_view number) {
  if (keyword == "wtime") return read(number, limits.white_time);
  if (keyword == "btime") return read(number, limits.black_time);
  if (keyword == "winc") return read(number, limits.white_increment);
  if (keyword == "binc") return read(number, limits.black_increment);
  if (keyword == "movetime") return read(number, limits.move_time);
  if (keyword == "movestogo") return read(number, limits.moves_to_go);
  if (keyword == "depth") return read(number, limits.depth);
  if (keyword == "nodes") return read(number, limits.nodes);
  if (keyword == "mate") return read(number, limits.mate);
}

GuiMessage parse_go(std::string_view rest) {
  Go message;
  SearchLimits& limits = message.limits;
  std::string_view keyword;
  for (std::string_view word = take_word(rest); !word.empty(); word = take_word(rest)) {
    if (is_go_keyword(word)) {
      keyword = word;
      limits.restricted |= word == "searchmoves";
      limits.ponder |= word == "ponder";
      limits.infinite |= word == "infinite";
      limits.perft |= word == "perft";
    } else if (keyword == "searchmoves") {
      limits.search_moves.push_back(word);
    } else {
      set_limit(limits, keyword, word);
    }
  }
  return message;
}

// ---- Writing --------------------------------------------------------------------------------------------

/// The types a UCI GUI knows; engines of other protocols have more.
std::string_view uci_type(std::string_view type) {
  if (type == "slider") return "spin";
  if (type == "file" || type == "path") return "string";
  if (type == "save" || type == "reset") return "button";
  return type;
}

void print_option(std::string_view prefix, const EngineOption& option, std::string& out) {
  auto to = std::back_inserter(out);
  const std::string_view type = uci_type(option.type);
  fmt::format_to(to, "option name {}{} type {}", prefix, option.name, type);
  if (type != "button") {
    fmt::format_to(to, " default {}", option.default_value.empty() ? "<empty>" : option.default_value);
  }
  if (option.min) fmt::format_to(to, " min {}", *option.min);
  if (option.max) fmt::format_to(to, " max {}", *option.max);
  for (const std::string& choice : option.choices) fmt::format_to(to, " var {}", choice);
  out += '\n';
}

/// Writes what has words in UCI; anything else falls to the last overload.
struct UciPrinter {
  std::string& out;

  template <class... Argument>
  void line(fmt::format_string<Argument...> format, Argument&&... arguments) const {
    fmt::format_to(std::back_inserter(out), format, std::forward<Argument>(arguments)...);
    out += '\n';
  }

  void operator()(const Identity& identity) const {
    line("id name {}", identity.name);
    line("id author {}", identity.author);
    for (const EngineOption& option : identity.options) print_option("", option, out);
    for (const EngineOption& option : identity.own_options) print_option("Polyglot ", option, out);
    out += "uciok\n";
  }

  void operator()(const ReadyAnswer&) const { out += "readyok\n"; }

  void operator()(const BookAnswer& answer) const {
    line("info depth 1 seldepth 1 score cp 0 nodes 0 nps 0 time 0 pv {}", answer.move);
    line("info string book {} {} {}.{:02}% (weight {} of {})", answer.book, answer.move, answer.share / 100,
         answer.share % 100, answer.weight, answer.total_weight);
    (*this)(SearchAnswer{answer.move, answer.ponder});
  }

  void operator()(const SearchAnswer& answer) const {
    line("bestmove {}{}{}", answer.move.empty() ? "0000" : answer.move,
         answer.ponder.empty() ? "" : " ponder ", answer.ponder);
  }

  void operator()(const SearchInfo& message) const {
    const Info& info = message.info;
    if (!info.text.empty()) return line("info string {}", info.text);
    out += "info";
    number("depth", info.depth);
    number("seldepth", info.selective_depth);
    number("multipv", info.multipv);
    if (info.score) score(*info.score);
    number("nodes", info.nodes);
    number("nps", info.nps);
    number("tbhits", info.tablebase_hits);
    number("time", info.time);
    word("currmove", info.current_move);
    number("currmovenumber", info.current_move_number);
    word("pv", info.pv);
    out += '\n';
  }

  void operator()(const Notice& notice) const { line("info string {}", notice.text); }
  void operator()(const Alarm& alarm) const { line("info string {}", alarm.text); }
  void operator()(const Remark& remark) const { line("info string {}", remark.text); }

  template <class Other>
  void operator()(const Other&) const {}

 private:
  template <class Number>
  void number(std::string_view name, const std::optional<Number>& value) const {
    if (value) fmt::format_to(std::back_inserter(out), " {} {}", name, *value);
  }
  void word(std::string_view name, std::string_view value) const {
    if (!value.empty()) fmt::format_to(std::back_inserter(out), " {} {}", name, value);
  }
  void score(const Score& score) const {
    fmt::format_to(std::back_inserter(out), " score {} {}{}", score.is_mate ? "mate" : "cp", score.value,
                   score.bound == Score::Bound::lower   ? " lowerbound"
                   : score.bound == Score::Bound::upper ? " upperbound"
                                                        : "");
  }
};

}  // namespace

/// Words that only UCI has, or has with these arguments: some scripts never say "uci".
bool begins_uci(std::string_view line) {
  static constexpr std::array<std::string_view, 8> kWords = {
      "uci", "isready", "setoption", "register", "ucinewgame", "position", "debug", "ponderhit"};
  const std::string_view word = take_word(line);
  if (word == "go") return !trim(line).empty();
  for (const std::string_view known : kWords) {
    if (word == known) return true;
  }
  return false;
}

GuiMessage UciFront::parse(std::string_view line) {
  const std::string_view word = take_word(line);
  if (word == "position") return parse_position(line);
  if (word == "go") return parse_go(line);
  if (word == "isready") return ReadyQuery{};
  if (word == "stop") return Stop{};
  if (word == "ponderhit") return PonderHit{};
  if (word == "setoption") return parse_set_option(line);
  if (word == "ucinewgame") return NewGame{};
  if (word == "uci") return Handshake{};
  if (word == "quit") return Quit{};
  return Unknown{};
}

void UciFront::print(const GuiReply& reply, std::string& out) const {
  std::visit(UciPrinter{out}, reply);
}

}  // namespace polyglot::protocol
