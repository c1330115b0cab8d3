#include <algorithm>
#include <array>

#include <polyglot/config/ini_file.hpp>
#include <polyglot/config/options.hpp>
#include <polyglot/config/render.hpp>

#include "config/topics.hpp"

namespace polyglot::config {

namespace {

constexpr std::string_view kIniHead =
    R"(# Configuration of Polyglot. Copy this file to polyglot.ini and name your engine and your book.
#
# Lines that begin with ";" show options at their default values: remove the ";" to change one.
# ";" and "#" begin a comment anywhere; write \; \# for the characters themselves.
# docs/options.md and the manual page polyglot(6) describe everything.

[PolyGlot]
)";

constexpr std::string_view kEngineExample = R"(
# ---- Options of the engine itself ----
# Any option that the engine offers: its name as the GUI shows it.

[Engine]
Hash = 64
Threads = 1
)";

/// What the example sets, so that it plays a game as it is.
struct ExampleValue {
  OptionId id;
  std::string_view value;
};

constexpr std::array kExampleValues{
    ExampleValue{OptionId::engine_command, "stockfish"},
    ExampleValue{OptionId::book, "true"},
    ExampleValue{OptionId::book_file, "config/starter.bin"},
};

std::string assignment(const OptionSpec& option) {
  const auto* const set =
      std::find_if(kExampleValues.begin(), kExampleValues.end(),
                   [&option](const ExampleValue& example) { return example.id == option.id; });
  const bool is_set = set != kExampleValues.end();
  const std::string value = quote_ini(is_set ? set->value : option.default_value);
  return (is_set ? "" : ";") + std::string(option.name) + (value.empty() ? " =" : " = " + value) + "\n";
}

std::string explanation(const OptionSpec& option) {
  std::string line = "# " + std::string(option.doc);
  if (option.type == OptionType::spin) line += " (" + range_text(option) + ")";
  return line + "\n";
}

}  // namespace

std::string render_ini_example() {
  std::string text(kIniHead);
  for (const TopicText& chapter : kTopics) {
    text += "\n# ---- " + std::string(chapter.title) + " ----\n";
    if (!chapter.intro.empty()) text += "# " + std::string(chapter.intro) + "\n";
    for (const OptionSpec& option : option_specs()) {
      if (option.topic != chapter.topic) continue;
      text += "\n" + explanation(option) + assignment(option);
    }
  }
  return text + std::string(kEngineExample);
}

}  // namespace polyglot::config
