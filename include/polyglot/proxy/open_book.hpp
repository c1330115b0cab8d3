// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/book/book_source.hpp>
#include <polyglot/book/book_stack.hpp>
#include <polyglot/config/configuration.hpp>
#include <polyglot/config/options.hpp>
#include <polyglot/game/game.hpp>
#include <polyglot/result.hpp>
#include <polyglot/session/effects.hpp>

namespace polyglot::proxy {

/// The values of %e, %b and %h in the name of a file of results.
struct LearnNames {
  std::string engine;
  std::string book;
  std::string host;
};
/// Expands %e, %b and %h in a file name. Blanks, slashes and similar characters in their values become `_`.
/// %% is a percent sign; any other character after a percent sign stays unchanged.
[[nodiscard]] std::string expand_learn_file(std::string_view pattern, const LearnNames& names);

/// Returns EngineName, or else `name` (the engine's name for itself), or else the name of its program. Empty
/// if there is none of these.
[[nodiscard]] std::string name_of_engine(std::string_view name, const config::Options& options);

/// Returns the starter book that was built or installed with this program; nothing if it is missing.
[[nodiscard]] std::optional<std::filesystem::path> find_starter_book();

/// Finds the file of a book as config::find_file() does. If the user has named no book (`request.or_starter`)
/// and the default one is missing, it returns find_starter_book(). Error: no such file; the message names
/// each path that was tried.
[[nodiscard]] Result<std::filesystem::path> find_book(const session::OpenBook& request,
                                                      const std::filesystem::path& ini_folder);

/// Checks whether the book at `path` may learn in its own records. Error: it is the starter book, which
/// others may use as well.
[[nodiscard]] Result<void> may_learn(const std::string& path);

/// Opens the file of find_book() to play from it, with the results of `request.learn_file`. A missing file of
/// results is created in `ini_folder` or the working directory. `engine_name` is called when results are
/// first needed. Error: path, reason, and what to do.
[[nodiscard]] Result<std::unique_ptr<book::BookSource>> open_for_play(
    const session::OpenBook& request, const std::filesystem::path& ini_folder,
    const std::function<std::string()>& engine_name);

/// What the books of a session would answer in a position, and why.
struct Explanation {
  book::Decision decision;
  std::vector<std::string> troubles;  ///< problems of the books; a book that cannot be opened is not asked
};

/// Finds the book move that a session with this configuration would play in the last position of a game. It
/// opens the same books and asks them the same question. The rules of the game must be known. `about` holds
/// what is known about the clock and the opponent. No engine is started: in the name of BookLearnFile, %e
/// becomes EngineName or the name of the engine's program. Error: the file of variants is wrong.
[[nodiscard]] Result<Explanation> explain(const config::Configuration& configuration, const game::Game& game,
                                          book::Question about);

}  // namespace polyglot::proxy
