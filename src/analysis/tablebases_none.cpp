// SPDX-License-Identifier: MIT
// Builds without Fathom have no tablebases.
#include <polyglot/analysis/tablebases.hpp>

namespace polyglot::analysis {

Result<Tablebases> Tablebases::open(const std::string& /*path*/) {
  return Error{
      "this Polyglot was built without tablebases; build it where Fathom (libfathom-dev) is installed"};
}

std::optional<Verdict> Tablebases::judge(const game::Position& /*position*/) const {
  return std::nullopt;
}

std::optional<game::TableVerdict> Tablebases::judge(const game::Game& /*game*/) const {
  return std::nullopt;
}

}  // namespace polyglot::analysis
