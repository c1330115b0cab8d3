#include "tools/variant_options.hpp"
#include <algorithm>
#include <string_view>

#include <fmt/ranges.h>

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

Result<variants::Catalogue> VariantOptions::catalogue() const {
  variants::Catalogue catalogue = variants::Catalogue::builtin();
  if (!file_.empty())
    if (auto added = add_file(catalogue, file_); !added) return added.error();
  return catalogue;
}

Result<std::shared_ptr<const variants::Variant>> VariantOptions::variant() const {
  if (name_.empty() && file_.empty()) return std::shared_ptr<const variants::Variant>();
  if (name_.empty()) return Error{"-variants: needs -variant"};
  const auto known = catalogue();
  if (!known) return known.error();
  auto variant = known->find(name_);
  if (variant) return *variant;
  const auto names = known->names();
  const auto nearest = config::nearest_name(name_, std::vector<std::string_view>(names.begin(), names.end()));
  return Error{
      fmt::format("{}{}", variant.error().what, nearest ? fmt::format("; did you mean {}?", *nearest) : "")};
}

Result<game::Rules> VariantOptions::rules() const {
  const auto variant = this->variant();
  if (!variant) return variant.error();
  const bool is_chess = *variant == nullptr || game::Rules().is_called((*variant)->name());
  return is_chess ? game::Rules() : game::Rules(*variant);
}

Result<game::Rules> VariantOptions::rules_of(const book::BookSource& book) const {
  const Strings said = book.variants();
  const auto is_said = [&said](const game::Rules& rules) {
    return said.empty() ||
           std::ranges::any_of(said, [&](const std::string& name) { return rules.is_called(name); });
  };
  if (name_.empty()) {
    if (is_said(game::Rules())) return game::Rules();
    const auto known = catalogue();
    if (!known) return known.error();
    auto rules = game::Rules::find(said.front(), *known);
    if (rules) return rules;
    return Error{
        "is for " + said.front() + ", a variant that is not known: -variants names a file with its rules",
        book.path()};
  }
  auto rules = this->rules();
  if (!rules || is_said(*rules)) return rules;
  return Error{fmt::format("is for {}, its header says, not for {}", fmt::join(said, ", "), rules->name()),
               book.path()};
}

}  // namespace polyglot::tools
