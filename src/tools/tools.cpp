// SPDX-License-Identifier: MIT
#include <filesystem>

#include <polyglot/ascii.hpp>
#include <polyglot/config/did_you_mean.hpp>
#include <polyglot/os/environment.hpp>
#include <polyglot/os/interruption.hpp>
#include <polyglot/os/streams.hpp>
#include <polyglot/process/engine_connection.hpp>
#include <polyglot/tools/tools.hpp>

#include "tools/file_kinds.hpp"
#include "tools/option_values.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {
namespace {

/// The overview shows them in this alphabetical order, after kFirstTools.
// clang-format off
constexpr std::array kTools{
    &kAnalyse,
    &kCheckBook,
    &kConvert,
    &kCountGames,
    &kDiffBook,
    &kDumpBook,
    &kEditBook,
    &kEpdTest,
    &kExplain,
    &kExplore,
    &kGuard,
    &kInfoBook,
    &kInit,
    &kKey,
    &kLearnGames,
    &kMakeBook,
    &kMakeOpenings,
    &kMergeBook,
    &kPerft,
    &kPlay,
    &kProbe,
    &kPruneBook,
    &kReviewBook,
    &kReviewGames,
};
// clang-format on

/// The overview shows the tools for newcomers first.
constexpr std::array kFirstTools{&kInit, &kPlay};

constexpr std::string_view kLettersOfNames = "abcdefghijklmnopqrstuvwxyz-_";

/// Other names that users may try, and the tool for each.
// clang-format off
constexpr auto kOtherNames = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"analyze", "analyse"}, {"book", "info-book"}, {"browse", "explore"}, {"build", "make-book"}, {"change", "edit-book"},
    {"combine", "merge-book"}, {"commands", "help"}, {"compare", "diff-book"}, {"config", "init"},
    {"configure", "init"}, {"count", "count-games"}, {"create", "make-book"}, {"export", "dump-book"},
    {"filter", "prune-book"}, {"find", "probe"}, {"fix", "check-book"},
    {"generate", "make-book"}, {"hash", "key"}, {"information", "info-book"}, {"join", "merge-book"},
    {"list", "dump-book"}, {"lookup", "probe"}, {"man", "help"}, {"mk", "make-book"}, {"mkbook", "make-book"},
    {"moves", "probe"}, {"new", "make-book"}, {"open", "explore"}, {"options", "--help-options"}, {"print", "dump-book"},
    {"query", "probe"}, {"repair", "check-book"}, {"search", "probe"}, {"server", "explore"}, {"setup", "init"},
    {"show", "explore"}, {"size", "info-book"}, {"start", "play"}, {"supervise", "guard"}, {"tools", "help"},
    {"trim", "prune-book"}, {"usage", "help"}, {"validate", "check-book"}, {"verify", "check-book"},
    {"version", "--version"}, {"view", "explore"}, {"web", "explore"}, {"why", "explain"}, {"zobrist", "key"},
});
// clang-format on

const Tool* find(std::string_view name) noexcept {
  const auto found = std::ranges::find(kTools, name, &Tool::name);
  return found == kTools.end() ? nullptr : *found;
}

/// Returns the index of the word that names a tool. It is the first word, unless the tool accepts words
/// before its name.
std::size_t find_name(std::span<const std::string> arguments) noexcept {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Tool* const tool = find(arguments[i]);
    if (tool != nullptr && (i == 0 || tool->behind_configuration)) return i;
  }
  return arguments.size();
}

/// Returns the tool or other first argument that a user probably means by a word in small letters.
std::optional<std::string_view> meant_tool(std::string_view word) {
  const std::string_view stem = word.ends_with("-book") ? word.substr(0, word.rfind('-')) : word;
  const auto other =
      std::ranges::find(kOtherNames, stem, &std::pair<std::string_view, std::string_view>::first);
  if (other != kOtherNames.end()) return other->second;
  for (const std::string& name : {std::string(stem), fmt::format("{}-book", stem)})
    if (const Tool* const tool = find(name)) return tool->name;
  std::array<std::string_view, kTools.size() + 1> names{"help"};
  std::ranges::transform(kTools, names.begin() + 1, &Tool::name);
  if (const auto nearest = config::nearest_name(word, names)) return nearest;
  const auto longer =
      std::ranges::find_if(names, [stem](std::string_view name) { return name.starts_with(stem); });
  return longer != names.end() ? std::optional(*longer) : std::nullopt;
}

/// The control sequences of a terminal, by ECMA-48: green, red, bold, and the end of each.
constexpr std::array<std::string_view, 4> kColors = {"\x1b[32m", "\x1b[31m", "\x1b[1m", "\x1b[0m"};

