#include "tools/run_program.hpp"
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

namespace polyglot::tools::test {
namespace {

/// Files instead of pipes: nobody has to read and write at the same time.
[[noreturn]] void become(const std::string& program, const std::vector<std::string>& arguments,
                         const std::string& work, const std::string& folder) {
  ::dup2(::open((work + "/in").c_str(), O_RDONLY), STDIN_FILENO);
  ::dup2(::creat((work + "/out").c_str(), 0600), STDOUT_FILENO);
  ::dup2(::creat((work + "/err").c_str(), 0600), STDERR_FILENO);
  std::vector<char*> argv{const_cast<char*>(program.c_str())};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  const std::string absolute = std::filesystem::absolute(program);
  if (!folder.empty() && ::chdir(folder.c_str()) != 0) ::_exit(126);
  ::execv(absolute.c_str(), argv.data());
  ::_exit(127);
}

}  // namespace

Outcome run_program(const std::string& program, const std::vector<std::string>& arguments,
                    const Surroundings& surroundings) {
  const TemporaryFolder work;
  write_file(work / "in", surroundings.input);
  const pid_t child = ::fork();
  if (child == 0) become(program, arguments, work.path(), surroundings.folder);
  int status = 0;
  if (child < 0 || ::waitpid(child, &status, 0) != child) throw std::runtime_error("cannot run " + program);
  return {.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1,
          .out = read_file(work / "out"),
          .err = read_file(work / "err")};
}

Outcome polyglot(const std::vector<std::string>& arguments, const Surroundings& surroundings) {
  return run_program(POLYGLOT_PROGRAM, arguments, surroundings);
}

bool has_old_polyglot() {
  return ::access(kOldPolyglot, X_OK) == 0;
}

Outcome old_polyglot(const std::vector<std::string>& arguments, const Surroundings& surroundings) {
  return run_program(kOldPolyglot, arguments, surroundings);
}

std::string read_file(const std::string& path) {
  const std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path);
  std::ostringstream content;
  content << file.rdbuf();
  return std::move(content).str();
}

void write_file(const std::string& path, const std::string& content) {
  std::ofstream file(path, std::ios::binary);
  file << content;
  if (!file.flush()) throw std::runtime_error("cannot write " + path);
}

TemporaryFolder::TemporaryFolder() : path_(std::filesystem::temp_directory_path() / "polyglot-XXXXXX") {
  if (::mkdtemp(path_.data()) == nullptr) throw std::runtime_error("no temporary folder");
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace polyglot::tools::test
