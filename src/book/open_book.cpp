// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <utility>

#include <polyglot/book/abk_book.hpp>
#include <polyglot/book/bin_book.hpp>
#include <polyglot/book/crafty_book.hpp>
#include <polyglot/book/ctg_book.hpp>
#include <polyglot/book/open_book.hpp>
#include <polyglot/book/opening_list.hpp>

#include "book/recognition.hpp"

namespace polyglot::book {
namespace {

template <class Book>
Result<std::unique_ptr<BookSource>> open_as(const std::string& path) {
  auto book = Book::open(path);
  if (!book) return book.error();
  return std::unique_ptr<BookSource>(std::move(*book));
}

template <auto open>
Result<std::unique_ptr<BookSource>> open_list(const std::string& path) {
  auto list = open(path);
  if (!list) return list.error();
  return std::unique_ptr<BookSource>(std::move(*list));
}

struct Opener {
  BookFormat format;
  Result<std::unique_ptr<BookSource>> (*open)(const std::string& path);
};

constexpr std::array kOpeners{Opener{BookFormat::polyglot, &open_as<BinBook>},
                              Opener{BookFormat::crafty, &open_as<CraftyBook>},
                              Opener{BookFormat::abk, &open_as<AbkBook>},
                              Opener{BookFormat::ctg, &open_as<CtgBook>},
                              Opener{BookFormat::pgn, &open_list<&OpeningList::open_pgn>},
                              Opener{BookFormat::epd, &open_list<&OpeningList::open_epd>}};

}  // namespace

Result<std::unique_ptr<BookSource>> open_book(const std::string& path, std::optional<BookFormat> format) {
  if (!format) {
    const auto recognised = recognise_format(path);
    if (!recognised) return recognised.error();
    format = *recognised;
  }
  const auto* const opener = std::ranges::find(kOpeners, *format, &Opener::format);
  if (opener == kOpeners.end()) return Error{std::string(no_polyglot_book(*format)), path};
  return opener->open(path);
}

}  // namespace polyglot::book
