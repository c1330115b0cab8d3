#include "explorer/text.hpp"
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <boost/json/serialize.hpp>

namespace polyglot::explorer {

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

/// Lead bytes, the range of the byte behind them, and the length: the well-formed sequences.
/// Source: The Unicode Standard, table 3-7.
struct Form {
  unsigned char first, last, second_from, second_to;
  std::size_t length;
};
constexpr Form kForms[] = {
    {0x00, 0x7F, 0x00, 0x00, 1}, {0xC2, 0xDF, 0x80, 0xBF, 2}, {0xE0, 0xE0, 0xA0, 0xBF, 3},
    {0xE1, 0xEC, 0x80, 0xBF, 3}, {0xED, 0xED, 0x80, 0x9F, 3}, {0xEE, 0xEF, 0x80, 0xBF, 3},
    {0xF0, 0xF0, 0x90, 0xBF, 4}, {0xF1, 0xF3, 0x80, 0xBF, 4}, {0xF4, 0xF4, 0x80, 0x8F, 4},
};

/// Bytes of the character that a text begins with; 0 if it is none.
std::size_t character_length(std::string_view text) noexcept {
  const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const auto* const form = std::ranges::find_if(
      kForms, [lead = byte(0)](const Form& one) { return lead >= one.first && lead <= one.last; });
  if (form == std::end(kForms) || form->length > text.size()) return 0;
  if (form->length > 1 && (byte(1) < form->second_from || byte(1) > form->second_to)) return 0;
  for (std::size_t i = 2; i < form->length; ++i)
    if ((byte(i) & 0xC0) != 0x80) return 0;
  return form->length;
}

}  // namespace

std::string valid_utf8(std::string_view text) {
  std::string valid;
  valid.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    valid += length == 0 ? kReplacement : text.substr(0, length);
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return valid;
}

std::string to_text(const boost::json::object& object) {
  return valid_utf8(boost::json::serialize(object));
}

std::string to_base64(std::span<const std::byte> bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const auto group = bytes.subspan(at, std::min<std::size_t>(3, bytes.size() - at));
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < 3; ++i)
      bits = (bits << 8) | (i < group.size() ? std::to_integer<std::uint32_t>(group[i]) : 0U);
    for (std::size_t i = 0; i < 4; ++i)
      text += i <= group.size() ? kDigits[(bits >> (18 - 6 * i)) & 63U] : '=';
  }
  return text;
}

}  // namespace polyglot::explorer
