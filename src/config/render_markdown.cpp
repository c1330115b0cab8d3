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
`polyglot.ini` in the working directory, which must exist. Options may be written with two dashes or one.

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

- `[PolyGlot]` holds the options below, `[Engine]` the options of the engine by their names there, and each
  `[Book NAME]` a further book. Polyglot ignores other sections, and lines before the first one, with a warning.
  Section names compare without regard to letter case.
- `name = value`, one to a line. Polyglot drops blanks and tabs around names and values, and keeps those inside.
  Further `=` and double quotes are ordinary characters. The last value of a name wins.
- `;` and `#` begin a comment anywhere in a line.
- A backslash before one of the characters `; # [ ] = \` makes that character ordinary. Before any other
  character the backslash is ordinary itself: `C:\books` stays `C:\books`. `a\;b` means `a;b`, and `\\\;` means `\;`.
- `name =` sets an option to the empty text. (Polyglot 2.0.4 ignored such lines.)
- true, yes, on and 1 mean true; false, no, off and 0 mean false; in any letter case.
- A file may have a byte-order mark and Windows line ends. The maximum is 65,536 bytes for a line and 4 MiB for a file.

### Errors

A missing file and syntax errors keep Polyglot from starting. Unknown names and wrong values do not: Polyglot
reports them with file and line, and keeps the old value. The GUI gets the first report, and the number of
the others.

`polyglot --check-config` shows all reports, at most a hundred of a file, and the number of the others. The
last line is the verdict:

- An `error` means that nothing works. The exit code is 1.
- A `fault` is a line that is certainly a mistake. The exit code is 1.
- A `warning` does not stop Polyglot. If there are only warnings, the exit code is 0.

An option that the engine does not have is a warning, because one file may serve several engines. If its name is
similar to that of an option of the engine, it is a fault. Polyglot reports a fault to the GUI, too.

### A configuration from elsewhere

A configuration can do harm, because Polyglot uses it with your rights. Polyglot

- starts the program in `EngineCommand`, with its arguments, in the folder `EngineDir`, and sends it the options of
  `[Engine]`;
- reads the files in `BookFile`, `VariantsFile` and the `[Book]` sections;
- writes the files in `LogFile`, `BookLearnFile`, `SettingsFile` and `SettingsDir`, and with
  `BookLearn` the books;
- replaces `~` and `$NAME` in names.

Therefore read a configuration from somebody else before you use it. `--check-config` starts the engine, to see
whether it answers. With `--no-engine` Polyglot starts nothing, and checks of the engine only its command.

### Order

Polyglot takes the defaults, then the configuration file, then the command line. The last value of an option wins. With
`--noini` the file `SettingsDir/EngineName.ini` replaces the configuration file, if it exists.

## Options
)";

constexpr std::string_view kBooksIntro = R"(
### Further books: [Book NAME]

Each section `[Book NAME]` of the configuration file adds a book. Polyglot uses it if BookFile and the books before it
have no move; see [play.md](play.md#several-books). These sections need Book=true, and cannot be set on the command
line. Polyglot ignores a section without a File, or with a wrong condition (Colour, Variant, TimeClass, Opponent).

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

std::string value_row(const ValueSpec& value, std::string_view standard, const std::string& meaning) {
  return "| " + code(value.name) + " | " + code(standard) + " | " + range_text(value) + " | " + meaning +
         " |\n";
}

std::string option_row(const OptionSpec& option) {
  const std::string alias = option.alias.empty() ? "" : " Also spelt " + code(option.alias) + ".";
  return value_row(option.value(), option.default_value, cell(option.doc) + gui_mark(option) + alias);
}

std::string switch_row(const ProxySwitch& entry) {
  Switch option;
  option.name = entry.name;
  option.argument = entry.argument;
  const std::string form =
      (option.letter() == 0 ? "" : std::string("-") + option.letter() + ", ") + long_form(option);
  std::string meaning(entry.doc);
  if (!entry.option.empty()) meaning += "; sets " + code(entry.option);
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
  for (const BookKeySpec& key : book_key_specs())
    text += value_row(key.value, key.default_value, cell(key.doc));
  return text;
}

}  // namespace polyglot::config
