#include <string>

#include <polyglot/protocol/text.hpp>
#include <polyglot/protocol/uci.hpp>

namespace polyglot::protocol {
namespace {

EngineMessage parse_id(std::string_view rest) {
  const std::string_view field = take_word(rest);
  if (field == "name") return IdName{trim(rest)};
  if (field == "author") return IdAuthor{trim(rest)};
  return Output{};
}

/// How XBoard engines answer the word `uci`. An engine's banner or name may hold any of these words, so
/// only the whole form counts. Source: CECP, "Error (errortype): command" and "Illegal move: move".
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

/// The start position is written as a FEN only where it is not that of chess.
void print_position(const chess::Game& game, chess::CastlingNotation castling, std::string& out) {
  const bool chess960 = castling == chess::CastlingNotation::king_takes_rook;
  if (const std::string fen = game.start().to_fen(); fen == chess::kStartFen) {
    out += "position startpos";
  } else {
    out.append("position fen ").append(chess960 ? game.start().to_fen(chess::FenStyle::shredder) : fen);
  }
  if (game.ply() > 0) out += " moves";
  for (const chess::Move move : game.moves()) out.append(" ").append(chess::to_uci(move, castling));
  out += '\n';
}

void print_position(const VariantGame& game, std::string& out) {
  if (game.start.empty()) {
    out += "position startpos";
  } else {
    out.append("position fen ").append(game.start);
  }
  if (!game.moves.empty()) out += " moves";
  for (const std::string& move : game.moves) out.append(" ").append(move);
  out += '\n';
}

template <class Number>
void print_limit(std::string_view name, const std::optional<Number>& value, std::string& out) {
  if (value) out.append(name).append(std::to_string(*value));
}

void print_limits(const SearchLimits& limits, std::string& out) {
  out += "go";
  if (limits.infinite) out += " infinite";
  print_limit(" wtime ", limits.white_time, out);
  print_limit(" btime ", limits.black_time, out);
  print_limit(" winc ", limits.white_increment, out);
  print_limit(" binc ", limits.black_increment, out);
  print_limit(" movestogo ", limits.moves_to_go, out);
  print_limit(" movetime ", limits.move_time, out);
  print_limit(" nodes ", limits.nodes, out);
  print_limit(" depth ", limits.depth, out);
  print_limit(" mate ", limits.mate, out);
  if (limits.ponder) out += " ponder";
  if (limits.restricted) {
    out += " searchmoves";
    for (const std::string_view move : limits.search_moves) out.append(" ").append(move);
  }
  out += '\n';
}

/// The largest board that coordinates can name, with room to spare.
constexpr int kMost = 99;

bool read_count(std::string_view& text, std::string_view name, int& count) {
  if (take_word(text) != name) return false;
  count = parse_clamped_number<int>(take_word(text)).value_or(-1);
  return count >= 0 && count <= kMost;
}

}  // namespace

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
    if (field == "default" && option.type == "string") {  // the rest of the line, whatever words it holds
      option.default_value = trim(text);
      return option;
    }
    const std::string_view value = take_until(text, "default", "min", "max", "var");
    if (field == "default") option.default_value = value;
    if (field == "min") option.min = value;
    if (field == "max") option.max = value;
    if (field == "var") option.choices.emplace_back(value);
  }
}

/// `variant NAME files F ranks R pocket P template T startpos FEN`
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

void UciBack::print_handshake(std::string& out) {
  out += "uci\n";
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

void UciBack::print_new_game(std::string& out) {
  out += "ucinewgame\n";
}

void UciBack::print_search(const Search& search, std::string& out) {
  if (search.variant != nullptr) {
    print_position(*search.variant, out);
  } else {
    print_position(*search.game, search.castling, out);
  }
  print_limits(search.limits, out);
}

void UciBack::print_ponder_hit(std::string& out) {
  out += "ponderhit\n";
}

void UciBack::print_stop(std::string& out) {
  out += "stop\n";
}

void UciBack::print_ready_query(std::string& out) {
  out += "isready\n";
}

void UciBack::print_quit(std::string& out) {
  out += "quit\n";
}

}  // namespace polyglot::protocol
