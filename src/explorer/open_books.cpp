// SPDX-License-Identifier: MIT
#include "explorer/open_books.hpp"
#include <filesystem>

#include <fmt/format.h>

#include <polyglot/book/book_source.hpp>
#include <polyglot/book/header.hpp>
#include <polyglot/counts/counts_file.hpp>
#include <polyglot/os/file.hpp>

namespace polyglot::explorer {

namespace {

std::string short_name(const std::string& path) {
  const std::filesystem::path file(path);
  return (file.extension() == ".bin" ? file.stem() : file.filename()).string();
}

/// Guesses the layout. In large books it reads only a sample.
book::LearnLayout guess_learn_layout(const book::BinBook& book) {
  constexpr std::uint64_t kBlocks = 64;
  constexpr std::uint64_t kBlockRecords = 1024;
  const std::uint64_t step = std::max(book.size() / kBlocks, kBlockRecords);
  book::LearnLayoutGuess guess;
  for (std::uint64_t first = 0; first < book.size(); first += step) {
    const auto records = book.read(first, std::min(kBlockRecords, book.size() - first)).value();
    for (const book::RawEntry& record : records) guess.add(record);
  }
  return guess.result();
}

OpenBook open_as_counts(const std::string& path, const game::Rules& rules) {
  auto source = std::make_unique<CountsBook>(path);
  const CountsBook* const counts = source.get();
  if (counts->rules().name() != rules.name())
    throw Failure(
        fmt::format("the counts are of games of {}, not of {}", counts->rules().name(), rules.name()), path);
  return OpenBook{.source = std::move(source), .counts = counts};
}

}  // namespace

void OpenBook::note_troubles() {
  while (const auto trouble = source->take_trouble()) troubles.push_back(trouble->to_string());
}

Result<OpenBooks> OpenBooks::open(std::span<const std::string> paths, std::optional<book::BookFormat> format,
                                  const game::Rules& rules) {
  os::allow_open_files(paths.size());
  return result_of([&] {
    OpenBooks books;
    books.format_ = format;
    books.rules_ = rules;
    for (const std::string& path : paths) books.refresh(books.files_.emplace_back(BookFile{.path = path}));
    return books;
  });
}

std::string OpenBooks::name(std::size_t index) const {
  const std::string name = short_name(path(index));
  const auto has_name = [&name](const BookFile& file) { return short_name(file.path) == name; };
  return std::ranges::count_if(files_, has_name) > 1 ? path(index) : name;
}

Result<OpenBook*> OpenBooks::book(std::size_t index) {
  return result_of([&] {
    BookFile& file = files_[index];
    refresh(file);
    return &*file.book;
  });
}

void OpenBooks::refresh(BookFile& file) const {
  // Take the stamp while the old book is open, so that its inode number cannot be reused. Therefore we notice
  // even a file that was replaced twice within a tick of the clock.
  const auto found = os::stamp_of(file.path);
  const os::FileStamp stamp = found ? *found : os::FileStamp();
  if (file.stamp == stamp) return;
  file.book.reset();
  file.stamp.reset();
  const bool has_counts = !format_ && counts::is_counts_file(file.path).value();
  file.book = has_counts ? open_as_counts(file.path, rules_) : open(file.path);
  file.stamp = stamp;
}

OpenBook OpenBooks::open(const std::string& path) const {
  OpenBook book{.source = book::open_book(path, format_).value()};
  book.bin = book.source->records();
  if (book.bin != nullptr) book.learn = guess_learn_layout(*book.bin);
  if (const auto note = book::note_on_variations(*book.source)) book.troubles.push_back(note->to_string());
  book.note_troubles();
  if (const auto variants = book.source->variants(); !book::is_made_for(variants, rules_))
    book.troubles.push_back(book::made_for_others(variants, rules_, path).to_string());
  return book;
}

}  // namespace polyglot::explorer
