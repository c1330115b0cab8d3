// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/config/command_line.hpp>
#include <polyglot/config/options.hpp>
#include <polyglot/config/syntax.hpp>

namespace polyglot::config {

/// An option of the proxy's command line. One table feeds the parser, the help and the documents.
struct ProxySwitch {
  Switch option;
  bool exits = false;          ///< it requests another action instead of running
  std::string_view sets = {};  ///< the option of Polyglot it sets; empty if it does something else
};

/// Returns the whole table. The actions store values in `line`, which must outlive them.
[[nodiscard]] std::vector<ProxySwitch> proxy_switches(CommandLine& line);

/// A chapter of the documents, with the options of its topic.
struct Chapter {
  Topic topic;
  std::string_view title;
  std::string_view intro;  ///< empty if the title is enough
};

inline constexpr std::array kChapters{
    Chapter{Topic::engine, "The engine", ""},
    Chapter{Topic::book, "The opening book", ""},
    Chapter{Topic::log, "The log file", ""},
    Chapter{Topic::settings, "Settings of each engine", ""},
    Chapter{Topic::xboard, "XBoard GUIs only",
            "These options have no effect with a UCI GUI, which decides these matters itself."},
};

/// Returns all chapters: for each one `begin` of it, then `describe` of each of its options.
template <class Begin, class Describe>
[[nodiscard]] std::string all_chapters(Begin begin, Describe describe) {
  std::string text;
  for (const Chapter& chapter : kChapters) {
    text += begin(chapter);
    for (const OptionSpec& option : option_specs())
      if (option.topic == chapter.topic) text += describe(option);
  }
  return text;
}

/// `-o, `; empty for an option without a letter.
[[nodiscard]] std::string letter_form(const Switch& option);
/// `--out FILE`.
[[nodiscard]] std::string long_form(const Switch& option);
/// The values an option takes: "0 to 256", "true, false", "text" …
[[nodiscard]] std::string range_text(const ValueSpec& value);

/// The documents as they were when the program was built.
[[nodiscard]] std::string_view example_file() noexcept;
[[nodiscard]] std::string_view options_page() noexcept;
[[nodiscard]] std::string_view manual_page() noexcept;

}  // namespace polyglot::config
