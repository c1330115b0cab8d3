// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string_view>
#include <utility>

#include <polyglot/pgn/input.hpp>

#include "pgn/codec.hpp"
#include "pgn/raw_file.hpp"
#include "pgn/unpacker.hpp"

namespace polyglot::pgn {
namespace {

using namespace std::string_view_literals;

struct Unsupported {
  std::string_view magic;
  std::string_view what;
};

constexpr Unsupported kUnsupported[] = {
    {"\xfd"
     "7zXZ\0"sv,
     "is packed with xz, which is not read here: unpack it first"},
    {"PK\x03\x04"sv, "is a zip archive: unpack it first"},
    {"7z\xbc\xaf\x27\x1c"sv, "is a 7z archive: unpack it first"},
    {"\xff\xfe"sv, "is text in UTF-16: convert it to UTF-8 first"},
    {"\xfe\xff"sv, "is text in UTF-16: convert it to UTF-8 first"},
};

/// The size of the beginning that is searched for a zero byte: binary files usually have one there, and
/// damaged games rarely.
constexpr std::size_t kBeginning = 64;

}  // namespace

struct Input::State {
  RawFile file;
  std::optional<Unpacker> unpacker = std::nullopt;  ///< none for plain text

  [[nodiscard]] std::size_t read(std::span<char> buffer);
  /// The error of the file comes first: to the unpacker, an unreadable file looks truncated.
  [[nodiscard]] const std::optional<Error>& error() const noexcept {
    return file.error() || !unpacker ? file.error() : unpacker->error();
  }
};

std::size_t Input::State::read(std::span<char> buffer) {
  if (!unpacker) return file.read(buffer);
  std::span<char> room = buffer;
  while (!room.empty() && unpacker->read_part(file, room)) continue;
  return buffer.size() - room.size();
}

Input::Input(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
Input::Input(Input&&) noexcept = default;
Input& Input::operator=(Input&&) noexcept = default;
Input::~Input() = default;

Result<Input> Input::open(const std::string& path, const std::atomic<bool>* stop) {
  auto file = RawFile::open(path, stop);
  if (!file) return file.error();
  return recognise(std::make_unique<State>(State{std::move(*file)}));
}

Result<Input> Input::from_bytes(std::string bytes, std::string name) {
  return recognise(std::make_unique<State>(State{RawFile(std::move(bytes), std::move(name))}));
}

Result<Input> Input::recognise(std::unique_ptr<State> state) {
  const std::string_view first = state->file.peek(kMagicSize);
  if (const auto& error = state->file.error()) return *error;
  for (const Unsupported& format : kUnsupported) {
    if (first.starts_with(format.magic)) return Error{std::string(format.what), state->file.name()};
  }
  const Packing packing = packing_of(first);
  if (packing != Packing::plain)
    state->unpacker.emplace(packing);
  else if (first.substr(0, kBeginning).find('\0') != std::string_view::npos)
    return Error{"holds bytes that no text has: it is not a PGN file", state->file.name()};
  return Input(std::move(state));
}

Result<std::size_t> Input::read(std::span<char> buffer) {
  const std::size_t filled = state_->read(buffer);
  if (const auto& error = state_->error(); error && filled == 0) return *error;
  return filled;
}

std::uint64_t Input::consumed() const noexcept {
  return state_->file.consumed();
}
std::optional<std::uint64_t> Input::size() const noexcept {
  return state_->file.size();
}
const std::string& Input::name() const noexcept {
  return state_->file.name();
}

}  // namespace polyglot::pgn
