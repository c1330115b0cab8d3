// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <span>

#include <polyglot/result.hpp>

struct sqlite3;
struct sqlite3_stmt;

namespace polyglot::analysis {

/// A statement that is prepared once and run often. Columns and parameters are numbered as in SQLite:
/// parameters from 1, columns from 0. Texts and blobs that are bound must live until the next reset().
class Statement {
 public:
  Statement(std::shared_ptr<sqlite3_stmt> statement, const std::string& path)
      : statement_(std::move(statement)), path_(&path) {}

  Statement& bind(int parameter, std::int64_t value) noexcept;
  Statement& bind(int parameter, std::string_view text) noexcept;
  Statement& bind(int parameter, std::span<const std::byte> bytes) noexcept;

  /// Runs to the next row: true if there is one. Failure: SQLite's reason.
  [[nodiscard]] bool step();
  /// Runs a statement without rows to its end, and resets it.
  void run();
  /// Ends the run, and makes all parameters NULL. Call it after the last row, because an open run keeps its
  /// lock.
  void reset() noexcept;

  [[nodiscard]] std::int64_t number(int column) const noexcept;
  [[nodiscard]] std::string_view text(int column) const noexcept;
  [[nodiscard]] std::span<const std::byte> bytes(int column) const noexcept;
  [[nodiscard]] bool is_null(int column) const noexcept;

 private:
  std::shared_ptr<sqlite3_stmt> statement_;
  const std::string* path_;
};

/// Resets a statement at the end of its scope.
class Run {
 public:
  explicit Run(Statement& statement) noexcept : statement_(statement) {}
  ~Run() { statement_.reset(); }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

 private:
  Statement& statement_;
};

/// A database of SQLite, which trusts no function in the file. Failure of each call: SQLite's reason.
class Database {
 public:
  enum class Access : std::uint8_t { read, write };

  [[nodiscard]] static Database open(const std::string& path, Access access,
                                     std::chrono::milliseconds patience);

  /// Runs statements without results.
  void execute(const std::string& statements);
  /// Runs statements that may fail, for example because SQLite has done the same already.
  void try_execute(const char* statements) noexcept;
  [[nodiscard]] Statement prepare(std::string_view statement);
  /// Limits the steps of each statement, so that a strange file cannot hold the program.
  void limit_steps(bool are_limited) noexcept;
  /// Returns the first column of the first row; 0 if there is no row.
  [[nodiscard]] std::int64_t number(std::string_view query);
  /// The number of rows that the last statement changed.
  [[nodiscard]] std::uint64_t changes() const noexcept;
  [[nodiscard]] const std::string& path() const noexcept { return *path_; }
  /// The address with which ATTACH opens the same file in the same way.
  [[nodiscard]] const std::string& address() const noexcept { return address_; }

 private:
  Database(std::string address, const std::string& path, int flags, std::chrono::milliseconds patience);
  /// Throws SQLite's reason unless `code` is success.
  void check(int code) const;

  std::shared_ptr<sqlite3> database_;
  std::unique_ptr<std::string> path_;  ///< statements refer to it
  std::string address_;
};

/// A transaction of a writer. Without commit() it is rolled back at the end of its scope.
class Transaction {
 public:
  explicit Transaction(Database& database) : database_(database) { database.execute("BEGIN IMMEDIATE"); }
  ~Transaction() {
    if (!is_committed_) database_.try_execute("ROLLBACK");
  }
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  void commit() {
    database_.execute("COMMIT");
    is_committed_ = true;
  }

 private:
  Database& database_;
  bool is_committed_ = false;
};

}  // namespace polyglot::analysis
