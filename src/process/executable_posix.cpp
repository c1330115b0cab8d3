// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>

#include <polyglot/os/error_posix.hpp>
#include <polyglot/process/programs.hpp>

#include "process/executable_posix.hpp"

namespace polyglot::process {
namespace {

constexpr std::size_t kHeadBytes = 256;
constexpr std::string_view kDefaultPath = "/usr/local/bin:/usr/bin:/bin";
/// The folders of games, where Debian installs engines. Not every user has them in PATH.
constexpr std::string_view kGames = ":/usr/local/games:/usr/games";

/// Returns 0 if `path` is a file that we may execute, otherwise an errno.
int check_executable(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return errno;
  if (S_ISDIR(status.st_mode)) return EISDIR;
  return ::access(path.c_str(), X_OK) == 0 ? 0 : errno;
}

/// Makes a path absolute, because the engine's process changes its folder before it executes the file.
std::string absolute(const std::string& path) {
  std::error_code failure;
  const std::filesystem::path result = std::filesystem::absolute(path, failure);
  return failure ? path : result.string();
}

Result<std::string> find_in_path(std::string_view name, const os::Environment& environment) {
  const std::string path = environment("PATH").value_or(std::string(kDefaultPath)).append(kGames);
  std::optional<Error> near_miss;
  for (std::size_t at = 0; at <= path.size();) {
    const std::size_t end = std::min(path.find(':', at), path.size());
    const std::string folder = end == at ? "." : path.substr(at, end - at);
    const std::string candidate = absolute(folder + '/' + std::string(name));
    const int error = check_executable(candidate);
    if (error == 0) return {boost::system::in_place_value, candidate};
    if (error == EACCES && !near_miss) near_miss = explain_exec_failure(candidate, error);
    at = end + 1;
  }
  if (near_miss) return *near_miss;
  return Error{"there is no program of that name in PATH (" + path + ")", std::string(name)};
}

std::string head_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string head(kHeadBytes, '\0');
  file.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(file.gcount()));
  return head;
}

/// Returns the program in the `#!` line. Empty if the file has none.
std::string interpreter_of(const std::string& path) {
  const std::string head = head_of(path);
  if (!head.starts_with("#!")) return {};
  const std::size_t start = head.find_first_not_of(" \t", 2);
  const std::size_t end = head.find_first_of(" \t\n", start);
  return start == std::string::npos ? std::string() : head.substr(start, end - start);
}

}  // namespace

Result<std::string> find_executable(std::string_view command, const std::string& directory,
                                    const os::Environment& environment) {
  const std::string name(command);
  if (name.empty()) return Error{"the name of the program is empty"};
  if (name.find('/') == std::string::npos) return find_in_path(name, environment);
  if (name.front() == '/' || directory.empty()) {
    const std::string path = absolute(name);
    const int error = check_executable(path);
    if (error == 0) return {boost::system::in_place_value, path};
    return explain_exec_failure(path, error);
  }
  const std::string there = absolute(directory + '/' + name);
  const std::string here = absolute(name);
  const int error_there = check_executable(there);
  if (error_there == 0) return {boost::system::in_place_value, there};
  const int error_here = check_executable(here);
  if (error_here == 0) return {boost::system::in_place_value, here};
  Error error = explain_exec_failure(there, error_there);
  error.what += "; " + here + ": " + explain_exec_failure(here, error_here).what;
  return error;
}

Error explain_exec_failure(const std::string& path, int error) {
  std::string what = "cannot be started: " + os::system_text(error);
  if (error == ENOEXEC) what += " (built for another kind of machine or system, or damaged)";
  if (error == EACCES) what += " (not executable: chmod +x, or a folder or file system that forbids it)";
  if (error == ENOENT && ::access(path.c_str(), F_OK) == 0) {
    const std::string interpreter = interpreter_of(path);
    what += interpreter.empty() ? " (the file is there, the loader or library folder it asks for is not)"
                                : " (the file is there, its interpreter " + interpreter + " is not)";
  }
  return Error{what, path};
}

std::optional<std::string> find_program(const std::string& name) {
  auto found = find_executable(name, "");
  return found ? std::optional(*std::move(found)) : std::nullopt;
}

}  // namespace polyglot::process
