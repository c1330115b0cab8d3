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
  return text.ends_with("uci") && (text.starts_with("Error (") || text.starts_with("Illegal move"));
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

EngineMessage UciBack::parse_handshake(std::string_view line) const {
  std::string_view rest = line;
  const std::string_view word = take_word(rest);
  if (word == "option") return OptionDeclared{parse_uci_option(rest)};
  if (word == "id") return parse_id(rest);
  if (word == "uciok") return HandshakeDone{};
  if (is_refusal(line)) return HandshakeRefused{};
  return Output{};
}

EngineMessage UciBack::parse(std::string_view line) const {
  if (line.starts_with("info ")) return Output{};
  const std::string_view word = take_word(line);
  if (word == "bestmove") return BestMove{};
  if (word == "readyok") return Ready{};
  return Output{};
}

void UciBack::print_handshake(std::string& out) const {
  out += "uci\n";
}

void UciBack::print_option(std::string_view name, std::optional<std::string_view> value,
                           std::string& out) const {
  out.append("setoption name ").append(name);
  if (value) out.append(" value ").append(*value);
  out += '\n';
}

void UciBack::print_stop(std::string& out) const {
  out += "stop\n";
}

void UciBack::print_quit(std::string& out) const {
  out += "quit\n";
}

}  // namespace polyglot::protocol
