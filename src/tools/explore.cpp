#include <cstdint>
#include <string>
#include <vector>

#include <polyglot/book/bin_book.hpp>
#include <polyglot/explorer/explorer.hpp>

#include "tools/lines.hpp"
#include "tools/option_values.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {

namespace {

namespace po = boost::program_options;

using Port = WholeNumber<std::uint16_t>;

void declare(Syntax& syntax) {
  syntax.options.add_options()  //
      ("book", po::value<std::vector<std::string>>()->value_name("FILE")->required(),
       "a .bin book; several are shown side by side")  //
      ("port", po::value<Port>()->value_name("N")->default_value({}, "any that is free"),
       "where to serve the page")                                   //
      ("edit", po::bool_switch(), "the page may change the books")  //
      ("export", po::value<std::string>()->value_name("FILE"),
       "write the page with the books in it to one file (-: standard output), instead of serving it");
  syntax.positional.add("book", -1);
}

Result<void> write_page(const std::vector<std::string>& books, const std::string& path) {
  if (path != "-") return explorer::export_page(books, path);
  const auto page = explorer::page_with_books(books);
  return page ? write_out(*page) : page.error();
}

Result<int> run(const Arguments& arguments) {
  const auto& books = arguments["book"].as<std::vector<std::string>>();
  if (arguments.count("export") != 0) {
    if (arguments["edit"].as<bool>()) return wrong_usage(kExplore, "-edit needs a server: not with -export");
    if (const auto written = write_page(books, arguments["export"].as<std::string>()); !written)
      return written.error();
    return kSuccess;
  }
  for (const std::string& path : books)
    if (const auto book = book::open_book(path))
      while (const auto trouble = (*book)->take_trouble()) tell(kExplore.name, trouble->to_string());
  const explorer::Setup setup{
      .books = books, .port = arguments["port"].as<Port>().value, .edit = arguments["edit"].as<bool>()};
  const auto served = explorer::serve(
      setup, [](const std::string& url) { return write_out(url + "\n"); },
      [](const std::string& problem) { tell(kExplore.name, problem); });
  if (!served) return served.error();
  return kSuccess;
}

}  // namespace

const Tool kExplore{
    .name = "explore",
    .usage = "BOOK... [-port N] [-edit] [-export FILE]",
    .summary = "Shows books in a browser: a board, the moves with their weights, several books side by side.",
    .declare = declare,
    .run = run,
};

}  // namespace polyglot::tools
