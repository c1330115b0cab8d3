#include "tools/edit_script.hpp"

#include <fmt/format.h>

#include <polyglot/os/input.hpp>
#include <polyglot/protocol/text.hpp>

#include "tools/lines.hpp"
#include "tools/position_arguments.hpp"

namespace polyglot::tools {
namespace {

constexpr std::string_view kStandardInput = "-";

/// A comment begins at a # that is no part of a word, as it is of Qxf7#.
std::string_view without_comment(std::string_view line) noexcept {
  for (std::size_t at = line.find('#'); at != line.npos; at = line.find('#', at + 1))
    if (at == 0 || protocol::is_blank(line[at - 1])) return line.substr(0, at);
  return line;
}

/// Follows a script: lines that say where, and lines that say what.
class EditScript {
 public:
  Result<void> read(std::string_view line) {
    ++number_;
    line = protocol::trim(without_comment(line));
    if (line.empty()) return {};
    std::string_view rest = line;
    const std::string_view word = protocol::take_word(rest);
    if (word == "fen") return go_to(protocol::trim(rest));
    if (word == "moves") return follow(rest);
    if (word == "key") return go_to_key(protocol::trim(rest));
    auto edit = parse_edit(subject_, line);
    if (!edit) return edit.error();
    edit->number = number_;
    edits_.push_back(*edit);
    return {};
  }

  [[nodiscard]] std::uint32_t number() const noexcept { return number_; }
  [[nodiscard]] std::vector<BookEdit> take_edits() noexcept { return std::move(edits_); }

 private:
  Result<void> go_to(std::string_view fen) {
    const auto position = read_position(fen);
    if (!position) return position.error();
    start_ = *position;
    subject_ = EditSubject(start_);
    return {};
  }

  Result<void> follow(std::string_view moves) {
    chess::Position position = start_;
    if (auto played = play(position, moves); !played) return played;
    subject_ = EditSubject(position);
    return {};
  }

  Result<void> go_to_key(std::string_view text) {
    const auto key = read_key(text);
    if (!key) return key.error();
    subject_ = EditSubject(*key);
    return {};
  }

  std::uint32_t number_ = 0;
  chess::Position start_;
  EditSubject subject_{start_};
  std::vector<BookEdit> edits_;
};

}  // namespace

Result<std::vector<BookEdit>> read_edit_script(const std::string& path) {
  auto input = os::Input::open(path);
  if (!input) return input.error();
  EditScript script;
  const auto read = read_lines(
      *input, [&script](std::string_view line) { return script.read(line); },
      []() -> Result<void> { return {}; });
  if (read) return script.take_edits();
  const Error& error = read.error();
  return Error{error.to_string(), place_of_line(script_name(path), script.number())};
}

std::string script_name(const std::string& path) {
  return path == kStandardInput ? "standard input" : path;
}

}  // namespace polyglot::tools
