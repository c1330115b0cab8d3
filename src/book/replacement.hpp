#pragma once

#include <functional>
#include <span>
#include <string>

#include <polyglot/book/bin_writer.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// Writes the book `out`, which is made of the books `sources` and may be one of them.
///
/// `make` reads the sources and fills the new book. If `out` is one of them and others write to it meanwhile,
/// as those do who learn, `make` is called again: nothing of theirs is lost. The book is locked for the
/// moment in which it is replaced; only where others write without pause, `make` works under the lock at
/// last. Nothing is written if `make` returns false. Error: what `make` returns, the system's reason, or a
/// program that writes to the book in spite of the lock.
[[nodiscard]] Result<void> replace_book(std::span<const std::string> sources, const std::string& out,
                                        const std::function<Result<bool>(BinBookWriter&)>& make);

}  // namespace polyglot::book
