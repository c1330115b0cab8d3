// SPDX-License-Identifier: MIT
#include "tools/run_program.hpp"
#include <iterator>
#include <stdexcept>

namespace polyglot::tools::test {

Outcome run_program(const std::string& program, const std::vector<std::string>& arguments,
                    const Surroundings& surroundings) {
  return RunningProgram(program, arguments, surroundings).end();
}

Outcome polyglot(const std::vector<std::string>& arguments, const Surroundings& surroundings) {
  return run_program(program_under_test(), arguments, surroundings);
}

std::string native(const std::string& path) {
  return std::filesystem::path(path).make_preferred().string();
}

bool has_old_polyglot() {
  return std::filesystem::exists(kOldPolyglot);
}

Outcome old_polyglot(const std::vector<std::string>& arguments, const Surroundings& surroundings) {
  return run_program(kOldPolyglot, arguments, surroundings);
}

std::vector<std::string> words_of(const std::string& command) {
  std::istringstream words(command);
  return {std::istream_iterator<std::string>(words), {}};
}

}  // namespace polyglot::tools::test
