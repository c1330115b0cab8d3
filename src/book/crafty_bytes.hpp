// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>

#include <polyglot/book/crafty_writer.hpp>
#include <polyglot/os/atomic_file.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// A Crafty book with all its bytes, which has not taken its name yet. Error: see write_crafty_book().
[[nodiscard]] Result<os::AtomicFile> make_crafty_file(const std::string& path,
                                                      std::span<const CraftyRecord> records,
                                                      const CraftyClusters& clusters, std::uint32_t version);

}  // namespace polyglot::book
