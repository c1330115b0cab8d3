// SPDX-License-Identifier: MIT
#include <iterator>

#include <fmt/format.h>

#include <polyglot/ascii.hpp>
#include <polyglot/protocol/uci.hpp>

namespace polyglot::protocol {
namespace {

/// Visits each numeric limit with its word in `go`, in the order in which we write them.
template <class Limits, class Visit>
void for_each_limit(Limits& limits, Visit visit) {
  visit("wtime", limits.white_time);
  visit("btime", limits.black_time);
  visit("winc", limits.white_increment);
  visit("binc", limits.black_increment);
  visit("movestogo", limits.moves_to_go);
  visit("movetime", limits.move_time);
  visit("nodes", limits.nodes);
  visit("depth", limits.depth);
  visit("mate", limits.mate);
}

// ---- What the GUI says ----------------------------------------------------------------------------------

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
constexpr std::array<std::string_view, 13> kGoKeywords = {
    "searchmoves", "ponder", "wtime", "btime",    "winc",     "binc", "movestogo",
    "depth",       "nodes",  "mate",  "movetime", "infinite", "perft"};

/// Reads a limit. A number that is too large means no limit.
template <class Number>
void read(std::string_view word, std::optional<Number>& number) {
  Number value{};
  if (std::from_chars(word.data(), word.data() + word.size(), value).ec == std::errc()) number = value;
}

GuiMessage parse_go(std::string_view rest) {
  Go message;
  SearchLimits& limits = message.limits;
  std::string_view keyword;
  for (std::string_view word = take_word(rest); !word.empty(); word = take_word(rest)) {
    if (std::ranges::find(kGoKeywords, word) != kGoKeywords.end()) {
      keyword = word;
      limits.restricted |= word == "searchmoves";
      limits.ponder |= word == "ponder";
      limits.infinite |= word == "infinite";
      limits.perft |= word == "perft";
    } else if (keyword == "searchmoves") {
      limits.search_moves.emplace_back(word);
    } else {
      for_each_limit(limits, [&](std::string_view name, auto& limit) {
        if (name == keyword) read(word, limit);
      });
    }
  }
  return message;
}

// ---- Replies to the GUI ---------------------------------------------------------------------------------

/// Returns the type of an option for a UCI GUI. Engines of other protocols have more types.
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
  if (type != "button")
    fmt::format_to(to, " default {}", option.default_value.empty() ? kEmptyText : option.default_value);
  if (option.min) fmt::format_to(to, " min {}", *option.min);
  if (option.max) fmt::format_to(to, " max {}", *option.max);
  for (const std::string& choice : option.choices) fmt::format_to(to, " var {}", choice);
  out += '\n';
}

/// The keywords of `info`. Some GUIs look for them in `info string`, too. c-chess-cli stops with an error if
/// "score" is not followed by centipawns or a mate.
constexpr auto kInfoKeywords = std::to_array<std::string_view>(
    {"depth",          "seldepth", "time",       "nodes",      "pv",         "multipv",
     "score",          "cp",       "mate",       "lowerbound", "upperbound", "currmove",
     "currmovenumber", "currline", "hashfull",   "nps",        "tbhits",     "sbhits",
     "cpuload",        "string",   "refutation", "wdl",        "movesleft"});

/// Puts keywords in quotes. Our own messages avoid them, but file names and other texts may contain any word.
void append_without_keywords(std::string_view text, std::string& out) {
  while (!text.empty()) {
    const std::size_t blanks = std::min(text.find_first_not_of(" \t"), text.size());
    out += text.substr(0, blanks);
    text.remove_prefix(blanks);
    const std::string_view word = text.substr(0, text.find_first_of(" \t"));
    text.remove_prefix(word.size());
    const bool is_keyword = std::ranges::find(kInfoKeywords, word) != kInfoKeywords.end();
    out.append(is_keyword ? "\"" : "").append(word).append(is_keyword ? "\"" : "");
  }
}

/// Writes the replies that UCI has words for. All others go to the last overload, which writes nothing.
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

  void operator()(const BookReport& report) const {
    using Form = BookReport::Form;
    if (report.form == Form::none) return;
    if (report.form == Form::depth0) line("info depth 0 nodes 0 time 0 pv {}", report.move);
    if (report.form == Form::depth1)
      line("info depth 1 seldepth 1 score cp 0 nodes 0 nps 0 time 0 pv {}", report.move);
    words(fmt::format("book {} {} {}.{:02}% (weight {} of {})", report.book, report.move, report.share / 100,
                      report.share % 100, report.weight, report.total_weight));
  }

  void operator()(const BookAnswer& answer) const {
    (*this)(answer.report);
    (*this)(SearchAnswer{answer.report.move, answer.ponder});
  }

  void operator()(const SearchAnswer& answer) const {
    line("bestmove {}{}{}", answer.move.empty() ? "0000" : answer.move,
         answer.ponder.empty() ? "" : " ponder ", answer.ponder);
  }

