#pragma once

#include <chrono>
#include <optional>
#include <string>

#include <polyglot/os/file.hpp>
#include <polyglot/result.hpp>

namespace polyglot::os {

/// Opens a file for updating and locks it: as long as it is open, no other program changes or replaces it
/// that asks for the lock, too. To be held for moments, others wait; the system gives it up if the process
/// dies. That it still has the name is made sure of under the lock: where another program has replaced it
/// meanwhile, the new one is taken. A file system that has no locks gives the file without one.
///
/// Nothing: another program holds the lock. Error: what File::open() says, or the system's reason.
[[nodiscard]] Result<std::optional<File>> try_open_locked(const std::string& path);

/// The same, but waits for another holder. Error: also if he has not given it up after `patience`.
[[nodiscard]] Result<File> open_locked(const std::string& path, std::chrono::milliseconds patience);

/// What open_locked() says in the end, for those who wait otherwise.
[[nodiscard]] Error locked_by_another(const std::string& path);

}  // namespace polyglot::os
