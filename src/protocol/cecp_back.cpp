#include <algorithm>
#include <cstddef>
#include <string>

#include <polyglot/chess/notation.hpp>
#include <polyglot/protocol/cecp.hpp>
#include <polyglot/protocol/text.hpp>

#include "protocol/cecp_engine_features.hpp"
#include "protocol/cecp_engine_thinking.hpp"
#include "protocol/cecp_option.hpp"
#include "protocol/cecp_searcher.hpp"
#include "protocol/cecp_words.hpp"
#include "protocol/numbers.hpp"

namespace polyglot::protocol {
namespace {

EngineOption declare(std::string_view name, std::string_view type, std::string_view value) {
  EngineOption option;
  option.name = name;
  option.type = type;
  option.default_value = value;
  return option;
}

EngineOption declare_number(std::string_view name, std::string_view value, std::string_view most) {
  EngineOption option = declare(name, "spin", value);
  option.min.emplace("1");
  option.max.emplace(most);
  return option;
}

std::string_view without_line_end(std::string_view line) {
  while (line.ends_with('\r') || line.ends_with('\n')) line.remove_suffix(1);
  return line;
}

bool says_resigns(const EngineClaims& claim, chess::Color side) {
  const bool lost = claim.score == (side == chess::Color::white ? "0-1" : "1-0");
  return lost && claim.comment.find("resign") != std::string_view::npos;
}

}  // namespace

class CecpBack::Impl {
 public:
  EngineMessage read_feature(std::string_view text, std::string& to_engine);
  EngineMessage read(std::string_view line, std::string& to_engine);
  EngineMessage read_words(std::string_view line, std::string& to_engine);
  /// What is due now, or that the line was about nothing.
  EngineMessage due() { return searcher.take_message().value_or(Output{}); }

