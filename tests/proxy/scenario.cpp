// SPDX-License-Identifier: MIT
#include "proxy/scenario.hpp"
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

namespace polyglot::proxy::testing {
namespace {

std::vector<std::string> words(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

void read_line(const std::string& line, Scenario& scenario) {
  using Kind = Scenario::Step::Kind;
  const auto rest_after = [&line](std::string_view prefix) {
    return line.size() > prefix.size() ? line.substr(prefix.size() + 1) : std::string();
  };
  if (line.starts_with("#")) {
    scenario.title += rest_after("#");
  } else if (line.starts_with("arguments:")) {
    scenario.arguments = words(rest_after("arguments:"));
  } else if (line.starts_with("engine:")) {
    scenario.engine_flags = rest_after("engine:");
  } else if (line.starts_with("program:")) {
    scenario.program = rest_after("program:");
  } else if (line.starts_with("gui>")) {
    scenario.steps.push_back({Kind::send, rest_after("gui>")});
  } else if (line.starts_with("wait")) {
    scenario.steps.push_back({Kind::wait, rest_after("wait")});
  } else if (line == "leave") {
    scenario.steps.push_back({Kind::leave});
  } else {
    throw std::runtime_error("not understood: " + line);
  }
}

}  // namespace

Scenario read_scenario(const std::filesystem::path& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path.string());
  Scenario scenario;
  for (std::string line; std::getline(file, line);) read_line(line, scenario);
  return scenario;
}

}  // namespace polyglot::proxy::testing
