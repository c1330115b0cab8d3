// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include <polyglot/result.hpp>

namespace polyglot::process {

/// A control group of Linux, which limits the memory that an engine and its descendants use together. It
/// exists only if the system has delegated a part of the tree to us. Source: the kernel's
/// Documentation/admin-guide/cgroup-v2.rst, "Delegation"; systemd's CGROUP_DELEGATION.
class ControlGroup {
 public:
  /// Makes an empty group for an engine of this process. Returns nothing if no part of the tree is delegated
  /// to us, or if that part does not control memory. Error: what the system refused, and where.
  ///
  /// A group with processes cannot have children that control memory. Therefore we make the engine's group
  /// beside our group `own`, if that part of the tree is delegated. Otherwise we make it below `own`, if
  /// `own` has no other process. Then we move to another group below `own`.
  [[nodiscard]] static Result<std::optional<ControlGroup>> make(const std::filesystem::path& own,
                                                                std::uint64_t memory_limit);

  ControlGroup(ControlGroup&& other) noexcept : folder_(std::exchange(other.folder_, {})) {}
  ControlGroup& operator=(ControlGroup&&) = delete;
  /// Removes the group, which must be empty.
  ~ControlGroup();

  [[nodiscard]] const std::string& folder() const noexcept { return folder_; }
  /// A process that writes "0" to this file joins the group.
  [[nodiscard]] std::string members() const { return folder_ + "/cgroup.procs"; }
  /// Whether the kernel has killed members because the limit was reached.
  [[nodiscard]] bool ran_out_of_memory() const;

 private:
  explicit ControlGroup(std::string folder) noexcept : folder_(std::move(folder)) {}

  std::string folder_;
};

/// Returns the folder of this process's group. Empty if groups of version 2 are not mounted or not visible.
/// `system`: the folder with the kernel's information about the process.
[[nodiscard]] std::filesystem::path own_control_group(const std::filesystem::path& system);
[[nodiscard]] std::filesystem::path own_control_group();

}  // namespace polyglot::process
