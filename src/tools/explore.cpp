#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <polyglot/explorer/explorer.hpp>

#include "tools/list.hpp"

namespace polyglot::tools {

namespace {

namespace po = boost::program_options;

void declare(Syntax& syntax) {
  syntax.options.add_options()  //
      ("book", po::value<std::vector<std::string>>()->value_name("FILE")->required(),
       "a .bin book; several are shown side by side")  //
      ("port", po::value<std::uint16_t>()->value_name("N")->default_value(0, "any that is free"),
       "where to serve the page")                                   //
      ("edit", po::bool_switch(), "the page may change the books")  //
      ("export", po::value<std::string>()->value_name("FILE"),
       "write the page with the books in it to one file, instead of serving it");
  syntax.positional.add("book", -1);
}

Result<int> run(const Arguments& arguments) {
  const auto& books = arguments["book"].as<std::vector<std::string>>();
  if (arguments.count("export") != 0) {
    if (arguments["edit"].as<bool>()) return Error{"-edit needs a server: not with -export"};
    const auto written = explorer::export_page(books, arguments["export"].as<std::string>());
    if (!written) return written.error();
    return kSuccess;
  }
  const explorer::Setup setup{
      .books = books, .port = arguments["port"].as<std::uint16_t>(), .edit = arguments["edit"].as<bool>()};
  const auto served = explorer::serve(setup, [](const std::string& url) {
    fmt::print("{}\n", url);
    std::fflush(stdout);
  });
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
