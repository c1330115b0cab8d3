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

/// Makes a book that has not taken its name yet; nothing: there is nothing to write. `is_source`: the book
/// that it is to replace is one of its sources.
using MakeFile = std::function<Result<std::optional<os::AtomicFile>>(bool is_source)>;

/// What replace_book() does, for a book of any format.
[[nodiscard]] Result<void> replace_file(std::span<const std::string> sources, const std::string& out,
                                        const MakeFile& make);

}  // namespace polyglot::book
