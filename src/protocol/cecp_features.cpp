// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <polyglot/ascii.hpp>
#include <polyglot/protocol/cecp.hpp>
#include <polyglot/protocol/cecp_variants.hpp>

namespace polyglot::protocol {
namespace {

using Names = std::span<const std::string_view>;

/// Engine options that XBoard does not get. It has commands or features for them, or Polyglot sets them.
constexpr std::string_view kHidden[] = {"Hash",
                                        "Ponder",
                                        "NalimovPath",
                                        "GaviotaTbPath",
                                        "SyzygyPath",
                                        "UCI_AnalyseMode",
                                        "UCI_Opponent",
                                        "UCI_Chess960",
                                        kVariantOption,
                                        "UCI_ShowCurrLine",
                                        "UCI_ShowRefutations",
                                        "UCI_ShredderbasesPath",
                                        "UCI_SetPositionValue",
                                        "UCI_DrawOffers",
                                        "UCI_PlayByNodes"};

bool contains(Names names, std::string_view name) {
  return std::ranges::any_of(names, [name](auto known) { return equal_ignoring_case(known, name); });
}

const EngineOption* find_option(const Identity& identity, std::string_view name) {
  const auto found = std::ranges::find_if(identity.options, [name](const EngineOption& option) {
    return equal_ignoring_case(option.name, name);
  });
  return found == identity.options.end() ? nullptr : &*found;
}

const EngineOption* find_thread_option(const Identity& identity) {
  for (const std::string_view name : thread_option_names()) {
    if (const EngineOption* option = find_option(identity, name)) return option;
  }
  return nullptr;
}

/// Replaces quotes, because a quoted value cannot contain one.
std::string unquoted(std::string_view text) {
  std::string result(text);
  std::ranges::replace(result, '"', '\'');
  return result;
}

void print_feature(std::string_view name, std::string_view value, std::string& out) {
  out.append("feature ").append(name).append("=").append(value).append("\n");
}

void print_quoted(std::string_view name, std::string_view value, std::string& out) {
  print_feature(name, '"' + unquoted(value) + '"', out);
}

std::string tablebases(const Identity& identity) {
  std::string list;
  for (const auto& [format, option] : tablebase_formats()) {
    if (find_option(identity, option) == nullptr) continue;
    if (!list.empty()) list += ',';
    list += format;
  }
  return list;
}

std::string variants(const Identity& identity) {
  const bool chess960 = find_option(identity, "UCI_Chess960") != nullptr;
  return fmt::format("{}", fmt::join(xboard_variants(find_option(identity, kVariantOption), chess960), ","));
}

// ---- Options --------------------------------------------------------------------------------------------

/// Returns the type of an option for XBoard. The name of a string option shows whether its value is a file or
/// a folder.
std::string_view cecp_type(const EngineOption& option) {
  if (option.type != "string" || option.name.starts_with("UCI_")) return option.type;
  const auto speaks_of = [&](std::string_view word) {
    for (std::size_t i = 0; i + word.size() <= option.name.size(); ++i) {
      if (equal_ignoring_case(std::string_view(option.name).substr(i, word.size()), word)) return true;
    }
    return false;
  };
  if (speaks_of("file")) return "file";
  return speaks_of("path") ? "path" : "string";
}

std::string combo_value(const EngineOption& option) {
  std::string value;
  for (const std::string& choice : option.choices) {
    if (!value.empty()) value += " /// ";
    if (equal_ignoring_case(choice, option.default_value)) value += '*';
    value += choice;
  }
  return value;
}

std::string type_and_value(const EngineOption& option, std::string_view type) {
  std::string_view value = option.default_value;
  if (value.empty()) value = kEmptyText;
  if (type == "button" || type == "save") return fmt::format("-{}", type);
  if (type == "combo") return "-combo " + combo_value(option);
  if (type == "check") {
    const bool on = equal_ignoring_case(value, "true") || value == "1";
    return on ? "-check 1" : "-check 0";
  }
  if (type != "spin" && type != "slider") return fmt::format("-{} {}", type, value);
  // XBoard rejects a spin option without a range, so it becomes a string.
  if (!option.min || !option.max) return fmt::format("-string {}", value);
  return fmt::format("-{} {} {} {}", type, value, *option.min, *option.max);
}

void print_option(std::string name, std::string_view type_and_value, bool small_draw, std::string& out) {
  const std::size_t draw = small_draw ? name.find("Draw") : std::string::npos;
  if (draw != std::string::npos) name[draw] = 'd';
  print_quoted("option", name + ' ' + std::string(type_and_value), out);
}

void print_engine_options(const Identity& identity, std::string& out) {
  const EngineOption* const threads = find_thread_option(identity);
  for (const EngineOption& option : identity.options) {
    if (&option == threads || contains(kHidden, option.name)) continue;
    print_option(option.name, type_and_value(option, cecp_type(option)), identity.small_draw, out);
  }
}

void print_own_options(const Identity& identity, std::string& out) {
  for (const EngineOption& option : identity.own_options)
    print_option("Polyglot " + option.name, type_and_value(option, option.type), identity.small_draw, out);
}

// ---- Features -------------------------------------------------------------------------------------------

/// Writes the features of a UCI engine behind Polyglot. The order is that of Polyglot 2.0.4, which writes
/// sigint twice. Versions of XBoard differ in which of the two they read.
void print_uci_engine(const Identity& identity, std::string& out) {
  out += "feature analyze=1\nfeature exclude=1\nfeature colors=0\nfeature draw=1\nfeature ics=1\n";
  print_quoted("myname", identity.name, out);
  out +=
      "feature name=1\nfeature pause=1\nfeature ping=1\nfeature playother=1\nfeature sigint=1\n"
      "feature reuse=1\nfeature san=0\nfeature setboard=1\nfeature sigint=0\nfeature sigterm=0\n"
      "feature time=1\nfeature usermove=1\nfeature nps=1\n";
  print_feature("memory", find_option(identity, "Hash") != nullptr ? "1" : "0", out);
  print_feature("smp", find_thread_option(identity) != nullptr ? "1" : "0", out);
  print_quoted("egt", tablebases(identity), out);
  print_quoted("variants", variants(identity), out);
  print_engine_options(identity, out);
  out += "feature option=\"Polyglot exclude move -string \"\n";
}

/// Writes the features that an XBoard engine has declared, with "exclude". Signals would reach Polyglot and
/// not the engine, so it turns sigint and sigterm off.
void print_cecp_engine(const std::vector<std::string>& features, std::string& out) {
  for (const std::string& feature : features) {
    const bool ours =
        feature.starts_with("done=") || feature.starts_with("sigint=") || feature.starts_with("sigterm=");
    if (!ours) out.append("feature ").append(feature).append("\n");
  }
  out += "feature sigint=0\nfeature sigterm=0\n";
}

}  // namespace

std::span<const std::string_view> thread_option_names() noexcept {
  static constexpr std::string_view kNames[] = {
      "number of threads", "number threads", "threads", "core threads", "max cpus", "cpus", "maxthreads"};
  return kNames;
}

std::span<const TablebaseFormat> tablebase_formats() noexcept {
  static constexpr TablebaseFormat kFormats[] = {
      {"nalimov", "NalimovPath"}, {"gaviota", "GaviotaTbPath"}, {"syzygy", "SyzygyPath"}};
  return kFormats;
}

void print_features(const Identity& identity, std::string& out) {
  out += "feature done=0\n";
  if (identity.features) {
    print_cecp_engine(*identity.features, out);
  } else {
    print_uci_engine(identity, out);
  }
  print_own_options(identity, out);
  out += "feature done=1\n";
}

}  // namespace polyglot::protocol
