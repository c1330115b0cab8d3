// SPDX-License-Identifier: MIT
#include <filesystem>
#include <random>

#include <polyglot/counts/counts_file.hpp>
#include <polyglot/explorer/explorer.hpp>
#include <polyglot/os/environment.hpp>
#include <polyglot/os/file.hpp>
#include <polyglot/os/streams.hpp>
#include <polyglot/process/browser.hpp>

#include "tools/game_options.hpp"
#include "tools/option_values.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {
namespace explore_tool {
namespace {

namespace fs = std::filesystem;

/// Returns the variants that the books name. Only a `.bin` and counts can name them.
std::vector<BookVariants> variants_of(const explorer::PageSettings& page) {
  std::vector<BookVariants> variants(page.books.size());
  std::ranges::transform(page.books, variants.begin(), variants_in_file);
  for (BookVariants& book : variants) {
    book.format = page.format;
    const auto has_counts = page.format ? Result<bool>(false) : counts::is_counts_file(book.path);
    if (!has_counts || !*has_counts) continue;
    // The explorer later reports a file that cannot be read.
    const auto counted = counts::CountsFile::open(book.path);
    book.names = {counted ? counted->header().variant : "normal"};
  }
  return variants;
}

/// A file that leads a browser to an address. Other users of this machine can read the command lines of all
/// programs, but not this file, so the address stays secret. Its end removes it.
class BrowserPage {
 public:
  explicit BrowserPage(const std::string& url) {
    std::random_device random;
    const fs::path path =
        fs::path(os::temporary_folder()) / fmt::format("polyglot-{}{}.html", random(), random());
    const auto written = os::write_new_file(
        path.string(),
        fmt::format("<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<title>polyglot explore</title>\n"
                    "<meta http-equiv=\"refresh\" content=\"0; url={0}\">\n<a href=\"{0}\">The books</a>\n",
                    url),
        os::Readers::owner);
    if (!written.value()) throw Failure("exists already", path.string());
    path_ = path;
  }
  BrowserPage(BrowserPage&&) = delete;
  ~BrowserPage() {
    std::error_code ignored;
    fs::remove(path_, ignored);
  }

  [[nodiscard]] std::string path() const { return path_.string(); }

 private:
  fs::path path_;
};

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
  const auto rules = variant.rules_of(variants_of(page));
  page.rules = rules;
  auto names = openings.read(command, rules);
  page.opening_names = std::move(names);
  const explorer::Report report = [&command](const std::string& problem) { command.tell(problem); };
  std::optional<BrowserPage> browser_page;
  const auto ready = [&](const std::string& url) {
    os::write_output(url + "\n").value();
    command.note("Ctrl-C stops it");
    if (!opens_browser) return;
    const auto opened =
        result_of([&] { process::open_in_browser(browser_page.emplace(url).path()).value(); });
    if (!opened) command.tell(opened.error().to_string() + "; open the address yourself");
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
