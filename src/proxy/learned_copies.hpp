// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include <polyglot/book/book_source.hpp>
#include <polyglot/result.hpp>
#include <polyglot/session/effects.hpp>

namespace polyglot::proxy {

/// Copies of files in which a session learns. A replayed session learns in the copies, and only reads the
/// files. learn() makes the copies, and the destructor removes them.
class LearnedCopies {
 public:
  LearnedCopies() = default;
  ~LearnedCopies();
  LearnedCopies(const LearnedCopies&) = delete;
  LearnedCopies& operator=(const LearnedCopies&) = delete;

  /// Returns the copy of a file, or the file if the session has not learned in it.
  [[nodiscard]] std::string place_of(const std::string& path) const;
  /// Learns a game as Shell does. Error: a copy cannot be made or written.
  [[nodiscard]] Result<void> learn(const session::Learn& game);

 private:
  [[nodiscard]] Result<std::string> copy_of(const std::string& path);
  [[nodiscard]] Result<void> make_folder();

  std::filesystem::path folder_;               ///< empty until something is learned
  std::map<std::string, std::string> copies_;  ///< by the canonical path of the file
};

/// Opens a book as open_for_play() does, with the results learned in its copies. `copies` must outlive the
/// book.
[[nodiscard]] Result<std::unique_ptr<book::BookSource>> open_for_replay(
    const session::OpenBook& request, const std::filesystem::path& ini_folder,
    const std::function<std::string()>& engine_name, const LearnedCopies& copies);

}  // namespace polyglot::proxy
