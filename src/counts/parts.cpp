// SPDX-License-Identifier: MIT
#include "counts/parts.hpp"
#include <algorithm>
#include <string_view>
#include <tuple>
#include <utility>

#include <polyglot/counts/counts_sum.hpp>

namespace polyglot::counts {
namespace {

/// An input and the file that has counted it.
struct Counted {
  const Input* input;
  const CountsFile* file;

  /// Two inputs are the same if this is equal, whatever their names.
  [[nodiscard]] auto content() const noexcept { return std::tie(input->hash, input->bytes); }
};

/// The first line of `settings` that `other` does not have.
std::string_view line_without(std::string_view settings, std::string_view other) {
  while (!settings.empty()) {
    const std::size_t end = std::min(settings.find('\n'), settings.size());
    const std::string_view line = settings.substr(0, end);
    const std::size_t found = other.find(line);
    const bool is_there = found != other.npos && (found == 0 || other[found - 1] == '\n') &&
                          (found + line.size() == other.size() || other[found + line.size()] == '\n');
    if (!is_there) return line;
    settings.remove_prefix(std::min(end + 1, settings.size()));
  }
  return {};
}

Result<void> check_for_twins(std::vector<Counted> inputs) {
  std::erase_if(inputs, [](const Counted& counted) { return counted.input->is_empty(); });
  std::ranges::sort(inputs, [](const Counted& a, const Counted& b) { return a.content() < b.content(); });
  const auto twin = std::ranges::adjacent_find(
      inputs, [](const Counted& a, const Counted& b) { return a.content() == b.content(); });
  if (twin == inputs.end()) return {};
  const auto& [input, file] = *twin;
  const auto& [other, file_of_other] = *(twin + 1);
  const bool have_one_name = input->name == other->name;
  return Error{input->name + (have_one_name ? "" : ", which is the same as " + other->name + ',') +
                   " is counted twice: here and in " + file->path(),
               file_of_other->path()};
}

}  // namespace

Result<void> check_alike(const CountsFile& file, const Header& header, const std::string& path) {
  const Header& first = file.header();
  const std::string than = " than " + file.path();
  if (header.variant != first.variant)
    return Error{"holds games of another variant" + than + ": " + header.variant + ", not " + first.variant,
                 path};
  if (header.settings == first.settings) return {};
  const std::string_view line = line_without(header.settings, first.settings);
  const std::string_view other = line_without(first.settings, header.settings);
  return Error{"was counted with other settings" + than + ": " + (line.empty() ? "without " : "") +
                   std::string(line.empty() ? other : line),
               path};
}

Result<Joined> join_headers(const std::vector<CountsFile>& files) {
  if (files.empty()) return Error{"there are no files of counts"};
  for (const CountsFile& file : files)
    if (auto checked = check_alike(files.front(), file.header(), file.path()); !checked)
      return checked.error();
  std::vector<Counted> counted;
  Joined joined;
  std::vector<Input>& inputs = joined.header.inputs;
  for (const CountsFile& file : files)
    for (const Input& input : file.header().inputs) {
      counted.push_back({&input, &file});
      inputs.push_back(input);
      joined.header.games += input.games;
    }
  if (auto checked = check_for_twins(std::move(counted)); !checked) return checked.error();
  joined.header.settings = files.front().header().settings;
  joined.header.variant = files.front().header().variant;
  const auto by_order = [](const Input& a, const Input& b) { return a.order() < b.order(); };
  std::ranges::sort(inputs, by_order);
  // Several files may have the same empty input.
  inputs.erase(std::unique(inputs.begin(), inputs.end()), inputs.end());
  for (const CountsFile& file : files) {
    std::vector<std::uint32_t>& number = joined.number.emplace_back();
    for (const Input& input : file.header().inputs) {
      const auto at = std::ranges::lower_bound(inputs, input, by_order);
      number.push_back(static_cast<std::uint32_t>(at - inputs.begin()));
    }
  }
  return {boost::system::in_place_value, std::move(joined)};
}

}  // namespace polyglot::counts