/// Makes control characters visible, except line ends and our colours.
std::string visible_in_colors(std::string_view text) {
  std::string shown;
  std::size_t done = 0;
  for (std::size_t at = text.find('\x1b'); at != text.npos; at = text.find('\x1b', at + 1)) {
    const auto color = std::ranges::find_if(
        kColors, [rest = text.substr(at)](std::string_view code) { return rest.starts_with(code); });
    if (color == kColors.end()) continue;
    shown.append(visible_lines(text.substr(done, at - done))).append(*color);
    done = at + color->size();
  }
  return shown.append(visible_lines(text.substr(done)));
}

bool is_about_usage(const Error& error) {
  return error.where.starts_with("--");
}

int run(const Tool& tool, std::span<const std::string> arguments) {
  Command command(tool, arguments);
  Result<int> done = kSuccess;
  const auto start = std::chrono::steady_clock::now();
  try {
    done = tool.run(command);
  } catch (const WrongUsage& wrong) {
    done = command.wrong_usage(wrong.error());
  } catch (const Failure& failure) {
    done = failure.error();
  } catch (const std::exception& unforeseen) {
    done = Error{unforeseen.what()};
  }
  // If the result cannot be printed, the tool has failed.
  if (const auto flushed = os::write_output(""); done && !flushed) done = flushed.error();
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  if (command.is_verbose()) command.tell(fmt::format("took {:.2f} s", time.count()));
  if (done) return *done;
  if (is_about_usage(done.error())) return command.wrong_usage(done.error());
  command.tell(done.error());
  return tool.failure;
}

}  // namespace

std::optional<int> Command::parse() {
  add_common();
  if (describes_) return kSuccess;
  if (const auto parsed = syntax_.parse(arguments_); !parsed) return wrong_usage(parsed.error());
  if (help_) os::write_output(config::help_text(manual())).value();
  if (version_ && !help_) os::write_output("Polyglot " POLYGLOT_VERSION "\n").value();
  return help_ || version_ ? std::optional<int>(kSuccess) : std::nullopt;
}

config::Manual Command::describe() {
  describes_ = true;
  (void)tool_.run(*this);
  return manual();
}

config::Manual Command::manual() const {
  return {tool_.name, tool_.summary, syntax_.switches(), tool_.examples, tool_.exit_codes};
}

void Command::add_common() {
  // The tools of Polyglot 2.0.4 use --color for a side.
  if (config::Switch* const side = syntax_.find("color"))
    side->action.take = [this, take = side->action.take](const Strings& words) {
      try {
        set_colors(words.front());
      } catch (const Failure&) {
        take(words);
      }
    };
  if (config::Switch* const out = syntax_.find("out"))
    out->action.take = [this, take = out->action.take](const Strings& words) {
      const bool is_stream = os::is_standard_output(words.front());
      words_ = is_stream ? stderr : stdout;
      take(is_stream ? Strings{"-"} : words);
    };
  const auto colors = [this](const std::string& word) { set_colors(word); };
  add({{"quiet,q", "", "print only results and errors", flag(quiet_)},
       {"verbose,v", "", "print more messages", flag(verbose_)},
       {"color",
        "WHEN",
        "use colour: auto (on a terminal, unless NO_COLOR is set), always or never",
        {value(colors).take, config::Arity::one, "auto", {"auto", "always", "never"}}},
       {"help,h", "", "print this help and exit", flag(help_)},
       {"version,V", "", "print the version and exit", flag(version_)}},
      "All tools");
}

void Command::set_colors(const std::string& word) {
  choice(colors_, {{"auto", Colors::automatic}, {"always", Colors::always}, {"never", Colors::never}})
      .take({word});
}

bool Command::has_color(os::StandardStream stream) const {
  if (colors_ != Colors::automatic) return colors_ == Colors::always;
  const bool unwanted = !os::own_environment()("NO_COLOR").value_or("").empty();
  return !unwanted && os::is_terminal(stream);
}

std::string Command::painted(Paint paint, std::string_view text) const {
  if (!has_color(words_ == stdout ? os::StandardStream::output : os::StandardStream::errors))
    return std::string(text);
  const std::string_view begin = paint == Paint::good  ? kColors[0]
                                 : paint == Paint::bad ? kColors[1]
                                                       : kColors[2];
  return fmt::format("{}{}{}", begin, text, kColors[3]);
}

std::string Command::in_place_of(const std::string& book) {
  if (book != os::kStandardInputFile) return book;
  words_ = stderr;
  return "-";
}

void Command::say(std::string_view message) const {
  if (quiet_) return;
  const std::string line = visible_in_colors(message) + '\n';
  if (words_ == stdout) return os::write_output(line).value();
  fmt::print(stderr, "{}", line);
  std::fflush(stderr);
}

