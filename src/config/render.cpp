// SPDX-License-Identifier: MIT
#include <boost/algorithm/string/replace.hpp>

#include <polyglot/ascii.hpp>
#include <polyglot/config/book_section.hpp>
#include <polyglot/config/ini_file.hpp>

#include "config/documents.hpp"

namespace polyglot::config {
namespace {

/// Replaces the part of a document, after the mark `section`, that begins with `begin` and ends before `end`.
void renew(std::string& document, std::string_view section, std::string_view begin, std::string_view end,
           const std::string& text) {
  const std::size_t first = document.find(begin, document.find(section));
  document.replace(first, document.find(end, first) - first, text);
}

template <class Rows, class Describe>
std::string described(const Rows& rows, Describe describe) {
  std::string text;
  for (const auto& row : rows) text += describe(row);
  return text;
}

std::vector<ProxySwitch> all_switches() {
  CommandLine unused;
  return proxy_switches(unused);
}

// ---- polyglot.ini.example -------------------------------------------------------------------------------

std::string ini_chapter(const Chapter& chapter) {
  const std::string intro = chapter.intro.empty() ? "" : "# " + std::string(chapter.intro) + "\n";
  return "\n# ---- " + std::string(chapter.title) + " ----\n" + intro;
}

/// A line that shows the default of an option. Two options have a value in the example, so that it can play a
/// game without changes.
std::string ini_entry(const OptionSpec& option) {
  const bool has_range = option.type == OptionType::spin || option.type == OptionType::decimal;
  const bool is_set = option.id == OptionId::engine_command || option.id == OptionId::book;
  const std::string_view example = option.id == OptionId::book ? "true" : "stockfish";
  const std::string value = quote_ini(is_set ? example : option.default_value);
  return "\n# " + std::string(option.doc) + (has_range ? " (" + range_text(option) + ")" : "") + "\n" +
         (is_set ? "" : ";") + std::string(option.name) + (value.empty() ? " =" : " = " + value) + "\n";
}

// ---- docs/options.md ------------------------------------------------------------------------------------

std::string cell(std::string_view text) {
  return boost::algorithm::replace_all_copy(std::string(text), "|", "\\|");
}

std::string code(std::string_view text) {
  return text.empty() ? "" : "`" + std::string(text) + "`";
}

std::string markdown_switch(const ProxySwitch& entry) {
  const std::string sets = entry.sets.empty() ? "" : "; sets " + code(entry.sets);
  return "| " + code(letter_form(entry.option) + long_form(entry.option)) + " | " +
         cell(entry.option.doc + sets) + " |\n";
}

std::string markdown_chapter(const Chapter& chapter) {
  const std::string intro = chapter.intro.empty() ? "" : std::string(chapter.intro) + "\n\n";
  return "\n### " + std::string(chapter.title) + "\n\n" + intro +
         "| Name | Default | Values | Meaning |\n|---|---|---|---|\n";
}

std::string markdown_row(const ValueSpec& value, const std::string& marks = "") {
  return "| " + code(value.name) + " | " + code(value.default_value) + " | " + range_text(value) + " | " +
         cell(value.doc) + marks + (value.alias.empty() ? "" : " Also spelt " + code(value.alias) + ".") +
         " |\n";
}

std::string markdown_option(const OptionSpec& option) {
  if (option.exported(Export::uci)) return markdown_row(option, " *GUI*");
  if (option.exported(Export::cecp)) return markdown_row(option, " *XBoard*");
  return markdown_row(option, option.exported(Export::cecp_full) ? " *XBoard, full*" : "");
}

// ---- docs/polyglot.6 ------------------------------------------------------------------------------------

/// Escapes text so that troff prints it unchanged.
std::string escape(std::string_view text) {
  std::string escaped = boost::algorithm::replace_all_copy(std::string(text), "\\", "\\e");
  boost::algorithm::replace_all(escaped, "-", "\\-");
  return boost::algorithm::replace_all_copy(escaped, "\"", "\\(dq");
}

std::string bold(std::string_view text) {
  return "\\fB" + escape(text) + "\\fR";
}

std::string man_switch(const ProxySwitch& entry) {
  const Switch& option = entry.option;
  const std::string letter = option.letter() == 0 ? "" : bold(std::string("-") + option.letter()) + ", ";
  const std::string argument = option.argument.empty() ? "" : " \\fI" + escape(option.argument) + "\\fR";
  return ".TP\n" + letter + bold("--" + std::string(option.own_name())) + argument + "\n" +
         escape(option.doc) + (entry.sets.empty() ? "" : "; sets " + bold(entry.sets)) + "\n";
}

std::string man_chapter(const Chapter& chapter) {
  return ".SS " + std::string(chapter.title) + "\n" +
         (chapter.intro.empty() ? "" : escape(chapter.intro) + "\n");
}

std::string man_entry(const ValueSpec& value) {
  return ".TP\n" + bold(value.name) + " (" + range_text(value) +
         (value.default_value.empty() ? "" : "; default " + escape(value.default_value)) + ")\n" +
         escape(value.doc) + (value.alias.empty() ? "" : " Also spelt " + bold(value.alias) + ".") + "\n";
}

}  // namespace

Document find_document(std::string_view name) noexcept {
  if (equal_ignoring_case(name, "ini")) return render_ini_example;
  if (equal_ignoring_case(name, "markdown")) return render_markdown;
  return equal_ignoring_case(name, "man") ? render_man_page : nullptr;
}

std::string render_ini_example() {
  std::string text(example_file());
  renew(text, "[PolyGlot]", "\n# ----", "\n# ---- Options of the engine itself",
        all_chapters(ini_chapter, ini_entry));
  return text;
}

std::string render_markdown() {
  std::string text(options_page());
  renew(text, "## Command line", "| `", "\n#", described(all_switches(), markdown_switch));
  renew(text, "## Options", "\n###", "\n### Further books", all_chapters(markdown_chapter, markdown_option));
  renew(text, "### Further books", "| `", "\n#",
        described(book_key_specs(), [](const auto& key) { return markdown_row(key); }));
  return text;
}

std::string render_man_page() {
  std::string text(manual_page());
  renew(text, ".SH OPTIONS", ".TP\n", ".SH ", described(all_switches(), man_switch));
  renew(text, ".SH CONFIGURATION", ".SS ", ".SS Further books", all_chapters(man_chapter, man_entry));
  renew(text, ".SS Further books", ".TP\n", ".SH ", described(book_key_specs(), man_entry));
  return text;
}

}  // namespace polyglot::config
