#include <algorithm>
#include <string_view>

#include <polyglot/book/bin_book.hpp>
#include <polyglot/book/move_code.hpp>

#include "book/bin_check.hpp"
#include "book/bin_file.hpp"

namespace polyglot::book {

Result<std::unique_ptr<BinBook>> BinBook::open(const std::string& path) {
  auto book = open_even_empty(path);
  if (!book || (*book)->size() > 0) return book;
  const std::uint64_t bytes = (*book)->file_->file().size();
  const std::string_view what = bytes == 0 ? "is empty (" : "holds a header but no moves (";
  return Error{std::string(what) + std::to_string(bytes) + " bytes): copy or build the book again", path};
}

Result<std::unique_ptr<BinBook>> BinBook::open_even_empty(const std::string& path) {
  auto opened = MappedFile::open(path);
  if (!opened) return opened.error();
  auto file = std::make_unique<BinFile>(std::move(*opened));
  if (auto sound = check_bin_file(*file); !sound) return sound.error();
  file->file().release_pages();
  const auto first_position = file->lower_bound(0, file->count(), 1);
  if (!first_position) return first_position.error();
  return std::unique_ptr<BinBook>(new BinBook(path, std::move(file), *first_position));
}

BinBook::BinBook(std::string path, std::unique_ptr<const BinFile> file, std::uint64_t first_position)
    : path_(std::move(path)), file_(std::move(file)), first_position_(first_position) {}

BinBook::~BinBook() = default;

BookMoves BinBook::find(const chess::Position& position) const {
  last_error_.reset();
  const auto entries = find(position.key());
  if (!entries) {
    last_error_ = entries.error();
    return {};
  }
  return decode_moves(position, *entries);
}

std::uint64_t BinBook::size() const {
  return file_->count() - first_position_;
}

const std::string& BinBook::path() const {
  return path_;
}

std::optional<Error> BinBook::last_error() const {
  return last_error_;
}

Result<std::vector<RawEntry>> BinBook::find(chess::Key key) const {
  if (key == 0) return std::vector<RawEntry>();
  const auto first = file_->lower_bound(first_position_, file_->count(), key);
  if (!first) return first.error();
  return file_->records_of(key, *first);
}

Result<std::vector<RawEntry>> BinBook::read(std::uint64_t first, std::uint64_t count) const {
  return file_->read(first_position_ + first, count);
}

Result<std::optional<BookHeader>> BinBook::header() const {
  if (first_position_ == 0) return std::optional<BookHeader>();
  if (first_position_ > kMaxRecordsOfKey) return too_many_records(path_, kMaxRecordsOfKey, "the header");
  const auto records = file_->read(0, first_position_);
  if (!records) return records.error();
  auto header = parse_header(*records);
  if (!header) return Error{header.error().what, path_};
  return std::optional<BookHeader>(std::move(*header));
}

Result<std::unique_ptr<BookSource>> open_bin_book(const std::string& path) {
  auto book = BinBook::open(path);
  if (!book) return book.error();
  return std::unique_ptr<BookSource>(std::move(*book));
}

}  // namespace polyglot::book
