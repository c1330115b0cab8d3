// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <optional>

#include <polyglot/ascii.hpp>
#include <polyglot/os/descriptor.hpp>
#include <polyglot/os/environment.hpp>
#include <polyglot/os/error.hpp>
#include <polyglot/process/engine_connection.hpp>

#include "process/executable.hpp"
#if defined(_WIN32)
#include <windows.h>

#include <boost/nowide/convert.hpp>
#else
#include <sys/stat.h>
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
constexpr std::array<std::string_view, 4> kExtensions = {".exe", ".com", ".bat", ".cmd"};

bool is_file(const std::string& path) {
  const DWORD attributes = ::GetFileAttributesW(os::native_path(path).c_str());
  return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY) == 0;
}

/// Finds the file of this name in a folder. The name may lack one of kExtensions.
std::optional<std::string> find_in(const fs::path& folder, const fs::path& name) {
  std::error_code failure;
  const fs::path place = fs::absolute(folder / name, failure).make_preferred();
  if (place.has_extension() && is_file(place.string())) return place.string();
  for (const std::string_view extension : kExtensions)
    if (std::string with = place.string().append(extension); is_file(with)) return with;
  return std::nullopt;
}

/// Explains why none of `folders` has the program. `path`: the list of folders for a name without a folder.
Error explain_missing(const fs::path& name, const std::vector<fs::path>& folders,
                      const std::string& directory, const std::string& path) {
  if (!name.has_parent_path())
    return Error{"there is no program of that name in " + (directory.empty() ? "" : directory + ", ") +
                     "the current folder and PATH (" + path + ")",
                 name.string()};
  std::error_code unknown;
  std::string places = fs::absolute(folders.front() / name, unknown).make_preferred().string();
  if (folders.size() > 1 && !name.is_absolute())
    places += ", nor " + fs::absolute(name, unknown).make_preferred().string();
  return Error{"cannot be started: there is no such file", places};
}

std::string lower_extension(const std::string& path) {
  std::string extension = fs::path(path).extension().string();
  for (char& c : extension) c = to_lower(c);
  return extension;
}

bool is_batch_file(const std::string& path) {
  const std::string extension = lower_extension(path);
  return extension == ".bat" || extension == ".cmd";
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

Result<std::wstring> make_command_line(const std::string& executable, const std::vector<std::string>& argv) {
  if (is_batch_file(executable)) return make_batch_command_line(executable, argv);
  std::wstring line;
  for (const std::string& word : argv) add_word(line, boost::nowide::widen(word));
  return {boost::system::in_place_value, std::move(line)};
}

std::wstring program_of(const std::string& executable) {
  if (!is_batch_file(executable)) return os::native_path(executable);
  std::wstring folder(MAX_PATH, L'\0');
  folder.resize(::GetSystemDirectoryW(folder.data(), MAX_PATH));
  return folder + L"\\cmd.exe";
}

Error explain_start_failure(const std::string& path, const std::error_code& error) {
  std::string what = "cannot be started: " + os::system_text(error);
  constexpr int kElevationRequired = 740;  // not every SDK has ERROR_ELEVATION_REQUIRED
  const bool is_of_windows = error.category() == std::system_category();
  if (is_of_windows &&
      (error.value() == ERROR_BAD_EXE_FORMAT || error.value() == ERROR_EXE_MACHINE_TYPE_MISMATCH))
    what =
        "cannot be started: it is no program for this machine "
        "(built for another kind of machine or system, or damaged)";
  if (is_of_windows && error.value() == kElevationRequired)
    what = "cannot be started: it asks for the rights of an administrator";
  return Error{what, path};
}
#else

namespace {

constexpr std::size_t kHeadBytes = 256;
constexpr char kListSeparator = ':';
constexpr std::string_view kDefaultPath = "/usr/local/bin:/usr/bin:/bin";
/// The folders of games, where Debian installs engines. Not every user has them in PATH.
constexpr std::string_view kGames = ":/usr/local/games:/usr/games";
constexpr bool kSearchesOurFoldersFirst = false;

/// Returns 0 if `path` is a file that we may execute, otherwise an errno.
int check_executable(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return errno;
  if (S_ISDIR(status.st_mode)) return EISDIR;
  return ::access(path.c_str(), X_OK) == 0 ? 0 : errno;
}

/// Returns the absolute path, because the engine's process changes its folder before it executes the file.
std::string place_in(const fs::path& folder, const fs::path& name) {
  std::error_code failure;
  const fs::path place = fs::absolute(folder / name, failure);
  return failure ? (folder / name).string() : place.string();
}

std::optional<std::string> find_in(const fs::path& folder, const fs::path& name) {
  std::string place = place_in(folder, name);
  return check_executable(place) == 0 ? std::optional(std::move(place)) : std::nullopt;
}

std::string head_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string head(kHeadBytes, '\0');
  file.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(file.gcount()));
  return head;
}

/// Explains why none of `folders` has the program. `path`: the list of folders for a name without a folder.
Error explain_missing(const fs::path& name, const std::vector<fs::path>& folders,
                      const std::string& /*directory*/, const std::string& path) {
  const bool is_bare = !name.has_parent_path();
  std::optional<Error> found;
  for (const fs::path& folder : folders) {
    const std::string place = place_in(folder, name);
    const int reason = check_executable(place);
    if (is_bare && reason != EACCES) continue;
    const Error error = explain_exec_failure(place, reason);
    if (!found)
      found = error;
    else if (!is_bare && found->where != place)
      found->what += "; " + place + ": " + error.what;
  }
  if (found) return *found;
  return Error{"there is no program of that name in PATH (" + path + ")", name.string()};
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

bool is_bare_script(const std::string& path) {
  const std::string head = head_of(path);
  return !head.empty() && !head.starts_with("#!") && head.find('\0') == std::string::npos;
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
#endif

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
  for (const fs::path& folder : folders)
    if (auto found = find_in(folder, name)) return {boost::system::in_place_value, *std::move(found)};
  return explain_missing(name, folders, directory, path);
}

std::optional<std::string> find_program(const std::string& name) {
  auto found = find_executable(name, "");
  return found ? std::optional(*std::move(found)) : std::nullopt;
}

}  // namespace polyglot::process
