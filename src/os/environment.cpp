// SPDX-License-Identifier: MIT
// Boost.Nowide has the arguments of Windows, but does not expand wildcards. Its getenv(), and the environment
// of Boost.Process, are not in their headers alone. No library knows the folders of a user.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <span>
#include <system_error>

#include <boost/dll/runtime_symbol_info.hpp>
#include <boost/nowide/args.hpp>
#include <boost/nowide/convert.hpp>

#include <polyglot/os/environment.hpp>

#if defined(_WIN32)
#include <windows.h>
#include <shlwapi.h>
#else
#include <unistd.h>
#endif

namespace polyglot::os {
namespace fs = std::filesystem;

// ---- What each system answers in its own way ------------------------------------------------------------

#if defined(_WIN32)
namespace {

/// Returns true if a word may stand for files. Some options take a mere "*": edit-book --delete "*".
bool is_pattern(const std::string& word) {
  return word.find_first_of("*?") != word.npos && word.find_first_of(".\\/") != word.npos;
}

/// Returns the files that fit a pattern, such as games\*.pgn, in the order of their names.
std::vector<std::string> files_of(const std::string& pattern) {
  const std::string folder = pattern.substr(0, pattern.find_last_of("\\/:") + 1);
  const std::wstring names = boost::nowide::widen(pattern.substr(folder.size()));
  std::vector<std::string> files;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder.empty() ? "." : folder, error)) {
    const fs::path name = entry.path().filename();
    if (!entry.is_directory(error) && ::PathMatchSpecW(name.c_str(), names.c_str()) != 0)
      files.push_back(folder + name.string());
  }
  std::ranges::sort(files);
  return files;
}

}  // namespace

std::vector<std::string> arguments_of_main(int argc, char** argv) {
  const boost::nowide::args in_utf8(argc, argv);
  const std::string line = boost::nowide::narrow(::GetCommandLineW());
  std::vector<std::string> arguments;
  for (const std::string word : std::span(argv, static_cast<std::size_t>(argc)).subspan(1)) {
    const bool expands = is_pattern(word) && line.find('"' + word) == line.npos;
    const std::vector<std::string> files = expands ? files_of(word) : std::vector<std::string>();
    arguments.insert(arguments.end(), files.begin(), files.end());
    if (files.empty()) arguments.push_back(word);
  }
  return arguments;
}

Environment own_environment() {
  return [](const std::string& name) -> std::optional<std::string> {
    const wchar_t* const value = ::_wgetenv(boost::nowide::widen(name).c_str());
    return value == nullptr ? std::nullopt : std::optional(boost::nowide::narrow(value));
  };
}

std::string own_process_id() {
  return std::to_string(::GetCurrentProcessId());
}

std::string state_file(std::string_view name, const Environment& environment) {
  const fs::path state = environment("LOCALAPPDATA").value_or("");
  return state.is_absolute() ? (state / "polyglot" / name).string() : std::string();
}

bool is_private(const std::string& /*path*/) {
  return true;
}

std::string packaged_file_place(std::string_view name) {
  return own_environment()("ProgramFiles").value_or("C:\\Program Files").append("\\").append(name);
}

#else

std::vector<std::string> arguments_of_main(int argc, char** argv) {
  return {argv + 1, argv + argc};
}

Environment own_environment() {
  return [](const std::string& name) -> std::optional<std::string> {
    const char* const value = std::getenv(name.c_str());
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
  };
}

std::string own_process_id() {
  return std::to_string(::getpid());
}

std::string state_file(std::string_view name, const Environment& environment) {
  fs::path state = environment("XDG_STATE_HOME").value_or("");
  if (!state.is_absolute()) state = fs::path(home_folder(environment).value_or("")) / ".local/state";
  return state.is_absolute() ? (state / "polyglot" / name).string() : std::string();
}

bool is_private(const std::string& path) {
  std::error_code error;
  const fs::perms permissions = fs::status(path, error).permissions();
  return !error && (permissions & (fs::perms::group_all | fs::perms::others_all)) == fs::perms::none;
}

std::string packaged_file_place(std::string_view name) {
  return std::string("/usr/share/").append(name);
}

#endif

// ---- The same on all systems ----------------------------------------------------------------------------

std::optional<std::string> home_folder(const Environment& environment) {
  return environment(kBackslashSeparates ? "USERPROFILE" : "HOME");
}

std::string temporary_folder() {
  const fs::path runtime = own_environment()("XDG_RUNTIME_DIR").value_or("");
  std::error_code missing;
  const bool is_there = runtime.is_absolute() && fs::is_directory(runtime, missing);
  return (is_there ? runtime : fs::temp_directory_path(missing)).string();
}

std::string own_program() {
  std::error_code error;
  const fs::path program = boost::dll::program_location(error);
  return error ? std::string() : program.string();
}

std::vector<std::string> shared_file_places(std::string_view name) {
  const fs::path program = own_program();
  std::vector<std::string> places;
  if (program.empty()) return places;
  // A program that is not installed runs in build/PRESET, two folders below the sources. On Windows it may be
  // in the folder where it was unpacked or installed, or in bin/ of a prefix.
  for (const char* const folder : {POLYGLOT_SHARE_FOLDERS, "../../config"})
    places.push_back((program.parent_path() / folder / name).lexically_normal().string());
  return places;
}

}  // namespace polyglot::os
