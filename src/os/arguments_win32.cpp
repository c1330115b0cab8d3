// SPDX-License-Identifier: MIT
#include <windows.h>
#include <algorithm>
#include <memory>
#include <shellapi.h>
#include <string_view>

#include <polyglot/ascii.hpp>
#include <polyglot/os/arguments.hpp>
#include <polyglot/os/text_win32.hpp>

namespace polyglot::os {

/// The arguments of main() are in the user's code page, which lacks most alphabets.
std::vector<std::string> arguments_of_main(int /*argc*/, char** /*argv*/) {
  int count = 0;
  const std::unique_ptr<LPWSTR, HLOCAL (*)(HLOCAL)> words(
      reinterpret_cast<LPWSTR*>(::CommandLineToArgvW(::GetCommandLineW(), &count)),
      [](HLOCAL memory) { return ::LocalFree(memory); });
  std::vector<std::string> arguments;
  for (int i = 1; i < count; ++i) arguments.push_back(to_utf8(words.get()[i]));
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
