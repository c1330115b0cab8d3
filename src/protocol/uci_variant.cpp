#include <optional>

#include <polyglot/protocol/text.hpp>
#include <polyglot/protocol/uci.hpp>


namespace polyglot::protocol {
namespace {

/// The largest board that coordinates can name, with room to spare.
constexpr int kMost = 99;

bool read_count(std::string_view& text, std::string_view name, int& count) {
  if (take_word(text) != name) return false;
  count = parse_clamped_number<int>(take_word(text)).value_or(-1);
  return count >= 0 && count <= kMost;
}

}  // namespace

/// `variant NAME files F ranks R pocket P template T startpos FEN`
std::optional<VariantSetUp> parse_uci_variant(std::string_view info_text) {
  if (take_word(info_text) != "variant") return std::nullopt;
  VariantSetUp set_up;
  set_up.variant = take_word(info_text);
  const bool counts = read_count(info_text, "files", set_up.files) &&
                      read_count(info_text, "ranks", set_up.ranks) &&
                      read_count(info_text, "pocket", set_up.pocket);
  if (!counts || take_word(info_text) != "template") return std::nullopt;
  set_up.parent = take_word(info_text);
  if (take_word(info_text) != "startpos") return std::nullopt;
  set_up.fen = trim(info_text);
  return set_up;
}

}  // namespace polyglot::protocol
