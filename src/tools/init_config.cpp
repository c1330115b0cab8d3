// SPDX-License-Identifier: MIT
#include "tools/init_config.hpp"
#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include <polyglot/ascii.hpp>
#include <polyglot/config/ini_file.hpp>
#include <polyglot/os/arguments.hpp>
#include <polyglot/os/expansion.hpp>
#include <polyglot/os/shared_files.hpp>
#include <polyglot/process/programs.hpp>

#include "tools/file_kind.hpp"

namespace polyglot::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::array kKnownEngines{"stockfish",      "lc0",       "berserk",  "obsidian", "ethereal",
                                   "ethereal-chess", "rubichess", "koivisto", "komodo",   "arasan",
                                   "crafty",         "toga2",     "fruit",    "glaurung", "hoichess",
                                   "phalanx",        "sjeng",     "gnuchess", "fairymax", "fairy-stockfish"};

constexpr std::string_view kHead = R"(# Configuration of Polyglot, written by "polyglot init".
#
# Lines that begin with ";" show options that are not set: remove the ";" to set one.
# polyglot.ini.example and "polyglot --help-options" show all options.
#
#   polyglot {0} --check-config    checks it
#   polyglot play {0}              plays a game in the terminal
# A chess GUI starts this as an engine:  polyglot {0}

[PolyGlot]

)";

/// `prefix`: the text before "Variations" in the name of the option.
std::string variation_lines(const InitAnswers& answers, std::string_view prefix) {
  if (!answers.has_variations) return {};
  return fmt::format("# The lines of its games: all (with the variations) or main.\n{}Variations = all\n",
                     prefix);
}

std::string book_lines(const InitAnswers& answers) {
  std::string text = "# Play the opening from a book.\nBook = true\n\n";
  const std::string file = config::quote_ini(answers.book);
  if (answers.book.empty())
    text +=
        "# The opening book. Without a name: book.bin beside this file, or else the starter book that comes "
        "with Polyglot.\n;BookFile = book.bin\n\n";
  else if (answers.side == "both")
    text += fmt::format("# The opening book.\nBookFile = {}\n{}\n", file, variation_lines(answers, "Book"));
  else
    text += "# The book is in the section [Book main] below, since it is for one side.\nBookFile =\n\n";
  text += fmt::format(
      "# How a book move is chosen. best: the heaviest; weighted: by weight; top: by weight among the "
      "BookTop "
      "heaviest;\n# uniform: all moves alike; explore: by learned results.\nBookMode = {}\n;BookTop = 3\n\n"
      "# Use the book for so many full moves at most.\n;BookDepth = 256\n\n",
      answers.choice);
  return text;
}

std::string learning_lines(const InitAnswers& answers) {
  const std::string_view off = answers.learns ? "" : ";";
  return fmt::format(
      "# Let the results of games change the weights of book moves, and store them in a file beside this "
      "one:\n"
      "# %b is the name of the book, %e that of the engine. UCI GUIs report no results: rules learns from "
      "games\n"
      "# that ended by the rules.\n"
      "{0}BookLearn = true\n{0}BookLearnFile = %b-%e.learn\n{0}BookLearnUci = rules\n",
      off);
}

std::string engine_section(const InitAnswers& answers) {
  std::string text = "\n# Options of the engine, by the names that it gives them.\n[Engine]\n";
  if (answers.has_hash) text += ";Hash = 64\n";
  if (answers.has_threads) text += ";Threads = 1\n";
  return text;
}

/// Adds the books of a folder, sorted by name.
void add_books(const std::string& folder, std::vector<std::string>& books) {
  std::error_code error;
  std::vector<std::string> found;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const std::string ending = lower_case(entry.path().extension().string());
    if (ending != ".bin" && ending != ".abk" && ending != ".ctg") continue;
    std::error_code unreadable;
    if (!entry.is_regular_file(unreadable) || entry.file_size(unreadable) == 0) continue;
    std::string path = entry.path().lexically_normal().string();
    if (ending != ".bin" || kind_of_file(path) == FileKind::book) found.push_back(std::move(path));
  }
  std::ranges::sort(found);
  books.insert(books.end(), found.begin(), found.end());
}

}  // namespace

std::string configuration_text(const InitAnswers& answers, const std::string& name) {
  std::string text = fmt::format(fmt::runtime(kHead), os::shell_word(name));
  text += fmt::format("# The engine that plays where the book ends: {}.\nEngineCommand = {}\n\n",
                      config::quote_ini(answers.engine_name), config::quote_ini(answers.engine));
  text += fmt::format(
      "# Its protocol: uci or cecp (XBoard's); auto asks the engine at each start.\n"
      "EngineProtocol = {}\n\n",
      answers.protocol);
  text +=
      "# Start the engine again if it crashes or hangs: off, game (during a game) or always.\n"
      ";EngineRestart = game\n\n";
  text += book_lines(answers) + learning_lines(answers) +
          "\n# Write a log.\n;Log = true\n;LogFile = polyglot.log\n";
  if (!answers.book.empty() && answers.side != "both")
    text += fmt::format(
        "\n[Book main]\n# The book, and the side that plays from it.\nFile = {}\nColour = {}\nMode = {}\n{}",
        config::quote_ini(answers.book), answers.side, answers.choice, variation_lines(answers, ""));
  return text + engine_section(answers);
}

std::vector<std::string> installed_engines() {
  std::vector<std::string> found;
  for (const char* const name : kKnownEngines)
    if (process::find_program(name)) found.emplace_back(name);
  return found;
}

std::vector<std::string> installed_books() {
  std::vector<std::string> books;
  for (const std::string& folder :
       {std::string("."), std::string("books"), os::expand_home("~/books"),
        os::packaged_file_place("scid/books"), os::packaged_file_place("games/gnuchess")})
    add_books(folder, books);
  return books;
}

}  // namespace polyglot::tools
