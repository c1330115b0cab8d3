// SPDX-License-Identifier: MIT
/// Files of opening names, of any kind. Every opening must have a name and legal moves that lead to its
/// position, and its key must find the position. Every skipped line must have a place. An opening must be the
/// same when it is written again as a line of TSV.
#include <polyglot/chess/position.hpp>
#include <polyglot/openings/opening_names.hpp>

#include "check.hpp"

namespace polyglot::fuzz {
namespace {

using openings::Opening;
using openings::OpeningNames;

void check_opening(const OpeningNames& names, const Opening& opening) {
  check(!opening.name.empty(), "an opening has a name");
  chess::Position position;
  for (const chess::Move move : opening.moves) {
    check(position.is_legal(move), "moves are legal");
    position.make(move);
  }
  check(position.key() == opening.key, "moves lead to the position");
  const Opening* const found = names.find(opening.key);
  check(found != nullptr && found <= &opening && found->key == opening.key,
        "the first one of a position is found");
}

void check_written_anew(const Opening& opening) {
  if (opening.moves.empty()) return;
  const auto again = OpeningNames::parse("eco\tname\tpgn\nA00\tName\t" + opening.san() + "\n", "again");
  check(again && again->all().size() == 1 && again->all()[0].moves == opening.moves,
        "moves written anew are the same");
}

}  // namespace
}  // namespace polyglot::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace polyglot::fuzz;
  const auto names = OpeningNames::parse(as_text(data, size), "file");
  if (!names) {
    check(!names.error().what.empty() && names.error().where.starts_with("file"), "an error says where");
    return 0;
  }
  for (const Opening& opening : names->all()) check_opening(*names, opening);
  check_written_anew(names->all().front());
  for (const auto& problem : names->problems())
    check(!problem.what.empty() && problem.where.starts_with("file:"),
          "a line that is passed over has a place");
  check(names->problems().size() <= names->skipped_lines(), "every problem is a skipped line");
  for (const auto* const opening : names->search(names->all().back().name))
    check(polyglot::openings::OpeningQuery(names->all().back().name).matches(*opening),
          "what is found matches");
  return 0;
}
