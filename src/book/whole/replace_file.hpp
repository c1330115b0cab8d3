// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>

#include <polyglot/os/atomic_file.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// Whether a file is to be replaced.
[[nodiscard]] bool is_there(const std::string& out);

/// Gives a book that is written the name `out`. Those who change the book that is there now must not replace
/// the new one by theirs.
[[nodiscard]] Result<void> commit_over(const std::string& out, os::AtomicFile& file);

/// Makes a book that has not taken its name yet; nothing: there is nothing to write.
using MakeFile = std::function<Result<std::optional<os::AtomicFile>>()>;

/// What replace_book() does, for a book of any format.
[[nodiscard]] Result<void> replace_file(std::span<const std::string> sources, const std::string& out,
                                        const MakeFile& make);

}  // namespace polyglot::book
