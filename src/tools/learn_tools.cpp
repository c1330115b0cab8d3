// SPDX-License-Identifier: MIT
// The tools merge-learn and apply-learn, which handle learned results.
#include <cstdint>
#include <string>

#include <fmt/format.h>

#include <polyglot/book/learned_results.hpp>
#include <polyglot/counted.hpp>

#include "tools/option_values.hpp"
#include "tools/tool.hpp"
#include "tools/walk_options.hpp"

namespace polyglot::tools {
namespace learn_tools {
namespace {

/// Reports halved records if there are any.
void tell_halved(const Command& command, std::uint64_t halved) {
  if (halved > 0)
    command.tell(
        fmt::format("sums that would exceed 65535: {}; games and points of these are halved", halved));
}

Result<int> run_merge(Command& command) {
  Strings files;
  std::string out;
  command.add({
      {"file,book,bin,in", "FILE", "the files of results, or books with results", book_files(files),
       config::kAllPlain, true},
      {"out,o", "FILE", "the file to write", output_file(out), 0, true},
  });
  if (const auto exit_code = command.parse()) return *exit_code;
  if (files.size() < 2) return command.wrong_usage({"give two or more files"});
  const auto report = book::merge_learned(files, out);
  if (!report) return report.error();
  command.say(fmt::format("{}: {}, {}", out, counted(report->positions, "position"),
                          counted(report->records, "entry")));
  tell_halved(command, report->halved);
  return kSuccess;
}

Result<int> run_apply(Command& command) {
  std::string path;
  std::string side;
  std::string out;
  auto to = book::ApplyTo::fields;
  command.add({
      {"book,bin,in", "BOOK", "the book", book_file(path), 1, true},
      {"learn-file", "FILE", "the file of results", book_file(side), 1, true},
      {"weights", "", "use the results to change the weights instead of adding them to the learn fields",
       constant(to, book::ApplyTo::weights)},
      {"out,o", "BOOK", "the book to write, which may be BOOK", output_file(out), 0, true},
  });
  if (const auto exit_code = command.parse()) return *exit_code;
  tell_if_empty(command, path);
  const auto report = book::apply_learned(path, side, to, out);
  if (!report) return report.error();
  tell_notes(command, report->notes);
  command.say(fmt::format("{}: results of {}", out, counted(report->applied, "entry")));
  if (report->unknown > 0)
    command.tell(fmt::format("moves with results that are not in the book: {}", report->unknown));
  tell_halved(command, report->halved);
  return kSuccess;
}

}  // namespace
}  // namespace learn_tools

const Tool kMergeLearn{
    .name = "merge-learn",
    .summary = "Merges learned results of several files.",
    .examples =
        "polyglot merge-learn monday.learn tuesday.learn -o week.learn\n"
        "polyglot merge-learn results.learn book.bin -o all.learn\n",
    .run = learn_tools::run_merge,
    .group = "learning",
};

const Tool kApplyLearn{
    .name = "apply-learn",
    .summary = "Applies learned results to a book.",
    .examples =
        "polyglot apply-learn book.bin results.learn -o learned.bin\n"
        "polyglot apply-learn --weights book.bin results.learn -o learned.bin\n",
    .run = learn_tools::run_apply,
    .group = "learning",
};

}  // namespace polyglot::tools
