#include <algorithm>
#include <utility>

#include <polyglot/ascii.hpp>
#include <polyglot/protocol/cecp.hpp>
#include <polyglot/protocol/text.hpp>
#include <polyglot/session/engine_options.hpp>

namespace polyglot::session {
namespace {

/// What the text begins with.
std::optional<std::int64_t> number(std::string_view text) noexcept {
  return take_clamped_number<std::int64_t>(text);
}

/// Mebibytes. Engines may say anything, but a cache of a negative size takes no memory.
std::int64_t cache_size(const EngineOptions& options, std::string_view name) noexcept {
  return std::max<std::int64_t>(number(options.value(name)).value_or(0), 0);
}

}  // namespace

void EngineOptions::declare(protocol::EngineOption option) {
  std::string value = option.default_value;
  entries_.push_back({.option = std::move(option), .engine_default = value, .value = value});
}

EngineOptions::Entry* EngineOptions::find(std::string_view name) noexcept {
  const auto found = std::find_if(entries_.begin(), entries_.end(), [name](const Entry& entry) {
    return equal_ignoring_case(entry.option.name, name);
  });
  return found == entries_.end() ? nullptr : &*found;
}

const EngineOptions::Entry* EngineOptions::find(std::string_view name) const noexcept {
  return const_cast<EngineOptions*>(this)->find(name);
}

std::string_view EngineOptions::value(std::string_view name) const noexcept {
  const Entry* const entry = find(name);
  return entry == nullptr ? std::string_view() : entry->value;
}

bool EngineOptions::check(std::string_view name) const noexcept {
  return equal_ignoring_case(value(name), "true");
}

EngineOptions::Entry* find_thread_option(EngineOptions& options) noexcept {
  for (const std::string_view name : protocol::thread_option_names()) {
    if (EngineOptions::Entry* const entry = options.find(name)) return entry;
  }
  return nullptr;
}

EngineOptions::Entry* find_tablebase_option(EngineOptions& options, std::string_view kind) noexcept {
  for (const protocol::TablebaseFormat& format : protocol::tablebase_formats()) {
    if (format.name == kind) return options.find(format.path_option);
  }
  return nullptr;
}

std::int64_t clamp_to_range(const EngineOptions::Entry& entry, std::int64_t value) noexcept {
  if (const auto max = number(entry.option.max.value_or(""))) value = std::min(value, *max);
  if (const auto min = number(entry.option.min.value_or(""))) value = std::max(value, *min);
  return value;
}

std::optional<std::int64_t> memory_for_hash(const EngineOptions& options, std::int64_t mebibytes) {
  if (options.find("NalimovPath") != nullptr) {
    mebibytes -= cache_size(options, "NalimovCache");
  } else if (options.find("GaviotaTbPath") != nullptr) {
    mebibytes -= cache_size(options, "GaviotaTbCache");
  }
  const EngineOptions::Entry* const hash = options.find("Hash");
  if (hash == nullptr || mebibytes <= 0) return std::nullopt;
  return clamp_to_range(*hash, mebibytes);
}

}  // namespace polyglot::session
