// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <polyglot/result.hpp>

namespace polyglot::os {

/// Shows an address in the user's browser that other users of this machine must not learn. They can read the
/// command lines of all programs, so the browser is given a file that leads to the address: one of mode 0600
/// in a folder of its own of mode 0700, in XDG_RUNTIME_DIR or else where temporary files are.
///
/// The file and its folder are removed with this object, which has to live until the browser has read them.
class BrowserPage {
 public:
  /// Starts `xdg-open` with the file and returns at once; whether a browser comes up is not known. The
  /// browser outlives this program and Ctrl-C, and gets none of its open files. Error: the file cannot be
  /// written, or there is no xdg-open.
  [[nodiscard]] static Result<BrowserPage> open(const std::string& url);

  BrowserPage(BrowserPage&& other) noexcept;
  BrowserPage& operator=(BrowserPage&&) = delete;
  ~BrowserPage();

 private:
  explicit BrowserPage(std::string folder) noexcept;

  [[nodiscard]] std::string path() const;

  std::string folder_;  ///< empty: moved from
};

}  // namespace polyglot::os
