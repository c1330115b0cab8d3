// SPDX-License-Identifier: MIT
#include "process/control_group_posix.hpp"

/// POSIX has no control groups.
namespace polyglot::process {

Result<std::optional<ControlGroup>> ControlGroup::make(const std::filesystem::path& /*own*/,
                                                       std::uint64_t /*memory_limit*/) {
  return std::optional<ControlGroup>();
}

ControlGroup::~ControlGroup() = default;

bool ControlGroup::ran_out_of_memory() const {
  return false;
}

std::filesystem::path own_control_group(const std::filesystem::path& /*system*/) {
  return {};
}

std::filesystem::path own_control_group() {
  return {};
}

}  // namespace polyglot::process
