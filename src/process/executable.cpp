// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>

#include <boost/algorithm/string/join.hpp>

#include <polyglot/os/environment.hpp>
#include <polyglot/os/error.hpp>
#include <polyglot/process/engine_connection.hpp>

#include "process/program_start.hpp"
#if defined(_WIN32)
#include <windows.h>

#include <boost/algorithm/string/predicate.hpp>
#include <boost/nowide/convert.hpp>
#else
#include <unistd.h>
#endif

namespace polyglot::process {

namespace fs = std::filesystem;

#if defined(_WIN32)

namespace {

constexpr char kListSeparator = ';';
constexpr std::string_view kDefaultPath;
constexpr std::string_view kGames;
constexpr bool kSearchesOurFoldersFirst = true;
constexpr std::array<std::string_view, 5> kExtensions = {".exe", ".com", ".bat", ".cmd", ""};

bool can_be_executed(const std::string& /*path*/) {
  return true;
}

/// Adds a word for CommandLineToArgvW() and the C library: a backslash escapes only before a quote.
void add_word(std::wstring& line, std::wstring_view word) {
  if (!line.empty()) line += L' ';
  if (!word.empty() && word.find_first_of(L" \t\n\v\"") == std::wstring_view::npos) {
    line += word;
    return;
  }
  line += L'"';
  std::size_t backslashes = 0;
  for (const wchar_t c : word) {
    if (c == L'"') line.append(backslashes + 1, L'\\');
    backslashes = c == L'\\' ? backslashes + 1 : 0;
    line += c;
  }
  line.append(backslashes, L'\\') += L'"';
}

bool is_batch_file(const std::string& path) {
  return boost::iends_with(path, ".bat") || boost::iends_with(path, ".cmd");
}

/// Makes a command line for cmd.exe. In its quotes, only quotes and percent signs are special.
Result<std::wstring> make_batch_command_line(const std::string& executable,
                                             const std::vector<std::string>& argv) {
  if (executable.find('%') != std::string::npos)
    return Error{"cannot be started: a batch file must not have % in its path, rename the file or its folder",
                 executable};
  std::wstring words = L"\"" + boost::nowide::widen(executable) + L"\"";
  for (std::size_t i = 1; i < argv.size(); ++i) {
    if (argv[i].find_first_of("\"%\r\n") != std::string::npos || argv[i].ends_with('\\'))
      return Error{"cannot be given to a batch file: write it into the file", argv[i]};
    words += L" \"" + boost::nowide::widen(argv[i]) + L"\"";
  }
  return {boost::system::in_place_value, L"cmd.exe /d /e:on /v:off /s /c \"" + words + L"\""};
}

}  // namespace

std::wstring program_of(const std::string& executable) {
  if (!is_batch_file(executable)) return boost::nowide::widen(executable);
  std::wstring folder(MAX_PATH, L'\0');
  folder.resize(::GetSystemDirectoryW(folder.data(), MAX_PATH));
  return folder + L"\\cmd.exe";
}

Result<std::wstring> make_command_line(const std::string& executable, const std::vector<std::string>& argv) {
  if (is_batch_file(executable)) return make_batch_command_line(executable, argv);
  std::wstring line;
  add_word(line, boost::nowide::widen(executable));
  for (std::size_t i = 1; i < argv.size(); ++i) add_word(line, boost::nowide::widen(argv[i]));
  return {boost::system::in_place_value, std::move(line)};
}

Error explain_start_failure(const std::string& path, const std::error_code& error) {
  // The system's text has a place for the name of the program, which nobody fills in.
  const bool is_alien = error == std::error_code(ERROR_BAD_EXE_FORMAT, std::system_category()) ||
                        error == std::error_code(ERROR_EXE_MACHINE_TYPE_MISMATCH, std::system_category());
  return Error{
      "cannot be started: " + (is_alien ? "it is no program for this machine (built for another kind "
                                          "of machine or system, or damaged)"
                                        : os::system_text(error)),
      path};
}

#else

namespace {

constexpr char kListSeparator = ':';
constexpr std::string_view kDefaultPath = "/usr/local/bin:/usr/bin:/bin";
/// The folders of games, where Debian installs engines. Not every user has them in PATH.
constexpr std::string_view kGames = ":/usr/local/games:/usr/games";
constexpr bool kSearchesOurFoldersFirst = false;
constexpr std::array<std::string_view, 1> kExtensions = {""};

bool can_be_executed(const std::string& path) {
  return ::access(path.c_str(), X_OK) == 0;
}

std::string head_of(const std::string& path) {
  constexpr std::size_t kHeadBytes = 256;
  std::ifstream file(path, std::ios::binary);
  std::string head(kHeadBytes, '\0');
  file.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(file.gcount()));
  return head;
}

}  // namespace

bool is_bare_script(const std::string& path) {
  const std::string head = head_of(path);
  return !head.empty() && !head.starts_with("#!") && head.find('\0') == std::string::npos;
}

Error explain_exec_failure(const std::string& path, int error) {
  std::error_code unknown;
  if (fs::is_directory(path, unknown)) error = EISDIR;
  std::string what = "cannot be started: " + os::system_text(error);
  if (error == ENOEXEC) what += " (built for another kind of machine or system, or damaged)";
  if (error == EACCES) what += " (not executable: chmod +x, or a folder or file system that forbids it)";
  if (error == ENOENT && ::access(path.c_str(), F_OK) == 0) {
    const std::string head = head_of(path);
    what += head.starts_with("#!")
                ? " (the file is there, its interpreter " + head.substr(2, head.find('\n') - 2) + " is not)"
                : " (the file is there, the loader or library folder it asks for is not)";
  }
  return Error{what, path};
}

#endif

/// A name with a folder need not be executable: the start explains that.
Result<std::string> find_executable(std::string_view command, const std::string& directory,
                                    const os::Environment& environment) {
  const fs::path name = std::string(command);
  if (name.empty()) return Error{"the name of the program is empty"};
  const bool is_bare = !name.has_parent_path();
  std::vector<fs::path> folders;
  if (!directory.empty()) folders.emplace_back(directory);
  folders.emplace_back();
  if (is_bare && !kSearchesOurFoldersFirst) folders.clear();
  const std::string path = environment("PATH").value_or(std::string(kDefaultPath)).append(kGames);
  for (std::size_t at = 0; is_bare && at <= path.size();) {
    const std::size_t end = std::min(path.find(kListSeparator, at), path.size());
    folders.emplace_back(path.substr(at, end - at));  // an empty one is our own
    at = end + 1;
  }
  std::error_code unknown;
  std::vector<std::string> tried;
  for (const fs::path& folder : folders) {
    // Absolute, because the engine's process changes its folder before it executes the file.
    const std::string place = fs::absolute(folder / name, unknown).make_preferred().string();
    if (std::ranges::find(tried, place) == tried.end()) tried.push_back(place);
    for (const std::string_view extension : kExtensions) {
      std::string file = place + std::string(extension);
      const bool fits =
          is_bare ? fs::is_regular_file(file, unknown) && can_be_executed(file) : fs::exists(file, unknown);
      if (fits) return {boost::system::in_place_value, std::move(file)};
    }
  }
  if (is_bare) return Error{"there is no program of that name in the folders of PATH", name.string()};
  return Error{"cannot be started: there is no such file", boost::algorithm::join(tried, ", nor ")};
}

std::optional<std::string> find_program(const std::string& name) {
  auto found = find_executable(name, "");
  return found ? std::optional(*std::move(found)) : std::nullopt;
}

}  // namespace polyglot::process
