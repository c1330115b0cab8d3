// SPDX-License-Identifier: MIT
#include "analysis/sqlite.hpp"
#include <filesystem>
#include <sqlite3.h>
#include <system_error>

#include <fmt/format.h>

#include <polyglot/os/file.hpp>

namespace polyglot::analysis {
namespace {

/// Returns the address of a file to which nobody writes. Source: SQLite, "Uniform Resource Identifiers".
std::string immutable_address(std::string_view path) {
  std::string address = "file:";
  for (const char letter : path)
    if (letter == '%' || letter == '?' || letter == '#')
      address += fmt::format("%{:02X}", letter);
    else
      address += letter;
  return address + "?immutable=1";
}

/// An error in fixed words. Those of sqlite3_errmsg() may come from the file.
Failure failed(int code, const std::string& path) {
  constexpr int kPrimary = 0xff;
  switch (code & kPrimary) {
    case SQLITE_ERROR:
    case SQLITE_CORRUPT:
    case SQLITE_SCHEMA:
    case SQLITE_INTERRUPT:
    case SQLITE_NOTADB:
      return Failure(
          "is not a store of verdicts, or is damaged; to find out more: sqlite3 FILE \"PRAGMA "
          "integrity_check\"",
          path);
    default:
      return Failure(sqlite3_errstr(code & kPrimary), path);
  }
}

}  // namespace

Statement& Statement::bind(int parameter, std::int64_t value) noexcept {
  sqlite3_bind_int64(statement_.get(), parameter, value);
  return *this;
}

Statement& Statement::bind(int parameter, std::string_view text) noexcept {
  sqlite3_bind_text(statement_.get(), parameter, text.data(), static_cast<int>(text.size()), SQLITE_STATIC);
  return *this;
}

Statement& Statement::bind(int parameter, std::span<const std::byte> bytes) noexcept {
  // SQLite would store a null pointer as NULL.
  if (bytes.empty())
    sqlite3_bind_zeroblob(statement_.get(), parameter, 0);
  else
    sqlite3_bind_blob(statement_.get(), parameter, bytes.data(), static_cast<int>(bytes.size()),
                      SQLITE_STATIC);
  return *this;
}

bool Statement::step() {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  throw failed(code, *path_);
}

void Statement::run() {
  const Run run(*this);
  while (step()) {
  }
}

void Statement::reset() noexcept {
  sqlite3_reset(statement_.get());
  sqlite3_clear_bindings(statement_.get());
}

std::int64_t Statement::number(int column) const noexcept {
  return sqlite3_column_int64(statement_.get(), column);
}

std::string_view Statement::text(int column) const noexcept {
  const auto bytes = this->bytes(column);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::span<const std::byte> Statement::bytes(int column) const noexcept {
  const auto* const begin = static_cast<const std::byte*>(sqlite3_column_blob(statement_.get(), column));
  return {begin, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

bool Statement::is_null(int column) const noexcept {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

/// In WAL mode SQLite needs files beside the database, even for reading. If they are missing and we may not
/// create them, we open the database as immutable.
Database Database::open(const std::string& path, Access access, std::chrono::milliseconds patience) {
  if (const auto kind = os::kind_of(path); kind != os::PathKind::missing && kind != os::PathKind::file)
    throw Failure("is not a store of verdicts, but no regular file", path);
  if (access == Access::write) return {path, path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, patience};
  Database database(path, path, SQLITE_OPEN_READONLY, patience);
  if (result_of([&] { return database.number("PRAGMA application_id"); })) return database;
  const int code = sqlite3_errcode(database.database_.get());
  if (code != SQLITE_CANTOPEN && code != SQLITE_READONLY) return database;
  std::error_code unknown;
  if (std::filesystem::exists(path + "-wal", unknown)) return database;
  return {immutable_address(path), path, SQLITE_OPEN_READONLY, patience};
}

Database::Database(std::string address, const std::string& path, int flags,
                   std::chrono::milliseconds patience)
    : path_(std::make_unique<std::string>(path)), address_(std::move(address)) {
  sqlite3* opened = nullptr;
  const int code =
      sqlite3_open_v2(address_.c_str(), &opened, flags | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nullptr);
  database_.reset(opened, sqlite3_close_v2);
  check(code);
  sqlite3_busy_timeout(opened, static_cast<int>(patience.count()));
  sqlite3_db_config(opened, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
}

void Database::limit_steps(bool are_limited) noexcept {
  constexpr int kMost = 10'000'000;
  const auto stop = [](void*) { return 1; };
  sqlite3_progress_handler(database_.get(), are_limited ? kMost : 0, are_limited ? +stop : nullptr, nullptr);
}

void Database::execute(const std::string& statements) {
  check(sqlite3_exec(database_.get(), statements.c_str(), nullptr, nullptr, nullptr));
}

void Database::try_execute(const char* statements) noexcept {
  sqlite3_exec(database_.get(), statements, nullptr, nullptr, nullptr);
}

Statement Database::prepare(std::string_view statement) {
  sqlite3_stmt* prepared = nullptr;
  check(sqlite3_prepare_v3(database_.get(), statement.data(), static_cast<int>(statement.size()),
                           SQLITE_PREPARE_PERSISTENT, &prepared, nullptr));
  return {std::shared_ptr<sqlite3_stmt>(prepared, sqlite3_finalize), *path_};
}

std::int64_t Database::number(std::string_view query) {
  Statement statement = prepare(query);
  return statement.step() ? statement.number(0) : 0;
}

std::uint64_t Database::changes() const noexcept {
  return static_cast<std::uint64_t>(sqlite3_changes64(database_.get()));
}

void Database::check(int code) const {
  if (code != SQLITE_OK) throw failed(code, *path_);
}

}  // namespace polyglot::analysis
