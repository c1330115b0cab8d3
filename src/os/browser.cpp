// SPDX-License-Identifier: MIT
#include <filesystem>
#include <system_error>
#include <utility>

#include <polyglot/os/browser.hpp>
#include <polyglot/os/file.hpp>

#include "os/browser_start.hpp"

namespace polyglot::os {

BrowserPage::BrowserPage(std::string folder) noexcept : folder_(std::move(folder)) {}

BrowserPage::BrowserPage(BrowserPage&& other) noexcept : folder_(std::exchange(other.folder_, {})) {}

BrowserPage::~BrowserPage() {
  if (folder_.empty()) return;
  std::error_code ignored;
  std::filesystem::remove(path(), ignored);
  std::filesystem::remove(folder_, ignored);
}

std::string BrowserPage::path() const {
  return folder_ + "/explore.html";
}

Result<BrowserPage> BrowserPage::open(const std::string& url) {
  auto folder = make_page_folder();
  if (!folder) return folder.error();
  BrowserPage page(*std::move(folder));
  const std::string text =
      "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<title>polyglot explore</title>\n"
      "<meta http-equiv=\"refresh\" content=\"0; url=" +
      url + "\">\n<a href=\"" + url + "\">The books</a>\n";
  // The folder is new, so this name is free.
  if (const auto written = write_new_file(page.path(), text, Readers::owner); !written)
    return written.error();
  if (auto started = start_browser(page.path()); !started) return started.error();
  return page;
}

}  // namespace polyglot::os
