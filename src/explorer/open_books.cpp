// SPDX-License-Identifier: MIT
#include "explorer/open_books.hpp"
#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include <polyglot/book/book_source.hpp>
#include <polyglot/book/made_for.hpp>
#include <polyglot/counts/counts_file.hpp>
#include <polyglot/os/file.hpp>

namespace polyglot::explorer {

namespace {

std::string short_name(const std::string& path) {
  const std::filesystem::path file(path);
  return (file.extension() == ".bin" ? file.stem() : file.filename()).string();
}

/// Guesses the layout. In large books it reads only a sample.
Result<book::LearnLayout> guess_learn_layout(const book::BinBook& book) {
  constexpr std::uint64_t kBlocks = 64;
  constexpr std::uint64_t kBlockRecords = 1024;
  const std::uint64_t step = std::max(book.size() / kBlocks, kBlockRecords);
  book::LearnLayoutGuess guess;
  for (std::uint64_t first = 0; first < book.size(); first += step) {
    const auto records = book.read(first, std::min(kBlockRecords, book.size() - first));
    if (!records) return records.error();
    for (const book::RawEntry& record : *records) guess.add(record);
  }
  return guess.result();
}

Result<OpenBook> open_as_counts(const std::string& path, const game::Rules& rules) {
  auto opened = open_counts(path);
  if (!opened) return opened.error();
  if (opened->rules.name() != rules.name())
    return Error{fmt::format("the counts are of games of {}, not of {}", opened->rules.name(), rules.name()),
                 path};
  auto source = std::make_unique<CountsBook>(*std::move(opened), path);
  const CountsBook* const counts = source.get();
  return OpenBook{.source = std::move(source), .counts = counts};
}

}  // namespace

void OpenBook::note_troubles() {
  while (const auto trouble = source->take_trouble()) troubles.push_back(trouble->to_string());
}

Result<OpenBooks> OpenBooks::open(std::span<const std::string> paths, std::optional<book::BookFormat> format,
                                  const game::Rules& rules) {
  os::allow_open_files(paths.size());
  OpenBooks books;
  books.format_ = format;
  books.rules_ = rules;
  for (const std::string& path : paths) {
    books.places_.push_back({.path = path});
    if (const auto opened = books.refresh(books.places_.back()); !opened) return opened.error();
  }
  return books;
}

std::string OpenBooks::name(std::size_t index) const {
  const std::string name = short_name(path(index));
  const auto has_name = [&name](const Place& place) { return short_name(place.path) == name; };
  return std::ranges::count_if(places_, has_name) > 1 ? path(index) : name;
}

Result<OpenBook*> OpenBooks::book(std::size_t index) {
  Place& place = places_[index];
  if (const auto fresh = refresh(place); !fresh) return fresh.error();
  return &*place.book;
}

Result<void> OpenBooks::refresh(Place& place) const {
  // Take the stamp while the old book is open, so that its inode number cannot be reused. Therefore we notice
  // even a file that was replaced twice within a tick of the clock.
  const auto found = os::stamp_of(place.path);
  const os::FileStamp stamp = found ? *found : os::FileStamp();
  if (place.stamp == stamp) return {};
  place.book.reset();
  place.stamp.reset();
  const auto has_counts = format_ ? Result<bool>(false) : counts::is_counts_file(place.path);
  if (!has_counts) return has_counts.error();
  auto book = *has_counts ? open_as_counts(place.path, rules_) : open(place.path);
  if (!book) return book.error();
  place.book = *std::move(book);
  place.stamp = stamp;
  return {};
}

Result<OpenBook> OpenBooks::open(const std::string& path) const {
  auto opened = book::open_book(path, format_);
  if (!opened) return opened.error();
  OpenBook book{.source = std::move(*opened)};
  book.bin = book.source->records();
  if (book.bin != nullptr) {
    const auto learn = guess_learn_layout(*book.bin);
    if (!learn) return learn.error();
    book.learn = *learn;
  }
  if (const auto note = book::note_on_variations(*book.source)) book.troubles.push_back(note->to_string());
  book.note_troubles();
  if (const auto variants = book.source->variants(); !book::is_made_for(variants, rules_))
    book.troubles.push_back(book::made_for_others(variants, rules_, path).to_string());
  return book;
}

}  // namespace polyglot::explorer