void Command::tell(std::string_view message) const {
  // fmt::print() is not used, because it throws.
  const std::string name = fmt::format("polyglot {}:", tool_.name);
  const bool has_color = this->has_color(os::StandardStream::errors);
  const std::string painted = has_color ? fmt::format("{}{}{}", kColors[2], name, kColors[3]) : name;
  std::fputs(fmt::format("{} {}\n", painted, visible_lines(message)).c_str(), stderr);
  std::fflush(stderr);
}

void Command::tell(const Error& error) const {
  os::end_without_reader();
  const bool is_default = error.where == "book.bin" && !has("book");
  tell(error.to_string() +
       (is_default ? fmt::format("; no book is named: polyglot {} BOOK", tool_.name) : std::string()));
}

void Command::note(std::string_view message) const {
  if (!quiet_) tell(message);
}

int Command::failed(const Error& error) const {
  if (os::Interruption::exit_code() == 0) throw Failure(error);
  tell("interrupted; nothing was written");
  return os::Interruption::exit_code();
}

int Command::wrong_usage(const Error& error) const {
  tell(config::and_see(error.to_string(), fmt::format("polyglot {} -h", tool_.name)));
  return kWrongUsage;
}

int for_each_book(const Command& command, std::span<const std::string> paths, bool has_titles,
                  const std::function<bool(const std::string& path)>& examine) {
  int exit_code = kSuccess;
  for (const std::string& path : paths) {
    const bool is_first = path.data() == paths.front().data();
    if (has_titles && paths.size() > 1)
      command.say((is_first ? "" : "\n") + command.painted(Paint::strong, path + ":"));
    try {
      if (!examine(path)) exit_code = kFailure;
    } catch (const WrongUsage&) {
      throw;
    } catch (const Failure& failure) {
      if (is_about_usage(failure.error())) throw;
      command.tell(failure.error());
      exit_code = kFailure;
    }
  }
  return exit_code;
}

std::string listed(std::string_view title, const NamedCounts& counts) {
  std::string text;
  for (const auto& [number, what] : counts)
    if (number > 0) text += fmt::format("{}{} {}", text.empty() ? title : ", ", number, what);
  return text;
}

std::optional<int> run(std::span<const std::string> arguments) {
  if (arguments.size() >= 2 && arguments[0] == "help" && find(arguments[1]) != nullptr)
    return run(*find(arguments[1]), std::array{std::string("--help")});
  const std::size_t name = find_name(arguments);
  if (name == arguments.size()) return std::nullopt;
  std::vector<std::string> others(arguments.begin(), arguments.end());
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(name));
  return run(*find(arguments[name]), others);
}

std::string refusal(std::span<const std::string> arguments, const std::string& message) {
  std::error_code error;
  const std::string word = arguments.empty() ? "" : arguments[0];
  if (std::filesystem::exists(word, error) && !std::filesystem::is_directory(word, error)) {
    const std::string use = use_of_other_kind(word);
    return use.empty() ? message : use;
  }
  const std::string name = lower_case(word);
  if (word.empty() || word[0] == '-' || name.find_first_not_of(kLettersOfNames) != name.npos) return message;
  const auto meant = meant_tool(name);
  if (!meant && process::find_program(word))
    return fmt::format(
        "unknown command \"{0}\"; if that is a chess engine: polyglot init --engine {0} writes a "
        "configuration, "
        "and polyglot play plays against it",
        word);
  return fmt::format("unknown command \"{}\"; {}\"polyglot help\" lists all tools", word,
                     meant ? fmt::format("did you mean \"{}\"? ", *meant) : "");
}

std::string overview() {
  std::string text =
      "Usage: polyglot [CONFIGFILE] [OPTION]...  play for a GUI, as its engine\n"
      "       polyglot TOOL [OPTION]...  set up, play in the terminal, work on books:\n\n";
  const auto add_line = [&text](std::string_view name, std::string_view summary) {
    text += fmt::format("  {:<14}{}\n", name, summary);
  };
  for (const Tool* tool : kFirstTools) add_line(tool->name, tool->summary);
  add_line("check-config", "Checks a configuration and its engine.");
  for (const Tool* tool : kTools)
    if (std::ranges::find(kFirstTools, tool) == kFirstTools.end()) add_line(tool->name, tool->summary);
  return text + "\nSee `polyglot help TOOL` for a tool, and `polyglot --help-options` for playing.\n";
}

std::vector<config::Manual> manuals() {
  std::vector<config::Manual> all;
  all.reserve(kTools.size());
  for (const Tool* tool : kTools) all.push_back(Command(*tool, {}).describe());
  return all;
}

}  // namespace polyglot::tools
