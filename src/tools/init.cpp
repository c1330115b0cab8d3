// SPDX-License-Identifier: MIT
#include <polyglot/ascii.hpp>
#include <polyglot/book/book_source.hpp>
#include <polyglot/config/command_line.hpp>
#include <polyglot/config/configuration.hpp>
#include <polyglot/config/expansion.hpp>
#include <polyglot/config/ini_file.hpp>
#include <polyglot/os/environment.hpp>
#include <polyglot/os/streams.hpp>
#include <polyglot/process/engine_connection.hpp>
#include <polyglot/proxy/engine_client.hpp>
#include <polyglot/proxy/headless_session.hpp>
#include <polyglot/proxy/open_book.hpp>
#include <polyglot/proxy/proxy.hpp>

#include "tools/option_values.hpp"
#include "tools/output.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {
namespace init_tool {
namespace {

struct InitAnswers {
  std::string engine;               ///< a command, see EngineCommand
  std::string protocol;             ///< a value of EngineProtocol
  std::string engine_name;          ///< the engine's name for itself; for a comment
  bool has_hash = false;            ///< the engine has the option Hash
  bool has_threads = false;         ///< the engine has the option Threads
  std::string book;                 ///< a file; empty: the starter book
  bool has_variations = false;      ///< the book is a list of games with variations
  std::string side = "both";        ///< a value of Colour
  std::string choice = "weighted";  ///< a value of BookMode
  bool learns = false;
};

namespace fs = std::filesystem;

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

/// The text of a configuration with comments, for a file of this name.
std::string configuration_text(const InitAnswers& answers, const std::string& name) {
  std::string text = fmt::format(fmt::runtime(kHead), config::shell_word(name));
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

constexpr std::string_view kStarter = "the starter book that comes with Polyglot";

/// The user's books, the starter book, and the books of other packages. The first is the default.
Strings books_to_choose() {
  constexpr std::size_t kMostOwn = 9;
  Strings books;
  for (const std::string& folder : {std::string("."), std::string("books"), config::expand_home("~/books"),
                                    config::expand_home("~/Downloads"), config::expand_home("~/Documents")})
    add_books(folder, books);
  books.resize(std::min(books.size(), kMostOwn));
  books.emplace_back(kStarter);
  for (const char* const package : {"scid/books", "games/gnuchess"})
    add_books(os::packaged_file_place(package), books);
  return books;
}

/// Asks the user if the input is a terminal.
class Dialogue {
 public:
  explicit Dialogue(bool asks) : asks_(asks) {}

  [[nodiscard]] bool asks() const noexcept { return asks_; }

  /// The answer, or `standard` for an empty line, or if there is no user.
  [[nodiscard]] std::string ask(std::string_view question, const std::string& standard) {
    if (!asks_) return standard;
    (void)os::write_output(fmt::format("{} [{}] ", question, visible_line(standard)));
    const auto line = os::read_input_line();
    if (!line) asks_ = false;
    const std::string_view answer =
        line ? trim(*line, " \t\r") : std::string_view();  // the console of Windows ends lines with \r\n
    return answer.empty() ? standard : std::string(answer);
  }
  /// Asks until the answer is one of some words. The answer "?" shows the explanation.
  [[nodiscard]] std::string ask_one_of(std::string_view question, std::span<const std::string_view> words,
                                       const std::string& standard, std::string_view explanation) {
    for (;;) {
      std::string answer = lower_case(ask(question, standard));
      if (std::ranges::find(words, answer) != words.end()) return answer;
      (void)os::write_output(answer == "?" ? std::string(explanation)
                                           : fmt::format("Please answer {}, or ? for an explanation.\n",
                                                         alternatives({words.begin(), words.end()})));
    }
  }
  [[nodiscard]] bool ask_yes(std::string_view question, bool standard, std::string_view explanation) {
    constexpr std::array<std::string_view, 4> kWords{"yes", "no", "y", "n"};
    return ask_one_of(question, kWords, standard ? "yes" : "no", explanation).starts_with('y');
  }
  /// Asks for one of a list by its number; returns any other answer unchanged.
  [[nodiscard]] std::string ask_from(std::string_view question, const Strings& list) {
    std::string shown;
    for (std::size_t i = 0; i < list.size(); ++i)
      shown += fmt::format("  {}  {}\n", i + 1, visible_line(list[i]));
    if (asks_) (void)os::write_output(shown);
    std::string answer = ask(question, list.empty() ? "none" : "1");
    const auto number = parse_number<std::size_t>(answer);
    if (number && *number >= 1 && *number <= list.size()) return list[*number - 1];
    return answer;
  }

 private:
  bool asks_;
};

/// Starts the engine for its handshake, and records its name and options. Error: why it does not work.
void try_engine(InitAnswers& answers) {
  config::CommandLine command_line;
  command_line.no_ini = true;
  command_line.assignments = {
      {.target = config::Assignment::Target::polyglot, .name = "EngineCommand", .value = answers.engine}};
  auto configuration = config::load(command_line).value();
  proxy::HeadlessSession engine(proxy::make_setup(configuration, command_line));
  if (const auto started = engine.start(); !started)
    throw Failure(
        started.error().to_string() + "; name the command of an engine that speaks UCI or XBoard's protocol",
        "engine " + answers.engine);
  answers.protocol = engine.session().engine_dialect()->option;
  answers.engine_name = visible_line(engine.engine_name().empty() ? answers.engine : engine.engine_name());
  answers.has_hash = engine.engine_options().find("Hash") != nullptr;
  answers.has_threads = engine.engine_options().find("Threads") != nullptr;
  engine.quit();
}

/// Error: the book cannot be read, or has no moves.
void try_book(InitAnswers& answers) {
  const std::string& path = answers.book;
  auto book = book::open_book(path, std::nullopt, {.variations = false}).value();
  answers.has_variations = book->variations_left_out() > 0;
  if (book->size() > 0) {
    const bool has_mark = book::traits_of(book->format()).records != book::BookRecords::by_position;
    if (!has_mark && kind_of_file(path) != FileKind::book) throw Failure("is no opening book", path);
    return;
  }
  throw Failure(book->take_trouble().value_or(Error{"has no moves", path}));
}

/// Uses the starter book. The configuration names it only if there is a book.bin, or if books are for one
/// side. Error: it is not installed.
void use_starter(InitAnswers& answers) {
  answers.book.clear();
  const auto starter = proxy::find_starter_book();
  std::error_code none;
  if (!starter) throw Failure("no book is found; name one: polyglot init --book FILE");
  if (answers.side != "both" || fs::exists("book.bin", none)) answers.book = starter->string();
}

/// Asks until the answer works. `ask` asks, and returns the function that tries the answer.
template <class Ask>
void ask_until(const Command& command, Dialogue& dialogue, Ask ask) {
  for (;;) {
    const auto attempt = ask();
    const bool was_asked = dialogue.asks();
    const auto tried = result_of(attempt);
    if (tried || !was_asked) return tried.value();
    command.tell(tried.error().to_string());
  }
}

void choose_engine(const Command& command, Dialogue& dialogue, InitAnswers& answers) {
  if (command.has("engine") && answers.engine.empty())
    throw Failure("needs the command of an engine", "--engine");
  if (command.has("engine")) return try_engine(answers);
  const Strings found = proxy::installed_engines();
  if (found.empty() && !dialogue.asks())
    throw Failure("no engine is found in PATH; name one: polyglot init --engine COMMAND");
  ask_until(command, dialogue, [&] {
    answers.engine = dialogue.ask_from("Which engine (a number, or a command)?", found);
    return [&] { try_engine(answers); };
  });
}

void choose_book(const Command& command, Dialogue& dialogue, InitAnswers& answers) {
  if (command.has("book")) return try_book(answers);
  const Strings found = books_to_choose();
  ask_until(command, dialogue, [&] {
    answers.book = dialogue.ask_from("Which book (a number, or a file)?", found);
    return [&] { answers.book == kStarter ? use_starter(answers) : try_book(answers); };
  });
}

constexpr std::array<std::string_view, 3> kSides{"both", "white", "black"};
constexpr std::array<std::string_view, 5> kChoices{"weighted", "best", "top", "uniform", "explore"};

constexpr std::string_view kExplainedChoices =
    "  weighted  at random, a move with twice the weight twice as often\n"
    "  best      always the move with the greatest weight\n"
    "  top       at random by weight, among the three greatest weights\n"
    "  uniform   at random, all moves alike\n"
    "  explore   tries the moves of the book, and prefers those that won; it needs learning\n";

/// Asks for everything that the options do not set.
void complete(const Command& command, Dialogue& dialogue, InitAnswers& answers) {
  choose_engine(command, dialogue, answers);
  choose_book(command, dialogue, answers);
  if (!command.has("side") && !answers.book.empty())
    answers.side =
        dialogue.ask_one_of("Which side plays from the book: both, white or black?", kSides, answers.side,
                            "With the other side the engine thinks from its first move.\n");
  if (!command.has("choice"))
    answers.choice =
        dialogue.ask_one_of("How is a book move chosen: weighted, best, top (of three), uniform or explore?",
                            kChoices, answers.choice, kExplainedChoices);
  if (!command.has("learn"))
    answers.learns = dialogue.ask_yes("Learn from the results of games?", answers.learns,
                                      "Moves that win are played more often, moves that lose less often. The "
                                      "results are kept in a file\nbeside the configuration; the book itself "
                                      "stays as it is.\n");
}

/// Whether the file may be written. Error: it exists, and the user does not allow replacing it.
bool may_write(const std::string& out, bool forced, Dialogue& dialogue) {
  check_output({}, out, FileKind::configuration);
  std::error_code none;
  if (out == "-" || forced || !fs::exists(out, none)) return true;
  if (!dialogue.asks())
    throw Failure("exists already; name another file with -o, or replace it with --force", out);
  return dialogue.ask_yes(fmt::format("{} exists already. Replace it?", out), false,
                          "yes writes the new configuration over the old one; no ends.\n");
}

/// Returns a path of the file that is valid from every folder.
std::string seen_from_anywhere(const std::string& file) {
  std::error_code error;
  const fs::path path = fs::absolute(file, error);
  return error || file.empty() ? file : path.lexically_normal().string();
}

int run(Command& command) {
  InitAnswers answers;
  std::string out = "polyglot.ini";
  bool is_forced = false;
  const auto take_plain = [](const std::string& word) {
    throw Failure(fmt::format("unexpected argument \"{}\"; did you mean \"--{} {}\"?", word,
                              kind_of_file(word) == FileKind::book ? "book" : "engine",
                              config::shell_word(word)));
  };
  command.add({
      {"", "", "", value(take_plain), 1},
      {"engine", "COMMAND", "the engine: program and arguments (default: the strongest that is found)",
       text(answers.engine)},
      {"book", "FILE", "the opening book (default: the first that is found)", any_book_file(answers.book)},
      {"side", "SIDE", "the side that plays from the book: both, white or black",
       choice<std::string>(answers.side, {{"both", "both"}, {"white", "white"}, {"black", "black"}})},
      {"choice", "MODE", "how a book move is chosen: weighted, best, top, uniform or explore",
       choice<std::string>(answers.choice, {{"weighted", "weighted"},
                                            {"best", "best"},
                                            {"top", "top"},
                                            {"uniform", "uniform"},
                                            {"explore", "explore"}})},
      {"learn", "", "learn from the results of games", flag(answers.learns)},
      {"out,o", "FILE", "the configuration file to write", output_file(out)},
      {"force", "", "replace the file if it exists", flag(is_forced)},
  });
  if (const auto exit_code = command.parse()) return *exit_code;
  Dialogue dialogue(os::is_terminal(os::StandardStream::input) && out != "-");
  if (!may_write(out, is_forced, dialogue)) return kFailure;
  complete(command, dialogue, answers);
  answers.book = seen_from_anywhere(answers.book);
  Output output(out);
  output.put(configuration_text(answers, out == "-" ? "polyglot.ini" : out));
  output.commit();
  command.say(fmt::format("{}: {} with {}; polyglot play {} plays a game", out, answers.engine_name,
                          answers.book.empty() ? "the starter book" : answers.book, config::shell_word(out)));
  if (out != "-")
    command.say(fmt::format("In a GUI, add this as a UCI or XBoard engine:\n{} {}",
                            config::shell_word(os::own_program()),
                            config::shell_word(seen_from_anywhere(out))));
  return kSuccess;
}

}  // namespace
}  // namespace init_tool

const Tool kInit{
    .name = "init",
    .summary = "Writes a configuration for an engine and a book.",
    .examples =
        "polyglot init\n"
        "polyglot init --engine stockfish --book book.bin\n"
        "polyglot init --book book.bin --side white --choice best -o white.ini\n",
    .run = init_tool::run,
};

}  // namespace polyglot::tools
