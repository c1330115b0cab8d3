// SPDX-License-Identifier: MIT
#include <cstddef>
#include <memory>
#include <string>
#include <system_error>
#include <utility>

#include <polyglot/os/expansion.hpp>
#include <polyglot/os/input.hpp>
#include <polyglot/proxy/proxy.hpp>

namespace polyglot::proxy {
namespace {

/// The maximum size. A larger file is not a file of variants.
constexpr std::size_t kLargestVariantsFile = std::size_t{1} << 20;

}  // namespace

Result<variants::Catalogue> read_variants(const std::string& path) {
  std::string text;
  if (const std::error_code error = os::read_file(path, text, kLargestVariantsFile))
    return Error{error.message(), path};
  variants::Catalogue variants = variants::Catalogue::builtin();
  if (auto added = variants.add(text, path); !added) return added.error();
  return variants;
}

Result<std::shared_ptr<const variants::Catalogue>> known_variants(const config::Options& options,
                                                                  const std::filesystem::path& ini_folder) {
  const std::string& file = options.text(config::OptionId::variants_file);
  if (file.empty()) return std::shared_ptr<const variants::Catalogue>();
  const auto path = os::find_file(file, ini_folder);
  if (!path) return path.error();
  auto variants = read_variants(path->string());
  if (!variants) return variants.error();
  return std::make_shared<const variants::Catalogue>(std::move(*variants));
}

}  // namespace polyglot::proxy
