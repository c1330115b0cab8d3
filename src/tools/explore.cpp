// SPDX-License-Identifier: MIT
#include <polyglot/counts/counts_file.hpp>
#include <polyglot/explorer/explorer.hpp>
#include <polyglot/os/environment.hpp>
#include <polyglot/os/streams.hpp>
#include <polyglot/process/browser.hpp>

#include "tools/game_options.hpp"
#include "tools/option_values.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {
namespace explore_tool {
namespace {

/// Returns the variants that the books name. Only a `.bin` and counts can name them.
std::vector<SaidVariants> said_by(const explorer::PageSettings& page) {
  std::vector<SaidVariants> said(page.books.size());
  std::ranges::transform(page.books, said.begin(), said_in_header);
  for (SaidVariants& book : said) {
    book.format = page.format;
    const auto has_counts = page.format ? Result<bool>(false) : counts::is_counts_file(book.path);
    if (!has_counts || !*has_counts) continue;
    // The explorer later reports a file that cannot be read.
    const auto counted = counts::CountsFile::open(book.path);
    book.names = {counted ? counted->header().variant : "normal"};
  }
  return said;
}

int run(Command& command) {
  explorer::PageSettings page;
  VariantOptions variant;
  OpeningOptions openings("auto");
  bool opens_browser = false;
  command.add({
      {"book,bin,in", "BOOK", "the books, of any format; several are shown side by side",
       any_book_files(page.books), config::kAllPlain, true},
      {"port", "N",
       "the port of the server (default: the same as last time, or a free one); 0: a free one, which is not "
       "kept for the next time",
       whole_number(page.port)},
      {"open", "", "open the page in the browser", flag(opens_browser)},
      {"store", "FILE", "show the verdicts of a store; polyglot analyse may fill it at the same time",
       text(page.store)},
      {"edit", "", "allow the page to change .bin books", flag(page.edit)},
      openings.option(),
      book_format_switch(page.format),
  });
  variant.add_to(command);
  if (const auto exit_code = command.parse()) return *exit_code;
  const bool wants_any_port = command.has("port") && page.port == 0;
  if (!wants_any_port) page.address_file = os::state_file("explore-address", os::own_environment());
  const auto rules = variant.rules_of(said_by(page));
  page.rules = rules;
  auto names = openings.read(command, rules);
  page.opening_names = std::move(names);
  const explorer::Report report = [&command](const std::string& problem) { command.tell(problem); };
  process::BrowserPage browser_page;
  const auto ready = [&](const std::string& url) {
    os::write_output(url + "\n").value();
    command.note("Ctrl-C stops it");
    if (!opens_browser) return;
    if (auto opened = process::open_in_browser(url))
      browser_page = *std::move(opened);
    else
      command.tell(opened.error().to_string() + "; open the address yourself");
  };
  explorer::serve(page, ready, report);
  return kSuccess;
}

}  // namespace
}  // namespace explore_tool

const Tool kExplore{
    .name = "explore",
    .summary = "Shows books in a browser: a board, and moves with weights.",
    .examples =
        "polyglot explore book.bin\n"
        "polyglot explore book.bin --edit --store verdicts.db\n"
        "polyglot explore white.bin black.bin --open\n",
    .run = explore_tool::run,
};

}  // namespace polyglot::tools
