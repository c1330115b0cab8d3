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
stands between a chess GUI and a chess engine.
The GUI starts it as if it were the engine and speaks UCI or the XBoard protocol with it; it starts the real
engine, hands on all that both say, and plays the opening moves from a book in Polyglot's format.
.PP
The first argument without a dash names the configuration file.
Without one, and without
.BR \-\-noini ,
it is
.I polyglot.ini
in the current folder, which must exist.
The command line wins over the configuration file.
.PP
If the first argument is the name of a tool, for example
.BR make\-book ,
that tool runs instead: it makes, merges, inspects or edits books, or tests engines.
.B polyglot \-\-help
lists the tools;
.B polyglot help
.I tool
and the manual page
.BI polyglot\- tool (6)
describe one.
.SH OPTIONS
Options may be written with two dashes or one; a value follows or stands behind \(lq=\(rq.
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
holds the options below, section
.B [Engine]
those of the engine, by any name the engine offers, each section
.B [Book \fINAME\fB]
a further book; other sections are ignored.
Names compare without regard to letter case; the last value of a name wins.
Blanks and tabs around names and values are dropped; further
.B =
and double quotes are ordinary characters.
.PP
.B ;
and
.B #
begin a comment anywhere in a line.
A backslash takes the meaning from the characters
.B "; # [ ] = \e"
and is an ordinary character before any other.
.PP
Unknown names and wrong values are reported with file and line, and the old value is kept.
Syntax errors and a missing file keep
.B polyglot
from starting.
.B polyglot \-\-check\-config
shows all of it; its last line is the verdict.
It exits with 1 for errors and faults. Warnings alone are success, such as an option of another engine.
.PP
A configuration is like a program: with your rights it starts the program that
.B EngineCommand
names, and writes the files that
.BR LogFile ", " BookLearnFile ", " Stats ", " CrashReport
and others name.
Look at one from elsewhere before you use it;
.B \-\-check\-config \-\-no\-engine
checks it and starts nothing.
)";

constexpr std::string_view kManBooksIntro = R"(.SS Further books: [Book NAME]
Each section
.B [Book \fINAME\fB]
of the configuration file adds a book, which is asked where BookFile and the books before it have no answer.
They are used with Book=true, and cannot be set on the command line.
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

std::string proxy_entry(const ProxySwitch& entry) {
  Switch option;
  option.name = entry.name;
  std::string text = ".TP\n";
  if (option.letter() != 0) text += bold(std::string("-") + option.letter()) + ", ";
  text += bold("--" + std::string(option.own_name()));
  if (!entry.argument.empty()) text += " " + italic(entry.argument);
  text += "\n" + escape(entry.doc);
  if (!entry.option.empty()) text += " Sets " + bold(entry.option) + ".";
  return text + "\n";
}

std::string option_entry(const OptionSpec& option) {
  std::string text = ".TP\n" + bold(option.name) + " (" + range_text(option.value());
  if (!option.default_value.empty()) text += "; default " + escape(option.default_value);
  text += ")\n" + escape(option.doc);
  if (!option.alias.empty()) text += " Also spelt " + bold(option.alias) + ".";
  return text + "\n";
}

std::string key_entry(const BookKeySpec& key) {
  std::string text = ".TP\n" + bold(key.value.name) + " (" + range_text(key.value);
  if (!key.default_value.empty()) text += "; default " + escape(key.default_value);
  return text + ")\n" + escape(key.doc) + "\n";
}

}  // namespace

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
  for (const BookKeySpec& key : book_key_specs()) text += key_entry(key);
  return text + std::string(kFooter);
}

}  // namespace polyglot::config
