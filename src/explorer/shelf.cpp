#include "explorer/shelf.hpp"
#include <algorithm>
#include <system_error>

namespace polyglot::explorer {

namespace {

namespace fs = std::filesystem;

std::string short_name(const std::string& path) {
  const fs::path file(path);
  return (file.extension() == ".bin" ? file.stem() : file.filename()).string();
}

}  // namespace

Result<Shelf> Shelf::open(std::span<const std::string> paths) {
  Shelf shelf;
  for (const std::string& path : paths) {
    shelf.places_.push_back({.path = path, .book = nullptr});
    if (const auto opened = refresh(shelf.places_.back()); !opened) return opened.error();
  }
  return shelf;
}

std::string Shelf::name(std::size_t index) const {
  const std::string name = short_name(path(index));
  const auto has_name = [&name](const Place& place) { return short_name(place.path) == name; };
  return std::ranges::count_if(places_, has_name) > 1 ? path(index) : name;
}

Result<const book::BinBook*> Shelf::book(std::size_t index) {
  Place& place = places_[index];
  if (const auto fresh = refresh(place); !fresh) return fresh.error();
  return place.book.get();
}

Result<void> Shelf::refresh(Place& place) {
  // A file that is gone has neither: opening it says so in words.
  std::error_code ignored;
  const auto written = fs::last_write_time(place.path, ignored);
  const auto size = fs::file_size(place.path, ignored);
  if (place.book && place.written == written && place.size == size) return {};
  place.book.reset();
  auto opened = book::BinBook::open(place.path);
  if (!opened) return opened.error();
  place.book = std::move(*opened);
  place.written = written;
  place.size = size;
  return {};
}

}  // namespace polyglot::explorer
