// SPDX-License-Identifier: MIT
#include <algorithm>
#include <sys/resource.h>

#include <polyglot/os/open_files.hpp>

namespace polyglot::os {

void allow_open_files(std::size_t files) noexcept {
  // Standard streams, sockets, what libraries open, and files that are written.
  constexpr rlim_t kOthers = 64;
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  const rlim_t wanted = std::min(limit.rlim_max, static_cast<rlim_t>(files) + kOthers);
  if (wanted <= limit.rlim_cur) return;
  limit.rlim_cur = wanted;
  // If this fails, opening the files fails later, and that error is reported.
  (void)::setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace polyglot::os
