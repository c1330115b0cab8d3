#include "tools/variant_options.hpp"

#include <fmt/format.h>

#include <polyglot/config/did_you_mean.hpp>
#include <polyglot/os/input.hpp>
#include <polyglot/variants/catalogue.hpp>

#include "tools/option_values.hpp"

namespace polyglot::tools {
namespace {

/// A file of variants beyond it was meant to be something else.
constexpr std::size_t kLargestFile = std::size_t{1} << 20;

Result<void> add_file(variants::Catalogue& catalogue, const std::string& path) {
  std::string text;
  if (const std::error_code error = os::read_file(path, text, kLargestFile))
    return Error{error.message(), path};
  return catalogue.add(text, path);
}

}  // namespace

std::vector<config::Switch> VariantOptions::switches() {
  return {
      {"variant", "NAME",
       "the game, as XBoard, Fairy-Stockfish, Lichess or Cute Chess names it (default: chess)", text(name_)},
      {"variants", "FILE", "a file with the rules of more variants, see docs/variants.md", text(file_)}};
}

Result<std::shared_ptr<const variants::Variant>> VariantOptions::variant() const {
  if (name_.empty() && file_.empty()) return std::shared_ptr<const variants::Variant>();
  if (name_.empty()) return Error{"-variants: needs -variant"};
  variants::Catalogue catalogue = variants::Catalogue::builtin();
  if (!file_.empty())
    if (auto added = add_file(catalogue, file_); !added) return added.error();
  auto variant = catalogue.find(name_);
  if (variant) return *variant;
  const auto names = catalogue.names();
  const auto nearest = config::nearest_name(name_, std::vector<std::string_view>(names.begin(), names.end()));
  return Error{
      fmt::format("{}{}", variant.error().what, nearest ? fmt::format("; did you mean {}?", *nearest) : "")};
}

}  // namespace polyglot::tools
