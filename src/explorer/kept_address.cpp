// SPDX-License-Identifier: MIT
#include "explorer/kept_address.hpp"
#include <filesystem>

#include <fmt/format.h>

#include <polyglot/ascii.hpp>
#include <polyglot/os/environment.hpp>
#include <polyglot/os/file.hpp>
#include <polyglot/os/streams.hpp>

#include "explorer/target.hpp"

namespace polyglot::explorer {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostBytes = 256;

bool is_secret(std::string_view text) {
  return text.size() == kSecretDigits && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

}  // namespace

std::optional<KeptAddress> read_address(const std::string& path) {
  std::string text;
  if (!os::is_private(path) || os::read_file(path, text, kMostBytes)) return std::nullopt;
  const std::string_view words = trim(text, " \r\n");
  const std::size_t blank = words.find(' ');
  if (blank == std::string_view::npos) return std::nullopt;
  const auto port = parse_number<std::uint16_t>(words.substr(0, blank));
  const std::string_view secret = words.substr(blank + 1);
  if (!port || *port == 0 || !is_secret(secret)) return std::nullopt;
  return KeptAddress{.port = *port, .secret = std::string(secret)};
}

Result<void> write_address(const std::string& path, const KeptAddress& address) {
  std::error_code error;
  const fs::path folder = fs::path(path).parent_path();
  fs::create_directories(folder, error);
  if (error) return Error{error.message(), folder.string()};
  // Remove an existing file first, because others may be able to read it.
  fs::remove(path, error);
  if (error) return Error{error.message(), path};
  const std::string text = fmt::format("{} {}\n", address.port, address.secret);
  const auto written = os::write_new_file(path, text, os::Readers::owner);
  if (!written) return written.error();
  return {};
}

}  // namespace polyglot::explorer
