// SPDX-License-Identifier: MIT
#include "proxy/statistics_file.hpp"
#include <array>
#include <cstdint>
#include <filesystem>
#include <system_error>
#include <utility>

#include <polyglot/ascii.hpp>
#include <polyglot/os/expansion.hpp>
#include <polyglot/os/file.hpp>

namespace polyglot::proxy {
namespace {

StatisticsRecord begun_now() {
  StatisticsRecord record;
  record.process = parse_number<std::int64_t>(os::with_process_id("%p")).value_or(0);
  record.start = std::chrono::system_clock::now();
  return record;
}

}  // namespace

/// Refuses a file with other contents, so that a book named by mistake is not damaged.
Result<StatisticsFile> StatisticsFile::open(std::string path) {
  std::error_code none;  // an error means that there is no file
  if (std::filesystem::is_regular_file(path, none)) {
    const auto file = os::File::open(path);
    if (!file) return file.error();
    std::array<std::byte, 1> first{};
    const auto read = file->read_at(0, first);
    if (!read) return read.error();
    if (*read > 0 && first[0] != std::byte{'{'})
      return Error{"is not a statistics file; Polyglot appends nothing to it", path};
  }
  return StatisticsFile(std::move(path));
}

StatisticsFile::StatisticsFile(std::string path)
    : path_(std::move(path)), present_(begun_now()), session_(present_) {
  session_.kind = StatisticsRecord::Kind::session;
  session_.games = 0;
}

void StatisticsFile::learned(std::size_t records) noexcept {
  (ended_.empty() ? present_ : ended_.front()).learned += records;
}

void StatisticsFile::game_ended(const session::GameFigures& figures) {
  StatisticsRecord& game = ended_.emplace_back(std::exchange(present_, begun_now()));
  game.end = present_.start;
  game.plies = figures.plies;
  game.book_moves = figures.book_moves;
  if (figures.out_of_book) game.out_of_book = *figures.out_of_book;
  game.book = figures.book;
}

Result<void> StatisticsFile::write_games(const Parties& parties) {
  Result<void> written;
  for (StatisticsRecord& game : std::exchange(ended_, {})) {
    session_.add(game);
    ++session_.games;
    if (const auto one = write(game, parties); !one) written = one;
  }
  return written;
}

Result<void> StatisticsFile::write_session(const Parties& parties) {
  session_.add(present_);
  session_.end = std::chrono::system_clock::now();
  return write(session_, parties);
}

Result<void> StatisticsFile::write(StatisticsRecord& record, const Parties& parties) const {
  record.engine = parties.engine;
  record.gui_protocol = parties.gui_protocol;
  record.engine_protocol = parties.engine_protocol;
  return os::append_to_file(path_, to_json(record) + '\n');
}

}  // namespace polyglot::proxy
