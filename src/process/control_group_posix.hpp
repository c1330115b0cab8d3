// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include <polyglot/result.hpp>

namespace polyglot::process {

/// A control group of Linux for one engine and whatever it starts, which limits the memory that they use
/// together. Made where the system has delegated a part of the tree to us, else there is none.
/// Source: the kernel's Documentation/admin-guide/cgroup-v2.rst, "Delegation"; systemd's CGROUP_DELEGATION.
class ControlGroup {
 public:
  /// Makes a group for an engine of this process, empty as yet. Nothing: no part of the tree is delegated to
  /// us, or it does not control memory. Error: what the system refused, and where.
  ///
  /// Groups with processes cannot have children that control memory. So the engine's is made beside `own`,
  /// our group, where that part of the tree is delegated; and below it where we are alone in it, for which we
  /// move to another group below it.
  [[nodiscard]] static Result<std::optional<ControlGroup>> make(const std::filesystem::path& own,
                                                                std::uint64_t memory_limit);

  ControlGroup(ControlGroup&& other) noexcept : folder_(std::exchange(other.folder_, {})) {}
  ControlGroup& operator=(ControlGroup&&) = delete;
  /// Removes the group, which has to be empty by now.
  ~ControlGroup();

  [[nodiscard]] const std::string& folder() const noexcept { return folder_; }
  /// Whoever writes "0" to this file has joined.
  [[nodiscard]] std::string members() const { return folder_ + "/cgroup.procs"; }
  /// Whether the kernel has killed members because the limit was reached.
  [[nodiscard]] bool ran_out_of_memory() const;

 private:
  explicit ControlGroup(std::string folder) noexcept : folder_(std::move(folder)) {}

  std::string folder_;
};

/// The folder of the group that this process is in; empty where groups of version 2 are not mounted or not
/// visible. `system`: the folder in which the kernel tells it.
[[nodiscard]] std::filesystem::path own_control_group(const std::filesystem::path& system);
[[nodiscard]] std::filesystem::path own_control_group();

}  // namespace polyglot::process
