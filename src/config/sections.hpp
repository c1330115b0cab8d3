#pragma once

#include <string_view>

namespace polyglot::config {

/// The sections of a configuration file that mean something.
inline constexpr std::string_view kPolyglotSection = "PolyGlot";
inline constexpr std::string_view kEngineSection = "Engine";

}  // namespace polyglot::config
