#pragma once

#include <array>
#include <string>
#include <string_view>

#include <polyglot/config/options.hpp>

namespace polyglot::config {

/// A chapter of the generated documentation.
struct TopicText {
  Topic topic;
  std::string_view title;
  std::string_view intro;  ///< empty if the title says it all
};

inline constexpr std::array kTopics{
    TopicText{Topic::engine, "The engine", ""},
    TopicText{Topic::book, "The opening book", ""},
    TopicText{Topic::log, "The log file", ""},
    TopicText{Topic::settings, "Settings of each engine", ""},
    TopicText{Topic::xboard, "XBoard GUIs only",
              "They have no effect with a GUI that speaks UCI, which decides these matters itself."},
};

/// The values an option takes: "0 to 256", "true, false", "text" …
[[nodiscard]] std::string range_text(const OptionSpec& option);

}  // namespace polyglot::config
