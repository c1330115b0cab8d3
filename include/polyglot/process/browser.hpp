// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <polyglot/result.hpp>

namespace polyglot::process {

/// Opens an address in the user's browser, and keeps it secret from other users of this machine. They can
/// read the command lines of all programs. Therefore the browser gets the name of a file that leads to the
/// address. The file has mode 0600, in a new folder of mode 0700, below XDG_RUNTIME_DIR or else below the
/// folder of temporary files. On Windows other users cannot open the folder of temporary files.
///
/// The destructor removes the file and its folder: keep this object until the browser has read them.
class BrowserPage {
 public:
  /// Starts `xdg-open`, or on Windows the default program for .html files, and returns at once. It cannot
  /// find out whether a browser appears. The browser keeps running when this program ends or gets Ctrl-C, and
  /// inherits none of its open files. Error: the file cannot be written, or nothing can open it.
  [[nodiscard]] static Result<BrowserPage> open(const std::string& url);

  BrowserPage(BrowserPage&& other) noexcept;
  BrowserPage& operator=(BrowserPage&&) = delete;
  ~BrowserPage();

 private:
  explicit BrowserPage(std::string folder) noexcept;

  [[nodiscard]] std::string path() const;

  std::string folder_;  ///< empty: moved from
};

}  // namespace polyglot::process
