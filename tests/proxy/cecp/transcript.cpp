// SPDX-License-Identifier: MIT
#include "proxy/cecp/transcript.hpp"
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <stdexcept>

namespace polyglot::proxy::testing {
namespace {

using Way = Transcript::Way;
using Who = Transcript::Who;

/// Takes `prefix` and a blank off the front of a text, if it is there.
bool take(std::string& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.erase(0, std::min(prefix.size() + 1, text.size()));
  return true;
}

std::optional<Transcript::Event> read_event(std::string line) {
  const Who who = take(line, "2.0.4") ? Who::old_only : take(line, "ours") ? Who::new_only : Who::both;
  if (take(line, "gui>")) return Transcript::Event{Way::from_gui, who, line};
  if (take(line, "gui<")) return Transcript::Event{Way::to_gui, who, line};
  if (take(line, "eng<")) return Transcript::Event{Way::from_engine, who, line};
  if (take(line, "eng>")) return Transcript::Event{Way::to_engine, who, line};
  return std::nullopt;
}

std::vector<std::string> words(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

void read_line(std::string line, Transcript& transcript) {
  if (line.empty()) return;
  if (take(line, "# differs:")) {
    transcript.topics.push_back(line);
  } else if (take(line, "#")) {
    transcript.title += (transcript.title.empty() ? "" : " ") + line;
  } else if (take(line, "arguments:")) {
    transcript.arguments = words(line);
  } else if (auto event = read_event(line)) {
    transcript.events.push_back(std::move(*event));
  } else {
    throw std::runtime_error("not understood: " + line);
  }
}

}  // namespace

Transcript read_transcript(const std::filesystem::path& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path.string());
  Transcript transcript;
  for (std::string line; std::getline(file, line);) read_line(line, transcript);
  return transcript;
}

}  // namespace polyglot::proxy::testing
