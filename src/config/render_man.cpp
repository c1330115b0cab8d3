// SPDX-License-Identifier: MIT
#include <polyglot/config/book_section.hpp>
#include <polyglot/config/options.hpp>
#include <polyglot/config/render.hpp>

#include "config/documents.hpp"

namespace polyglot::config {

namespace {

constexpr std::string_view kManHead =
    R"(.\" Generated from the option registry: polyglot --print-options=man > docs/polyglot.6
.TH POLYGLOT 6 "" "Polyglot 3" "Games"
.SH NAME
polyglot \- opening\-book proxy between chess GUIs and engines
.SH SYNOPSIS
.B polyglot
.RI [ configfile ]
.RI [ option ]...
.br
.B polyglot
.I tool
.RI [ option ]...
.SH DESCRIPTION
.B polyglot
is started by a chess GUI as an engine, and starts the real engine.
It speaks UCI or the XBoard protocol with the GUI, and relays commands and answers between GUI and engine.
It plays the opening moves from a book.
.PP
The first argument without a dash names the configuration file.
Without one, and without
.BR \-\-noini ,
it is
.I polyglot.ini
in the working directory, which must exist.
The command line overrides the configuration file.
.PP
If the first argument is the name of a tool, for example
.BR make\-book ,
that tool runs instead: it builds, merges, shows or edits books, or tests engines.
.B polyglot \-\-help
lists the tools;
.B polyglot help
.I tool
describes one.
.SH OPTIONS
Options begin with two dashes or one; a value follows as the next argument or after \(lq=\(rq.
)";

constexpr std::string_view kConfiguration = R"(.SH FILES
.TP
.I polyglot.ini
The configuration file, in the folder
.B polyglot
is started in.
.TP
.IR ~/.polyglot/ EngineName .ini
An engine's own configuration file, read with
.BR \-\-noini .
Blanks in the engine's name are underscores here.
.SH CONFIGURATION
The configuration file consists of sections and lines
.IB name " = " value\fR.
Section
.B [PolyGlot]
holds the options below.
Section
.B [Engine]
holds the options of the engine, by their names there.
Each section
.B [Book \fINAME\fB]
holds a further book.
Other sections are ignored.
Letter case does not matter in names; the last value of a name wins.
Blanks and tabs around names and values are dropped.
Further
.B =
and double quotes are ordinary characters.
.PP
.B ;
and
.B #
begin a comment anywhere in a line.
A backslash before one of the characters
.B "; # [ ] = \e"
makes that character ordinary.
Before any other character the backslash is ordinary itself.
.PP
Unknown names and wrong values are reported with file and line, and the old value is kept.
Syntax errors and a missing file keep
.B polyglot
from starting.
.B polyglot \-\-check\-config
shows all of these reports; its last line is the verdict.
It exits with 1 for errors and faults.
If there are only warnings, such as an option of another engine, the exit code is 0.
.PP
A configuration can do harm: Polyglot starts the program in
.B EngineCommand
with your rights, and writes the files in
.BR LogFile ", " BookLearnFile
and other options.
Read a configuration from somebody else before you use it;
.B \-\-check\-config \-\-no\-engine
checks it and starts nothing.
)";

constexpr std::string_view kManBooksIntro = R"(.SS Further books: [Book NAME]
Each section
.B [Book \fINAME\fB]
of the configuration file adds a book.
.B polyglot
uses it if BookFile and the books before it have no move.
These sections need Book=true, and cannot be set on the command line.
)";

constexpr std::string_view kFooter = R"(.SH EXIT STATUS
.TP
.B 0
All went well.
.TP
.B 1
The proxy or the engine failed.
.TP
.B 2
Wrong usage or configuration.
.SH EXAMPLES
Play with the settings of a configuration file:
.PP
.RS
.B polyglot stockfish.ini
.RE
.PP
The same without a file:
.PP
.RS
.B polyglot \-\-noini \-\-ec stockfish \-\-pg Book=true \-\-pg BookFile=main.bin \-\-uci Hash=64
.RE
.PP
Check a configuration file:
.PP
.RS
.B polyglot stockfish.ini \-\-check\-config
.RE
.SH SEE ALSO
.BR xboard (6),
.BR stockfish (6)
)";

/// Escapes text so that troff prints it unchanged.
std::string escape(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '\\') {
      escaped += "\\e";
    } else if (c == '-') {
      escaped += "\\-";
    } else if (c == '"') {
      escaped += "\\(dq";
    } else {
      escaped.push_back(c);
    }
  }
  return escaped;
}

std::string bold(std::string_view text) {
  return "\\fB" + escape(text) + "\\fR";
}
std::string italic(std::string_view text) {
  return "\\fI" + escape(text) + "\\fR";
}

std::string proxy_entry(const ProxySwitch& entry) {
  Switch option;
  option.name = entry.name;
  std::string text = ".TP\n";
  if (option.letter() != 0) text += bold(std::string("-") + option.letter()) + ", ";
  text += bold("--" + std::string(option.own_name()));
  if (!entry.argument.empty()) text += " " + italic(entry.argument);
  text += "\n" + escape(entry.doc);
  if (!entry.option.empty()) text += "; sets " + bold(entry.option);
  return text + "\n";
}

std::string value_entry(const ValueSpec& value, std::string_view standard, const std::string& meaning) {
  return ".TP\n" + bold(value.name) + " (" + range_text(value) +
         (standard.empty() ? "" : "; default " + escape(standard)) + ")\n" + meaning + "\n";
}

std::string option_entry(const OptionSpec& option) {
  const std::string alias = option.alias.empty() ? "" : " Also spelt " + bold(option.alias) + ".";
  return value_entry(option.value(), option.default_value, escape(option.doc) + alias);
}

}  // namespace

std::string render_man_page() {
  std::string text(kManHead);
  for (const ProxySwitch& entry : kSwitches) text += proxy_entry(entry);
  text += kConfiguration;
  for (const TopicText& chapter : kTopics) {
    text += ".SS " + std::string(chapter.title) + "\n";
    if (!chapter.intro.empty()) text += escape(chapter.intro) + "\n";
    for (const OptionSpec& option : option_specs()) {
      if (option.topic == chapter.topic) text += option_entry(option);
    }
  }
  text += kManBooksIntro;
  for (const BookKeySpec& key : book_key_specs())
    text += value_entry(key.value, key.default_value, escape(key.doc));
  return text + std::string(kFooter);
}

}  // namespace polyglot::config
