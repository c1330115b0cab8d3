// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <polyglot/book/book_source.hpp>
#include <polyglot/book/learn_file.hpp>
#include <polyglot/config/options.hpp>
#include <polyglot/result.hpp>
#include <polyglot/session/effects.hpp>

namespace polyglot::proxy {

/// What becomes of %e, %b and %h in the name of a file of results.
struct LearnNames {
  std::string engine;
  std::string book;
  std::string host;
};
/// The file name that `pattern` stands for: %e, %b and %h as a part of a file name, so that blanks, slashes
/// and the like in them become `_`; %% is a percent sign, anything else behind one stays.
[[nodiscard]] std::string expand_learn_file(std::string_view pattern, const LearnNames& names);

/// EngineName; without it `name`, which the engine gives itself; or what its program is called; empty if none
/// is named.
[[nodiscard]] std::string name_of_engine(std::string_view name, const config::Options& options);

/// The starter book that was built or installed with this program; nothing if it is not there.
[[nodiscard]] std::optional<std::filesystem::path> find_starter_book();

/// The file of a book as os::find_file() finds it; for who names no book (`request.or_starter`) and has
/// none of the usual name, find_starter_book().
/// Error: nothing there; the message names each path that was tried.
[[nodiscard]] Result<std::filesystem::path> find_book(const session::OpenBook& request,
                                                      const std::filesystem::path& ini_folder);

/// Whether the book at `path` may learn in its own records. Error: it is the starter book, which others may
/// use as well.
[[nodiscard]] Result<void> may_learn(const std::string& path);

/// The path of the file beside the book at `book` in which its results are learned (`request.learn_file`):
/// where it is found, or else in `ini_folder` or the current one. `engine_name` is asked when the path is
/// first wanted.
[[nodiscard]] book::LearnFileName learn_file_path(const session::OpenBook& request,
                                                  const std::filesystem::path& book,
                                                  const std::filesystem::path& ini_folder,
                                                  std::function<std::string()> engine_name);

/// Opens a book as a session that plays from it does: the file that find_book() finds, with the results of
/// `request.learn_file`, which is made in `ini_folder`, or the current one, if it is not there. `engine_name`
/// is asked for when results are first wanted. Error: path, reason, and what to do.
[[nodiscard]] Result<std::unique_ptr<book::BookSource>> open_for_play(
    const session::OpenBook& request, const std::filesystem::path& ini_folder,
    const std::function<std::string()>& engine_name);

}  // namespace polyglot::proxy
