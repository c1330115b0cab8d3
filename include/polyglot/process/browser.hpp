// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>

#include <polyglot/result.hpp>

namespace polyglot::process {

/// Opens an address in the user's browser, and keeps it secret from other users of this machine. They can
/// read the command lines of all programs. Therefore the browser gets the name of a file that leads to the
/// address. The new file has mode 0600, and is in XDG_RUNTIME_DIR or else in the folder of temporary files.
/// On Windows other users cannot open the folder of temporary files.
///
/// The destructor removes the file: keep this object until the browser has read it.
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
  explicit BrowserPage(std::string path) noexcept : path_(std::move(path)) {}

  std::string path_;  ///< empty: moved from
};

}  // namespace polyglot::process
