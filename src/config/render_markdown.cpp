// SPDX-License-Identifier: MIT
#include <polyglot/config/book_section.hpp>
#include <polyglot/config/options.hpp>
#include <polyglot/config/render.hpp>

#include "config/documents.hpp"

namespace polyglot::config {

namespace {

constexpr std::string_view kMarkdownHead = R"(# Options of Polyglot

<!-- Generated from the option registry: polyglot --print-options=markdown > docs/options.md -->

Set options in the configuration file, or on the command line (`--pg "Name=Value"`), which overrides the file.
The GUI's engine dialogue shows the options marked *GUI*, with names that begin with `Polyglot `. A GUI that
speaks the XBoard protocol also shows those marked *XBoard*, and with OnlyWbOptions=false those marked *XBoard,
full*. Letter case does not matter in names. [play.md](play.md) is the guide; this page is the reference.

## Command line

`polyglot [configfile] [options]`

The first argument without a dash names the configuration file; without one, and without `--noini`, it is
`polyglot.ini` in the current folder, which must exist. Options may be written with two dashes or one.

| Option | Meaning |
|---|---|
)";

constexpr std::string_view kSyntax = R"(
## The configuration file

### Syntax

```ini
[PolyGlot]
EngineCommand = stockfish     ; a comment
Book = true
BookFile = C:\books\main.bin

[Engine]
Hash = 64
```

- `[PolyGlot]` holds the options below, `[Engine]` those of the engine, by any name the engine offers, and each
  `[Book NAME]` a further book. Other sections, and lines before the first one, are ignored with a warning.
  Section names compare without regard to letter case.
- `name = value`, one to a line. Blanks and tabs around names and values are dropped, those inside are kept.
  Further `=` and double quotes are ordinary characters. The last value of a name wins.
- `;` and `#` begin a comment anywhere in a line.
- A backslash takes the meaning from the characters `; # [ ] = \` and is an ordinary character before any
  other: `C:\books` means what it says, `a\;b` stands for `a;b`, `\\\;` for `\;`.
- `name =` sets an option to the empty text. (Polyglot 2.0.4 ignored such lines.)
- true, yes, on and 1 mean true; false, no, off and 0 mean false; in any letter case.
- A byte-order mark and Windows line ends are fine. A line may have 65,536 bytes, a file 4 MiB.

### Errors

A missing file and syntax errors keep Polyglot from starting. Unknown names and wrong values do not: Polyglot
reports them with file and line, and keeps the old value. The GUI gets the first report, and the number of
the others.

`polyglot --check-config` shows all reports, at most a hundred of a file, and the number of the others. The
last line is the verdict:

- An `error` means that nothing works. The exit code is 1.
- A `fault` is a line that you cannot have meant. The exit code is 1.
- A `warning` alone is success.

An option that the engine does not have is a warning, since one file may serve several engines. If its name is
nearly that of an option which the engine has, it is a fault, and Polyglot reports it to the GUI, too.

### A configuration from elsewhere

A configuration is like a program. With your rights it starts the program that `EngineCommand` names, in the folder
`EngineDir` and with the arguments given, and sends it the options of `[Engine]`. It reads the files that `BookFile`,
`VariantsFile` and `[Book]` sections name, and writes those that `LogFile`, `BookLearnFile`, `Stats`, `CrashReport`,
`SettingsFile` and `SettingsDir` name; with `BookLearn` also the books. `~` and `$NAME` in names are replaced. Therefore look
at a configuration that comes from somebody else before you use it. `--check-config` starts the engine to see whether it
answers; with `--no-engine` nothing is started, and nothing is known about the engine but its command.

### Order

Defaults, then the configuration file, then the command line; the last one wins. With `--noini` the file
`SettingsDir/EngineName.ini` takes the place of the configuration file, if there is one.

## Options
)";

constexpr std::string_view kBooksIntro = R"(
### Further books: [Book NAME]

Each section `[Book NAME]` of the configuration file adds a book, which is asked where BookFile and the books
before it have no answer; [play.md](play.md#several-books) says how. They are used with Book=true, and cannot be set on
the command line. A section that names no File, or one of whose conditions (Colour, Variant, TimeClass, Opponent)
is wrong, is not used.

)";

constexpr std::string_view kTableHead = "| Name | Default | Values | Meaning |\n|---|---|---|---|\n";

/// Text inside a table cell.
std::string cell(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '|') escaped.push_back('\\');
    escaped.push_back(c);
  }
  return escaped;
}

std::string code(std::string_view text) {
  return text.empty() ? "" : "`" + std::string(text) + "`";
}

std::string gui_mark(const OptionSpec& option) {
  if (option.exported(Export::uci)) return " *GUI*";
  if (option.exported(Export::cecp)) return " *XBoard*";
  return option.exported(Export::cecp_full) ? " *XBoard, full*" : "";
}

std::string option_row(const OptionSpec& option) {
  std::string meaning = cell(option.doc);
  meaning += gui_mark(option);
  if (!option.alias.empty()) meaning += " Also spelt " + code(option.alias) + ".";
  return "| " + code(option.name) + " | " + code(option.default_value) + " | " + range_text(option.value()) +
         " | " + meaning + " |\n";
}

std::string key_row(const BookKeySpec& key) {
  return "| " + code(key.value.name) + " | " + code(key.default_value) + " | " + range_text(key.value) +
         " | " + cell(key.doc) + " |\n";
}

std::string switch_row(const ProxySwitch& entry) {
  Switch option;
  option.name = entry.name;
  option.argument = entry.argument;
  const std::string form =
      (option.letter() == 0 ? "" : std::string("-") + option.letter() + ", ") + long_form(option);
  std::string meaning(entry.doc);
  if (!entry.option.empty()) meaning += " Sets " + code(entry.option) + ".";
  return "| " + code(form) + " | " + cell(meaning) + " |\n";
}

}  // namespace

std::string render_markdown() {
  std::string text(kMarkdownHead);
  for (const ProxySwitch& entry : kSwitches) text += switch_row(entry);
  text += kSyntax;
  for (const TopicText& chapter : kTopics) {
    text += "\n### " + std::string(chapter.title) + "\n\n";
    if (!chapter.intro.empty()) text += std::string(chapter.intro) + "\n\n";
    text += kTableHead;
    for (const OptionSpec& option : option_specs()) {
      if (option.topic == chapter.topic) text += option_row(option);
    }
  }
  text += kBooksIntro;
  text += kTableHead;
  for (const BookKeySpec& key : book_key_specs()) text += key_row(key);
  return text;
}

}  // namespace polyglot::config
