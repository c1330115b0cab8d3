// SPDX-License-Identifier: MIT
#include <windows.h>
#include <algorithm>
#include <iterator>
#include <memory>
#include <shellapi.h>
#include <string_view>

#include <boost/nowide/convert.hpp>

#include <polyglot/ascii.hpp>
#include <polyglot/os/arguments.hpp>
#include <polyglot/os/descriptor.hpp>

namespace polyglot::os {
namespace {

/// Returns the files that fit a pattern, such as games\*.pgn, in the order of their names.
std::vector<std::string> files_of(const std::string& pattern) {
  const std::string folder = pattern.substr(0, pattern.find_last_of("\\/:") + 1);
  // The system compares 8.3 names as well: its *.pgn is also games.pgn2.
  const std::string end = lower_case(pattern.substr(pattern.find_last_of("*?") + 1));
  std::vector<std::string> files;
  WIN32_FIND_DATAW found{};
  const HANDLE search = ::FindFirstFileW(native_path(pattern).c_str(), &found);
  if (search == INVALID_HANDLE_VALUE) return files;
  do {
    const std::string name = boost::nowide::narrow(found.cFileName);
    const bool is_file = (found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) == 0;
    if (is_file && lower_case(name).ends_with(end)) files.push_back(folder + name);
  } while (::FindNextFileW(search, &found) != 0);
  ::FindClose(search);
  std::ranges::sort(files);
  return files;
}

/// Returns true if a word may stand for files. Some options take a mere "*": edit-book --delete "*".
bool is_pattern(std::wstring_view word) {
  return word.find_first_of(L"*?") != word.npos && word.find_first_of(L".\\/") != word.npos;
}

}  // namespace

/// The arguments of main() are in the user's code page, which lacks most alphabets. Shells of Windows do not
/// expand wildcards. We do so, unless the word is in quotes or no file fits.
std::vector<std::string> arguments_of_main(int /*argc*/, char** /*argv*/) {
  int count = 0;
  const std::unique_ptr<LPWSTR, HLOCAL (*)(HLOCAL)> words(
      reinterpret_cast<LPWSTR*>(::CommandLineToArgvW(::GetCommandLineW(), &count)),
      [](HLOCAL memory) { return ::LocalFree(memory); });
  std::vector<std::string> arguments;
  const std::wstring_view line = ::GetCommandLineW();
  for (int i = 1; i < count; ++i) {
    const std::wstring word = words.get()[i];
    const bool expands = is_pattern(word) && line.find(L'"' + word) == std::wstring_view::npos;
    std::vector<std::string> files =
        expands ? files_of(boost::nowide::narrow(word)) : std::vector<std::string>();
    if (files.empty()) files.push_back(boost::nowide::narrow(word));
    std::ranges::move(files, std::back_inserter(arguments));
  }
  return arguments;
}

/// A path on Windows cannot contain a quote.
std::string shell_word(const std::string& word) {
  const auto is_plain = [](char c) {
    return is_letter(c) || is_digit(c) || std::string_view("_-./\\+:@").find(c) != std::string_view::npos;
  };
  return !word.empty() && std::ranges::all_of(word, is_plain) ? word : '"' + word + '"';
}

}  // namespace polyglot::os