  CecpFeatures features;
  CecpSearcher searcher{features};
  std::string pv;  ///< of the last read_info(), if the line does not hold it
};

EngineMessage CecpBack::Impl::read_feature(std::string_view text, std::string& to_engine) {
  const CecpFeatures::News news = features.read(text, to_engine);
  if (news.done) return HandshakeDone{};
  if (news.option) return OptionDeclared{*news.option};
  if (news.name) return IdName{features.name};
  return Output{};
}

EngineMessage CecpBack::Impl::read(std::string_view line, std::string& to_engine) {
  // Most of what an engine prints is thinking.
  if (const auto thinking = read_cecp_thinking(line)) {
    const bool ours = searcher.thinks(*thinking, to_engine);
    return ours ? EngineMessage(SearchOutput{}) : due();
  }
  std::string_view rest = line;
  const std::string_view word = take_word(rest);
  if (word.starts_with('#')) return Output{};
  if (const std::string_view move = announced_move(line); !move.empty()) {
    searcher.moves(move, to_engine);
    return due();
  }
  if (word == "pong") {
    searcher.answers_ping(parse_number<int>(take_word(rest)).value_or(0), to_engine);
    return due();
  }
  if (word == "feature") {
    const EngineMessage message = read_feature(rest, to_engine);
    return std::holds_alternative<OptionDeclared>(message) ? message : Output{};
  }
  if (is_telling(line)) return EngineTells{line};
  return read_words(line, to_engine);
}

EngineMessage CecpBack::Impl::read_words(std::string_view line, std::string& to_engine) {
  if (rejects_command(line, "analyze")) {
    features.analyze = false;
    searcher.refuses_analysis(to_engine);
    return Output{};
  }
  if (const auto move = refused_move(line)) {
    searcher.refuses_move(*move, to_engine);
    return due();
  }
  if (is_draw_offer(line)) return EngineOffersDraw{};
  const auto claim = claimed_result(line);
  if (is_resignation(line) || (claim && says_resigns(*claim, searcher.side()))) {
    searcher.ends_game(to_engine);
    return EngineResigns{};
  }
  if (claim) {
    searcher.ends_game(to_engine);
    return *claim;
  }
  return Output{};
}

CecpBack::CecpBack() : impl_(std::make_unique<Impl>()) {}
CecpBack::~CecpBack() = default;

void CecpBack::print_handshake(std::string& out) {
  out += "xboard\nprotover 2\n";
}

EngineMessage CecpBack::parse_handshake(std::string_view line, std::string& to_engine) {
  line = without_line_end(line);
  std::string_view rest = line;
  if (take_word(rest) == "feature") return impl_->read_feature(rest, to_engine);
  if (is_telling(line)) return EngineTells{line};
  return Output{};
}

bool CecpBack::settle_handshake() const noexcept {
  return impl_->features.done != CecpFeatures::Done::more_to_come;
}

EngineMessage CecpBack::parse(std::string_view line, std::string& to_engine) {
  return impl_->read(without_line_end(line), to_engine);
}

std::optional<EngineMessage> CecpBack::take_message() {
  return impl_->searcher.take_message();
}

bool CecpBack::take_interrupt() {
  return impl_->searcher.take_interrupt();
}

Info CecpBack::read_info(std::string_view line) const {
  const auto thinking = read_cecp_thinking(without_line_end(line));
  return thinking ? to_info(*thinking, impl_->pv) : Info{};
}

void CecpBack::print_option(std::string_view name, std::optional<std::string_view> value, std::string& out) {
  if (value == "<empty>") value = "";  // UCI, "option"
  for (const EngineOption& option : impl_->features.options) {
    if (equals_ignoring_case(option.name, name)) return print_cecp_option(option, value, out);
  }
  if (!value) return;
  const bool hash = impl_->features.memory && equals_ignoring_case(name, "Hash");
  const bool threads = impl_->features.smp && equals_ignoring_case(name, "Threads");
  if (hash) out.append("memory ").append(*value).append("\n");
  if (threads) out.append("cores ").append(*value).append("\n");
  for (const TablebaseFormat& format : tablebase_formats()) {
    if (!impl_->features.reads_tables(format.name) || !equals_ignoring_case(name, format.path_option))
      continue;
    out.append("egtpath ").append(format.name).append(" ").append(*value).append("\n");
  }
}

void CecpBack::print_new_game(std::string& out) {
  impl_->searcher.new_game(out);
}
void CecpBack::print_search(const Search& search, std::string& out) {
  impl_->searcher.search(search, out);
}
void CecpBack::print_ponder_hit(std::string& out) {
  impl_->searcher.ponder_hit(out);
}
void CecpBack::print_stop(std::string& out) {
  impl_->searcher.stop(out);
}
void CecpBack::give_search_up() {
  impl_->searcher.give_up();
}
void CecpBack::print_ready_query(std::string& out) {
  impl_->searcher.query_ready(out);
}
void CecpBack::print_quit(std::string& out) {
  impl_->searcher.quit(out);
}

const std::vector<std::string>& CecpBack::features() const noexcept {
  return impl_->features.declared;
}

std::vector<std::string> CecpBack::read_late_features(std::string_view line) {
  std::string_view rest = without_line_end(line);
  if (take_word(rest) != "feature") return {};
  const std::size_t known = impl_->features.declared.size();
  std::string our_answers;
  (void)impl_->features.read(rest, our_answers);
  std::vector<std::string> names;
  for (std::size_t i = known; i < impl_->features.declared.size(); ++i) {
    const std::string& setting = impl_->features.declared[i];
    names.push_back(setting.substr(0, setting.find('=')));
  }
  return names;
}

std::vector<EngineOption> CecpBack::options() const {
  std::vector<EngineOption> options = impl_->features.options;
  const auto add = [&options](EngineOption option) {
    const bool known = std::any_of(options.begin(), options.end(), [&option](const EngineOption& own) {
      return equals_ignoring_case(own.name, option.name);
    });
    if (!known) options.push_back(std::move(option));
  };
  if (impl_->features.memory) add(declare_number("Hash", "64", "65536"));
  if (impl_->features.smp) add(declare_number("Threads", "1", "512"));
  for (const TablebaseFormat& format : tablebase_formats()) {
    if (impl_->features.reads_tables(format.name)) add(declare(format.path_option, "string", "<empty>"));
  }
  add(declare("Ponder", "check", "false"));
  return options;
}

const std::string& CecpBack::name() const noexcept {
  return impl_->features.name;
}

bool CecpBack::reusable() const noexcept {
  return impl_->features.reuse;
}

void CecpBack::print_force(std::string& out) const {
  out += "force\n";
}

void CecpBack::print_move(const chess::Position& position, chess::Move move, bool chess960,
                          std::string& out) const {
  const CecpFeatures& features = impl_->features;
  if (features.usermove) out += "usermove ";
  out += features.san ? chess::to_san(position, move) : cecp_move_text(move, chess960);
  out += '\n';
}

void CecpBack::print_play(std::string& out) const {
  out += "go\n";
}

std::optional<std::string_view> CecpBack::read_move(std::string_view line) const {
  const std::string_view move = announced_move(line);
  if (move.empty()) return std::nullopt;
  return move;
}

}  // namespace polyglot::protocol
