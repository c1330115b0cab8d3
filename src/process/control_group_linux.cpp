// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string_view>
#include <sys/xattr.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

#include <polyglot/os/error_posix.hpp>

#include "process/control_group_posix.hpp"

namespace polyglot::process {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMemory = "memory";

std::vector<std::string> words_of(const fs::path& file) {
  std::ifstream in(file);
  return {std::istream_iterator<std::string>(in), {}};
}

bool lists_memory(const fs::path& file) {
  const std::vector<std::string> controllers = words_of(file);
  return std::ranges::find(controllers, kMemory) != controllers.end();
}

/// Writes a value in one write, which the kernel accepts or refuses as a whole.
Result<void> write_value(const fs::path& file, std::string_view value) {
  std::ofstream out(file);
  errno = 0;
  out << value << std::flush;
  if (!out) return os::system_error("cannot write", errno, file.string());
  return {};
}

/// Whether systemd has marked a folder as delegated. Write permission is not enough, because root may write
/// everywhere.
bool is_marked_as_delegated(const fs::path& folder) {
  for (const char* const name : {"trusted.delegate", "user.delegate"}) {
    std::array<char, 2> value{};
    if (::getxattr(folder.c_str(), name, value.data(), value.size()) == 1 && value[0] == '1') return true;
  }
  return false;
}

bool is_delegated(const fs::path& folder) {
  if (::geteuid() != 0) return ::access(folder.c_str(), W_OK) == 0;
  for (fs::path above = folder; above.has_relative_path(); above = above.parent_path()) {
    if (is_marked_as_delegated(above)) return true;
  }
  return false;
}

bool is_alone_in(const fs::path& group) {
  return words_of(group / "cgroup.procs") == std::vector{std::to_string(::getpid())};
}

Result<fs::path> make_folder(const fs::path& parent, std::string_view kind, unsigned number) {
  fs::path folder = parent / ("polyglot-" + std::string(kind) + "-" + std::to_string(::getpid()) + "-" +
                              std::to_string(number));
  std::error_code failure;
  fs::create_directory(folder, failure);
  if (failure) return Error{"cannot make a control group: " + failure.message(), folder.string()};
  return {boost::system::in_place_value, std::move(folder)};
}

/// Moves this process to a group below `own`, so that other groups can be made below `own`.
Result<void> make_way(const fs::path& own) {
  const auto ours = make_folder(own, "proxy", 0);
  if (!ours) return ours.error();
  if (auto moved = write_value(*ours / "cgroup.procs", std::to_string(::getpid())); !moved) return moved;
  return write_value(own / "cgroup.subtree_control", "+" + std::string(kMemory));
}

/// Returns the folder in which we can make a group that limits memory. Empty if there is none.
Result<fs::path> find_parent(const fs::path& own) {
  constexpr std::string_view kEnabled = "cgroup.subtree_control";
  for (const fs::path& folder : {own.parent_path(), own}) {
    if (lists_memory(folder / kEnabled) && is_delegated(folder))
      return {boost::system::in_place_value, folder};
  }
  if (!lists_memory(own / "cgroup.controllers") || !is_delegated(own) || !is_alone_in(own))
    return {boost::system::in_place_value, fs::path()};
  if (auto made = make_way(own); !made) return made.error();
  return {boost::system::in_place_value, own};
}

}  // namespace

Result<std::optional<ControlGroup>> ControlGroup::make(const fs::path& own, std::uint64_t memory_limit) {
  if (own.empty()) return std::optional<ControlGroup>();
  const auto parent = find_parent(own);
  if (!parent) return parent.error();
  if (parent->empty()) return std::optional<ControlGroup>();

  static unsigned made = 0;
  const auto folder = make_folder(*parent, "engine", made++);
  if (!folder) return folder.error();
  ControlGroup group(folder->string());
  if (auto limited = write_value(*folder / "memory.max", std::to_string(memory_limit)); !limited)
    return limited.error();
  (void)write_value(*folder / "memory.swap.max", "0");  // the file is missing on systems without swap
  (void)write_value(*folder / "memory.oom.group", "1");
  return std::optional(std::move(group));
}

ControlGroup::~ControlGroup() {
  if (!folder_.empty()) ::rmdir(folder_.c_str());
}

bool ControlGroup::ran_out_of_memory() const {
  const std::vector<std::string> events = words_of(folder_ + "/memory.events");
  const auto kills = std::ranges::find(events, "oom_kill");
  return std::distance(kills, events.end()) > 1 && *std::next(kills) != "0";
}

fs::path own_control_group() {
  return own_control_group("/proc/self");
}

fs::path own_control_group(const fs::path& system) {
  std::ifstream mounts(system / "mountinfo");
  fs::path mounted;
  for (std::string line; mounted.empty() && std::getline(mounts, line);) {
    if (line.find(" - cgroup2 ") == std::string::npos) continue;
    std::istringstream fields(line);
    constexpr int kFieldsBefore = 4;  // mount id, parent id, device, and the root of the mount
    std::string field;
    for (int i = 0; i <= kFieldsBefore; ++i) fields >> field;
    mounted = field;
  }
  if (mounted.empty()) return {};

  std::ifstream groups(system / "cgroup");
  constexpr std::string_view kVersion2 = "0::/";
  for (std::string line; std::getline(groups, line);) {
    if (!line.starts_with(kVersion2) || line.find("/..") != std::string::npos) continue;
    const std::string below = line.substr(kVersion2.size());
    return below.empty() ? mounted : mounted / below;
  }
  return {};
}

}  // namespace polyglot::process
