// SPDX-License-Identifier: MIT
#include "explorer/counts_files.hpp"
#include <algorithm>
#include <utility>

#include <polyglot/counts/counts_file.hpp>

namespace polyglot::explorer {

namespace {

/// Rating 0 means that games are not grouped by rating. Unknown ratings have a special value.
Grouping grouping_of(std::span<const counts::Group> groups) {
  const auto any = [groups](auto tells) { return std::ranges::any_of(groups, tells); };
  return {.by_speed = any([](const counts::Group& group) { return group.speed != counts::TimeClass::any; }),
          .by_rating = any([](const counts::Group& group) { return group.rating != 0; }),
          .by_year = any([](const counts::Group& group) { return group.year != 0; })};
}

class MappedCounts : public CountsReader {
 public:
  explicit MappedCounts(counts::CountsFile file)
      : file_(std::move(file)), grouping_(grouping_of(file_.header().groups)) {}

  [[nodiscard]] CountsSize size() const noexcept override {
    return {.games = file_.header().games, .positions = file_.header().positions};
  }
  [[nodiscard]] Grouping grouping() const noexcept override { return grouping_; }
  [[nodiscard]] std::span<const counts::Group> groups() const noexcept override {
    return file_.header().groups;
  }
  [[nodiscard]] Result<std::vector<counts::MoveTotals>> find(chess::Key key) const override {
    return file_.find(key);
  }

 private:
  counts::CountsFile file_;
  Grouping grouping_;
};

}  // namespace

Result<OpenCounts> open_counts(const std::string& path) {
  auto file = counts::CountsFile::open(path);
  if (!file) return file.error();
  auto rules = game::Rules::find(file->header().variant);
  if (!rules) return Error{rules.error().to_string(), path};
  return OpenCounts{.rules = *std::move(rules), .file = std::make_unique<MappedCounts>(*std::move(file))};
}

}  // namespace polyglot::explorer
