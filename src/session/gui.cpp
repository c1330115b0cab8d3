// SPDX-License-Identifier: MIT
#include "session/gui.hpp"

#include <fmt/format.h>

#include <polyglot/ascii.hpp>
#include <polyglot/protocol/cecp.hpp>
#include <polyglot/protocol/messages.hpp>
#include <polyglot/protocol/uci.hpp>

namespace polyglot::session {
namespace {

using config::OptionId;

/// The maximum bytes of an engine's lines that are kept for a GUI that has not sent anything yet. The rest is
/// dropped.
constexpr std::size_t kEarlyOutputLimit = 1 << 14;

/// By config::OptionType. GUIs have no masks, choices, fractions and lists, so these are strings.
constexpr auto kExportedTypes = std::to_array<std::string_view>(
    {"check", "spin", "string", "file", "path", "save", "string", "string", "string", "string"});

protocol::EngineOption exported(const config::OptionSpec& spec, const config::Options& options) {
  protocol::EngineOption option;
  option.name = spec.name;
  option.type = kExportedTypes.at(static_cast<std::size_t>(spec.type));
  option.default_value = options.text(spec.id);
  if (spec.type == config::OptionType::spin) {
    option.min = std::to_string(spec.min);
    option.max = std::to_string(spec.max);
  }
  return option;
}

}  // namespace

void Gui::speak(const protocol::Dialect& spoken) {
  front = spoken.make_front();
  dialect = &spoken;
}

bool Gui::turns_to_uci(std::string_view line) const {
  return dialect != &protocol::kUci && trim(line) == "uci";
}

bool Gui::meets(std::string_view line, bool uci_forced) {
  if (!front && !trim(line).empty())
    speak(uci_forced || protocol::begins_uci(line) ? protocol::kUci : protocol::kCecp);
  return front != nullptr;
}

void Gui::notify(std::string text) {
  effects_.warn(text);
  if (is_served) {
    print(protocol::Notice{std::move(text)});
  } else {
    notices_.push_back(std::move(text));
  }
}

void Gui::report_trouble(BookPlayer& book) {
  while (const auto trouble = book.take_trouble()) notify(fmt::format("book: {}", trouble->to_string()));
}

void Gui::keep_early_line(std::string_view line) {
  if (is_served) return;
  if (early_output_.size() + line.size() < kEarlyOutputLimit) early_output_.append(line) += '\n';
}

void Gui::begin_service() {
  if (early_output_.empty()) return;
  const std::string lines = std::exchange(early_output_, {});
  if (gives_positions()) effects_.to_gui += lines;
}

void Gui::line_served() {
  if (std::exchange(is_served, true)) return;
  for (std::string& text : std::exchange(notices_, {})) print(protocol::Notice{std::move(text)});
}

protocol::Identity Gui::identity(const Engine& engine) const {
  auto where = static_cast<unsigned>(gives_positions() ? config::Export::uci : config::Export::cecp);
  if (!gives_positions() && !options_.check(OptionId::only_wb_options))
    where |= static_cast<unsigned>(config::Export::cecp_full);
  protocol::Identity identity;
  identity.name = engine.name.empty() ? "unknown" : engine.name;
  identity.author = engine.author.empty() ? std::string(protocol::kEmptyText) : engine.author;
  identity.features = engine.features;
  identity.small_draw = options_.check(OptionId::wb_work_arounds);
  for (const EngineOptions::Entry& entry : engine.options.entries()) identity.options.push_back(entry.option);
  for (const config::OptionSpec& spec : config::option_specs()) {
    if ((spec.exports & where) == 0) continue;
    identity.own_options.push_back(exported(spec, options_));
    if (spec.id == OptionId::settings_file && settings_path_)
      identity.own_options.back().default_value = settings_path_(options_, engine.name);
  }
  if (gives_positions() && options_.check(OptionId::book_learn)) {
    protocol::EngineOption& result = identity.own_options.emplace_back();
    result.name = kResultOption;
    result.type = "string";
    result.default_value = protocol::to_text(protocol::GameResult::Score::unknown);
  }
  return identity;
}

}  // namespace polyglot::session
