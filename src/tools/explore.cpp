#include <charconv>
#include <cstdint>
#include <string>
#include <system_error>
#include <vector>

#include <polyglot/explorer/explorer.hpp>

#include "tools/lines.hpp"
#include "tools/list.hpp"

namespace polyglot::tools {

namespace {

namespace po = boost::program_options;

/// Taken for itself: for an unsigned number -1 would be the greatest.
struct Port {
  std::uint16_t number = 0;
};

void validate(boost::any& value, const std::vector<std::string>& words, Port* /*type*/, int /*overload*/) {
  po::validators::check_first_occurrence(value);
  const std::string& word = po::validators::get_single_string(words);
  Port port;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), port.number);
  if (error != std::errc{} || end != word.data() + word.size())
    throw po::error("-port wants a number from 0 to 65535, not '" + word + "'");
  value = port;
}

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
    if (arguments["edit"].as<bool>()) return Error{"-edit needs a server: not with -export"};
    if (const auto written = write_page(books, arguments["export"].as<std::string>()); !written)
      return written.error();
    return kSuccess;
  }
  const explorer::Setup setup{
      .books = books, .port = arguments["port"].as<Port>().number, .edit = arguments["edit"].as<bool>()};
  const auto served = explorer::serve(setup, [](const std::string& url) { return write_out(url + "\n"); });
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
