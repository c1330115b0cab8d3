// SPDX-License-Identifier: MIT
#include <algorithm>

#include <polyglot/counts/header.hpp>

namespace polyglot::counts {

Result<void> check_for_twins(const std::vector<Input>& inputs) {
  std::vector<const Input*> sorted;
  for (const Input& input : inputs)
    if (!input.is_empty()) sorted.push_back(&input);
  const auto content = [](const Input* input) { return std::tie(input->hash, input->bytes); };
  std::ranges::sort(sorted, [&](const Input* a, const Input* b) { return content(a) < content(b); });
  const auto twin = std::ranges::adjacent_find(
      sorted, [&](const Input* a, const Input* b) { return content(a) == content(b); });
  if (twin == sorted.end()) return {};
  return Error{(*twin)->name + " and " + (*(twin + 1))->name +
               " are the same games, which would be counted twice"};
}

}  // namespace polyglot::counts