  void operator()(const SearchInfo& message) const {
    const Info& info = message.info;
    if (!info.text.empty()) return words(info.text);
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

  void operator()(const Notice& notice) const { words(notice.text); }
  void operator()(const Alarm& alarm) const { words(alarm.text); }
  void operator()(const Remark& remark) const { words(remark.text); }

  template <class Other>
  void operator()(const Other&) const {}

 private:
  void words(std::string_view text) const {
    out += "info string ";
    append_without_keywords(text, out);
    out += '\n';
  }

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

// ---- What the engine says -------------------------------------------------------------------------------

EngineMessage parse_id(std::string_view rest) {
  const std::string_view field = take_word(rest);
  if (field == "name") return IdName{trim(rest)};
  if (field == "author") return IdAuthor{trim(rest)};
  return Output{};
}

/// Whether an XBoard engine rejects the word `uci`. We check the whole form, because a banner or a name may
/// contain any of these words. Source: CECP, "Error (errortype): command" and "Illegal move: move".
bool is_refusal(std::string_view line) {
  const std::string_view text = trim(line);
  return text.ends_with("uci") && (text.starts_with("Error (") || text.starts_with("Illegal move") ||
                                   text.starts_with("Invalid move"));
}

EngineMessage parse_best_move(std::string_view rest) {
  BestMove message;
  message.whole = trim(rest);
  message.move = take_word(rest);
  if (take_word(rest) == "ponder") message.ponder = take_word(rest);
  return message;
}

/// No board has more ranks or files.
constexpr int kMostRanks = 99;

bool read_count(std::string_view& text, std::string_view name, int& count) {
  if (take_word(text) != name) return false;
  count = parse_clamped_number<int>(take_word(text)).value_or(-1);
  return count >= 0 && count <= kMostRanks;
}

}  // namespace

// ---- The GUI's side -------------------------------------------------------------------------------------

/// Recognises words that only UCI has, and `go` with arguments, because some scripts never send "uci".
bool begins_uci(std::string_view line) {
  static constexpr std::array<std::string_view, 8> kWords = {
      "uci", "isready", "setoption", "register", "ucinewgame", "position", "debug", "ponderhit"};
  const std::string_view word = take_word(line);
  if (word == "go") return !trim(line).empty();
  return std::ranges::find(kWords, word) != kWords.end();
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

// ---- The engine's side ----------------------------------------------------------------------------------

EngineOption parse_uci_option(std::string_view text) {
  EngineOption option;
  (void)take_until(text, "name");
  (void)take_word(text);
  option.name = take_until(text, "type");
  (void)take_word(text);
  option.type = take_word(text);
  while (true) {
    const std::string_view field = take_word(text);
    if (field.empty()) return option;
    if (field == "default" && option.type == "string") {  // the rest of the line, even if it has keywords
      option.default_value = trim(text);
      return option;
    }
    // A choice may be a keyword: `default default var default`.
    std::string_view rest = text;
    const bool is_choice = option.type == "combo" && (take_word(rest) != "var" || field == "var");
    if (!is_choice) rest = text;
    (void)take_until(rest, "default", "min", "max", "var");
    const std::string_view value = trim(text.substr(0, text.size() - rest.size()));
    text = rest;
    if (field == "default") option.default_value = value;
    if (field == "min") option.min = value;
    if (field == "max") option.max = value;
    if (field == "var") option.choices.emplace_back(value);
  }
}

/// Reads `variant NAME files F ranks R pocket P template T startpos FEN`.
std::optional<VariantSetUp> parse_uci_variant(std::string_view info_text) {
  if (take_word(info_text) != "variant") return std::nullopt;
  VariantSetUp set_up;
  set_up.variant = take_word(info_text);
  const bool counts = read_count(info_text, "files", set_up.files) &&
                      read_count(info_text, "ranks", set_up.ranks) &&
                      read_count(info_text, "pocket", set_up.pocket);
  if (!counts || take_word(info_text) != "template") return std::nullopt;
  set_up.parent = take_word(info_text);
  if (take_word(info_text) != "startpos") return std::nullopt;
  set_up.fen = trim(info_text);
  return set_up;
}

EngineMessage UciBack::parse_handshake(std::string_view line) {
  std::string_view rest = line;
  const std::string_view word = take_word(rest);
  if (word == "option") return OptionDeclared{parse_uci_option(rest)};
  if (word == "id") return parse_id(rest);
  if (word == "uciok") return HandshakeDone{};
  if (is_refusal(line)) return HandshakeRefused{};
  return Output{};
}

EngineMessage UciBack::parse(std::string_view line) {
  if (line.starts_with("info ")) return SearchOutput{};
  std::string_view rest = line;
  const std::string_view word = take_word(rest);
  if (word == "bestmove") return parse_best_move(rest);
  if (word == "readyok") return Ready{};
  return Output{};
}

void UciBack::print_option(std::string_view name, std::optional<std::string_view> value, std::string& out) {
  out.append("setoption name ").append(name);
  if (value) out.append(" value ").append(*value);
  out += '\n';
}

void UciBack::print_position(const game::Game& game, chess::CastlingNotation castling, std::string& out) {
  const std::string fen = game.uci_start(castling);
  out.append(fen.empty() ? "position startpos" : "position fen ").append(fen);
  if (game.ply() > 0) out += " moves";
  game.append_uci_moves(castling, out);
  out += '\n';
}

void UciBack::print_go(const SearchLimits& limits, std::string& out) {
  out += "go";
  if (limits.infinite) out += " infinite";
  for_each_limit(limits, [&](std::string_view name, const auto& limit) {
    if (limit) out.append(" ").append(name).append(" ").append(std::to_string(*limit));
  });
  if (limits.ponder) out += " ponder";
  if (limits.restricted) {
    out += " searchmoves";
    for (const std::string& move : limits.search_moves) out.append(" ").append(move);
  }
  out += '\n';
}

}  // namespace polyglot::protocol
