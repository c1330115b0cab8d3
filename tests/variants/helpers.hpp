// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include <polyglot/variants/catalogue.hpp>
#include <polyglot/variants/position.hpp>

namespace polyglot::variants::testing {

/// A variant that comes with the program, the same at each call.
inline const Variant& variant_of(std::string_view name) {
  static std::map<std::string, std::shared_ptr<const Variant>> known;
  std::shared_ptr<const Variant>& variant = known[std::string(name)];
  if (!variant) variant = Catalogue::builtin().find(name).value();
  return *variant;
}

inline Position position_of(const std::string& variant, const std::string& fen) {
  return Position::from_fen(variant_of(variant), fen).value();
}

inline Position start_of(const std::string& variant) {
  return Position(variant_of(variant));
}

}  // namespace polyglot::variants::testing
