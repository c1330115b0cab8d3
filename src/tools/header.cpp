#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <polyglot/book/header_edit.hpp>

#include "tools/option_values.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {

namespace {

namespace po = boost::program_options;

void declare(Syntax& syntax) {
  syntax.options.add_options()  //
      ("bin", po::value<std::string>()->value_name("BOOK")->default_value("book.bin"),
       "the book; may stand without -bin")                                                             //
      ("comment", po::value<std::string>()->value_name("TEXT"), "set the comment; \\n begins a line")  //
      ("variant", po::value<Strings>()->value_name("NAME"),
       "set the variant that the book is for, as XBoard names it; several are possible")  //
      ("remove", po::bool_switch(), "remove the header")                                  //
      ("out,o", po::value<std::string>()->value_name("BOOK"), "where to; default: the book itself");
  syntax.positional.add("bin", 1);
}

Result<int> show(const std::string& path) {
  const auto header = book::read_header(path);
  if (!header) return header.error();
  if (!*header) {
    fmt::print("no header\n");
    return kSuccess;
  }
  fmt::print("Version : {}\n", (*header)->version);
  fmt::print("Variants: {}\n", fmt::join((*header)->variants, " "));
  for (const std::string& field : (*header)->extra_fields) fmt::print("Extra   : {}\n", field);
  fmt::print("Comment : {}\n", (*header)->comment);
  return kSuccess;
}

/// What is not given stays as it is.
book::BookHeader changed_header(book::BookHeader header, const Arguments& arguments) {
  if (arguments.count("comment") > 0) header.comment = header_comment(arguments["comment"].as<std::string>());
  if (arguments.count("variant") > 0) header.variants = arguments["variant"].as<Strings>();
  return header;
}

Result<int> run(const Arguments& arguments) {
  const auto& path = arguments["bin"].as<std::string>();
  const std::string out = arguments.count("out") > 0 ? arguments["out"].as<std::string>() : path;
  const bool sets = arguments.count("comment") + arguments.count("variant") > 0;
  const bool removes = arguments["remove"].as<bool>();
  if (sets && removes) return wrong_usage(kHeader, "-remove cannot be combined with -comment and -variant");
  if (!sets && !removes && arguments.count("out") > 0)
    return wrong_usage(kHeader, "-out goes with -comment, -variant or -remove");
  if (!sets && !removes) return show(path);
  const auto change = [&](std::optional<book::BookHeader> old) -> std::optional<book::BookHeader> {
    if (!sets) return std::nullopt;
    return changed_header(std::move(old).value_or(book::BookHeader()), arguments);
  };
  if (auto done = book::replace_header(path, change, out); !done) return done.error();
  return kSuccess;
}

}  // namespace

const Tool kHeader{
    .name = "header",
    .usage = "[-bin BOOK] [-comment TEXT] [-variant NAME]... [-remove] [-out BOOK]",
    .summary = "Shows, sets or removes the header of a book.",
    .declare = declare,
    .run = run,
};

}  // namespace polyglot::tools
