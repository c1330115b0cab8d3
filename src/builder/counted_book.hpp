// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/book/bin_writer.hpp>
#include <polyglot/builder/build.hpp>
#include <polyglot/builder/weights.hpp>
#include <polyglot/result.hpp>

namespace polyglot::builder {

/// Builds a book and, in the same run, the file of counts `settings.counts`. `is_plain`: PolyglotTally is
/// enough for the book. Error: also as CountsOutput.
[[nodiscard]] Result<Summary> make_counted_book(const Settings& settings, const EntryRule& rule,
                                                bool is_plain, Progress& progress,
                                                book::BinBookWriter& writer);

}  // namespace polyglot::builder
