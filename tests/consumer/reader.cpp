// SPDX-License-Identifier: MIT
#include <polyglot/book/book_source.hpp>
#include <polyglot/book/learner.hpp>
#include <polyglot/book/merge.hpp>
#include <polyglot/book/selection.hpp>

int main(int, char** arguments) {
  const auto book = polyglot::book::open_book(arguments[1]);
  if (!book) return 1;
  return polyglot::book::judge((*book)->find(polyglot::chess::Position()), nullptr, {}).empty() ? 2 : 0;
}
