// SPDX-License-Identifier: MIT
#include <optional>
#include <string>

#include <boost/json/object.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <polyglot/book/header.hpp>
#include <polyglot/json_text.hpp>
#include <polyglot/variants/catalogue.hpp>

#include "tools/book_report.hpp"
#include "tools/option_values.hpp"
#include "tools/tool.hpp"
#include "tools/walk_options.hpp"

namespace polyglot::tools {
namespace header_tool {
namespace {

namespace json = boost::json;

/// Source: docs/json.md, "header".
json::object to_json(const std::string& path, const std::optional<book::BookHeader>& header) {
  json::object object{{"book", path}};
  add_header(header, object);
  return object;
}

Result<int> show(const std::string& path, bool as_json) {
  const auto header = book::read_header(path);
  if (!header) return header.error();
  if (as_json) return success_if(os::write_output(json_text(to_json(path, *header)) + '\n'));
  if (!*header) return success_if(print_text("no header\n"));
  std::string shown =
      fmt::format("Version : {}\nVariants: {}\n", (*header)->version, fmt::join((*header)->variants, " "));
  for (const std::string& field : (*header)->extra_fields) shown += fmt::format("Extra   : {}\n", field);
  return success_if(print_text(shown + fmt::format("Comment : {}\n", (*header)->comment)));
}

Result<int> run(Command& command) {
  std::string path = "book.bin";
  std::string out;
  std::string comment;
  Strings variants;
  bool removes = false;
  bool as_json = false;
  command.add({
      {"book,bin,in", "BOOK", "the book", book_file(path), 1},
      {"comment", "TEXT", "set the comment; \\n begins a new line", text(comment)},
      {"variant", "NAME", "set the variant of the book, by its XBoard name; may be repeated",
       texts(variants)},
      {"remove", "", "remove the header", flag(removes)},
      {"out,o", "BOOK", "the book to write (default: the book itself)", output_file(out)},
      text_or_json_switch(as_json),
  });
  if (const auto exit_code = command.parse()) return *exit_code;
  const bool sets = command.has("comment") || command.has("variant");
  if (sets && removes)
    return command.wrong_usage({"--remove cannot be combined with --comment and --variant"});
  if (!sets && !removes && command.has("out"))
    return command.wrong_usage({"--out needs --comment, --variant or --remove"});
  tell_if_empty(command, path);
  if (!sets && !removes) return show(path, as_json);
  // Fields that are not given do not change.
  const auto change = [&](std::optional<book::BookHeader> old) -> std::optional<book::BookHeader> {
    if (!sets) return std::nullopt;
    book::BookHeader header = std::move(old).value_or(book::BookHeader());
    if (command.has("comment")) header.comment = header_comment(comment);
    if (command.has("variant")) header.variants = variants;
    return header;
  };
  const std::string to = command.has("out") ? out : command.in_place_of(path);
  if (auto replaced = book::replace_header(path, change, to); !replaced) return replaced.error();
  command.say(fmt::format("{}: header {}", to, removes ? "removed" : "written"));
  for (const std::string& name : variants)
    if (!variants::Catalogue::builtin().first_name(name))
      command.note(
          fmt::format("Polyglot does not know the variant {}; other tools will need --variants", name));
  if (command.is_verbose() && to != "-") return show(to, as_json);
  return kSuccess;
}

}  // namespace
}  // namespace header_tool

const Tool kHeader{
    .name = "header",
    .summary = "Shows, sets or removes the header of a book.",
    .examples =
        "polyglot header book.bin\n"
        "polyglot header book.bin --comment \"Games of 2024\"\n"
        "polyglot header book.bin --remove -o bare.bin\n",
    .run = header_tool::run,
    .group = "books",
};

}  // namespace polyglot::tools
