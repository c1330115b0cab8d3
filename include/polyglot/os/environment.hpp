// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What the system gives to every process: arguments, environment variables, a process id, and the
/// places of its files.
namespace polyglot::os {

/// Returns the arguments of this program in UTF-8, without its name. `argc` and `argv` are those of main().
/// Shells of Windows do not expand wildcards: this function does, unless the word is in quotes or no file
/// fits.
[[nodiscard]] std::vector<std::string> arguments_of_main(int argc, char** argv);

/// Looks up an environment variable. Returns nothing if it is not set. Tests pass a function of their own.
using Environment = std::function<std::optional<std::string>(const std::string& name)>;

/// Returns the environment of this process.
[[nodiscard]] Environment own_environment();

/// Returns the user's home folder (HOME, or USERPROFILE on Windows), if there is one.
[[nodiscard]] std::optional<std::string> home_folder(const Environment& environment);

/// Whether a backslash separates folders. Then it quotes nothing in a command.
#if defined(_WIN32)
inline constexpr bool kBackslashSeparates = true;
#else
inline constexpr bool kBackslashSeparates = false;
#endif

/// Returns the process id, as the system's tools show it.
[[nodiscard]] std::string own_process_id();

/// Returns the path of our file `name` in the folder where programs keep data for a user: XDG_STATE_HOME or
/// ~/.local/state, on Windows LOCALAPPDATA. Empty if the environment names no such folder. File and folder
/// may not exist.
[[nodiscard]] std::string state_file(std::string_view name, const Environment& environment);

/// Returns a folder for temporary files, which other users cannot open if there is such a folder.
[[nodiscard]] std::string temporary_folder();

/// Returns true if only the user can read or write this file, by its permissions. On Windows it is always
/// true, because files in the folders of a user inherit that.
[[nodiscard]] bool is_private(const std::string& path);

/// Returns the path of this program's file; empty if the system does not tell it.
[[nodiscard]] std::string own_program();

/// Returns the places where a file of our share folder may be, the best first. For a program installed as
/// PREFIX/bin/polyglot the first is PREFIX/share/polyglot. Then comes the folder config of the sources from
/// which the program was built. Empty if the system does not report where the program is. They may not exist.
[[nodiscard]] std::vector<std::string> shared_file_places(std::string_view name);

/// Returns the path to which a package of the system installs a shared file such as "scid/data/scid.eco". It
/// may not exist. Windows has no folder for such files: programs install them beside themselves.
[[nodiscard]] std::string packaged_file_place(std::string_view name);

}  // namespace polyglot::os
