// SPDX-License-Identifier: MIT
#include <algorithm>

#include <polyglot/ascii.hpp>
#include <polyglot/config/manual.hpp>

#include "config/documents.hpp"

namespace polyglot::config {

namespace {

constexpr std::size_t kDocIndent = 26;
constexpr std::string_view kGrammar =
    "A single dash is accepted too: -help. A value may follow \"=\". The file name - is standard input or "
    "output.";

/// The form of plain words in the usage line: `BOOK`, `[BOOK]` or `[BOOK]...`.
std::string plain_form(const Switch& option) {
  const std::string name = option.argument.substr(0, option.argument.find("..."));
  return (option.required ? name : "[" + name + "]") + (option.plain == kAllPlain ? "..." : "");
}

std::string option_help(const Switch& option) {
  const std::string letter = option.letter() == 0 ? "    " : std::string("-") + option.letter() + ", ";
  std::string head = "  " + letter + long_form(option);
  return hanging(head, doc_of(option), kDocIndent);
}

std::string option_entry(const Switch& option) {
  std::string text = ".TP\n";
  if (option.letter() != 0) text += bold(std::string("-") + option.letter()) + ", ";
  text += bold("--" + std::string(option.own_name()));
  if (!option.argument.empty()) text += " " + italic(option.argument);
  return text + "\n" + escape(doc_of(option)) + "\n";
}

/// The entries section by section, each section below its title.
std::string by_sections(std::span<const Switch> switches, std::string (*title)(const std::string&),
                        std::string (*entry)(const Switch&)) {
  std::vector<std::string> sections = {""};
  for (const Switch& option : switches)
    if (std::ranges::find(sections, option.section) == sections.end()) sections.push_back(option.section);
  std::string text;
  for (const std::string& section : sections) {
    std::string part;
    for (const Switch& option : switches)
      if (option.section == section && !option.name.empty() && !option.doc.empty()) part += entry(option);
    if (!part.empty()) text += (section.empty() ? "" : title(section)) + part;
  }
  return text;
}

}  // namespace

std::string long_form(const Switch& option) {
  return "--" + std::string(option.own_name()) + (option.argument.empty() ? "" : " " + option.argument);
}

std::string doc_of(const Switch& option) {
  const bool says_so = option.action.standard.empty() || option.doc.find("default") != option.doc.npos;
  return option.doc + (says_so ? "" : " (default: " + option.action.standard + ")");
}

std::string usage_line(const Manual& tool) {
  std::string text = "polyglot " + std::string(tool.name) + " [OPTION]...";
  for (const Switch& option : tool.switches)
    if (option.plain > 0 && !option.argument.empty()) text += " " + plain_form(option);
  return text;
}

std::string help_text(const Manual& tool) {
  const auto title = [](const std::string& section) { return "\n" + hanging("", section + ":", 0); };
  const std::string options = by_sections(tool.switches, title, &option_help);
  std::string text = "Usage: " + usage_line(tool) + "\n\n" + hanging("", tool.summary, 0) +
                     (options.starts_with('\n') ? "" : "\n") + options + hanging("", kGrammar, 0) +
                     hanging("", "Exit code: " + std::string(tool.exit_codes) + ".", 0);
  if (!tool.examples.empty()) text += "\nExamples:\n";
  for (std::string_view rest = tool.examples; !rest.empty();)
    text += "  " + std::string(take_line(rest)) + "\n";
  return text;
}

std::string render_man_page(const Manual& tool) {
  const std::string name(tool.name);
  std::string upper = "POLYGLOT-" + name;
  std::ranges::transform(upper, upper.begin(), to_upper);
  std::string summary(tool.summary.substr(0, tool.summary.size() - 1));
  summary.front() = to_lower(summary.front());
  const auto title = [](const std::string& section) { return ".SS " + escape(section) + "\n"; };
  std::string text = ".\\\" Generated from the declaration of the tool.\n.TH " + escape(upper) +
                     " 6 \"\" \"Polyglot 3\" \"Games\"\n.SH NAME\npolyglot\\-" + escape(name) + " \\- " +
                     escape(summary) + "\n.SH SYNOPSIS\n" + bold("polyglot " + name) + " [" +
                     italic("OPTION") + "]...";
  for (const Switch& option : tool.switches)
    if (option.plain > 0 && !option.argument.empty()) text += " " + escape(plain_form(option));
  text += "\n.SH DESCRIPTION\n" + escape(tool.summary) + "\n" + escape(kGrammar) + "\n.SH OPTIONS\n" +
          by_sections(tool.switches, title, &option_entry);
  text += ".SH EXIT STATUS\n" + escape(tool.exit_codes) + ".\n.SH EXAMPLES\n";
  std::string_view separator;
  for (std::string_view rest = tool.examples; !rest.empty(); separator = ".PP\n") {
    text += separator;
    text += ".RS\n" + bold(take_line(rest)) + "\n.RE\n";
  }
  return text + ".SH SEE ALSO\n.BR polyglot (6)\n";
}

std::vector<Document> tool_documents(std::span<const Manual> tools) {
  std::vector<Document> documents = {
      {"bash-completion/completions/polyglot", render_completion(Shell::bash, tools)},
      {"zsh/site-functions/_polyglot", render_completion(Shell::zsh, tools)},
      {"fish/vendor_completions.d/polyglot.fish", render_completion(Shell::fish, tools)}};
  for (const Manual& tool : tools)
    documents.push_back({"man/man6/polyglot-" + std::string(tool.name) + ".6", render_man_page(tool)});
  return documents;
}

}  // namespace polyglot::config
