// SPDX-License-Identifier: MIT
#include "tools/run_program.hpp"

namespace polyglot::tools::test {

Arguments operator+(Arguments first, const Arguments& then) {
  first.insert(first.end(), then.begin(), then.end());
  return first;
}

void PrintTo(const Outcome& outcome, std::ostream* stream) {
  *stream << "exit code " << outcome.exit_code << ", out: " << outcome.out << "\nerr: " << outcome.err;
}

testing::Matcher<const Outcome&> Succeeds(const OutputMatcher& out, const OutputMatcher& err) {
  return Fails(0, err, out);
}

testing::Matcher<const Outcome&> Fails(int exit_code, const OutputMatcher& err, const OutputMatcher& out) {
  return AllOf(testing::Field("exit_code", &Outcome::exit_code, exit_code),
               testing::Field("out", &Outcome::out, out), testing::Field("err", &Outcome::err, err));
}

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
