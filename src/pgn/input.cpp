#include <ios>
#include <string_view>
#include <utility>

#include <polyglot/pgn/input.hpp>

#include "pgn/decoder.hpp"
#include "pgn/raw_file.hpp"

namespace polyglot::pgn {
namespace {

using namespace std::string_view_literals;

struct Foreign {
  std::string_view magic;
  std::string_view what;
};

constexpr Foreign kForeign[] = {
    {"\xfd"
     "7zXZ\0"sv,
     "is packed with xz, which is not read here: unpack it first"},
    {"PK\x03\x04"sv, "is a zip archive: unpack it first"},
    {"7z\xbc\xaf\x27\x1c"sv, "is a 7z archive: unpack it first"},
    {"\xff\xfe"sv, "is text in UTF-16: convert it to UTF-8 first"},
    {"\xfe\xff"sv, "is text in UTF-16: convert it to UTF-8 first"},
};

}  // namespace

struct Input::State {
  RawFile file;
  std::unique_ptr<Decoder> decoder = nullptr;
  std::optional<Error> failure = std::nullopt;  ///< to be told once all that came before it is

  [[nodiscard]] Error damaged(std::string_view why) const {
    if (auto error = file.error()) return *error;
    const std::string place = file.name() + ": offset " + std::to_string(file.consumed());
    if (file.at_end()) return {"the compressed file ends too early, it was cut: fetch it again", place};
    return {"the compressed file is damaged before this offset (" + std::string(why) + "): fetch it again",
            place};
  }
};

Input::Input(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
Input::Input(Input&&) noexcept = default;
Input& Input::operator=(Input&&) noexcept = default;
Input::~Input() = default;

Result<Input> Input::open(const std::string& path) {
  auto file = RawFile::open(path);
  if (!file) return file.error();
  return recognise(std::make_unique<State>(State{std::move(*file)}));
}

Result<Input> Input::from_bytes(std::string bytes, std::string name) {
  return recognise(std::make_unique<State>(State{RawFile(std::move(bytes), std::move(name))}));
}

Result<Input> Input::recognise(std::unique_ptr<State> state) {
  const std::string_view first = state->file.peek(kMagicSize);
  if (auto error = state->file.error()) return *error;
  for (const Foreign& foreign : kForeign) {
    if (first.starts_with(foreign.magic)) return Error{std::string(foreign.what), state->file.name()};
  }
  state->decoder = make_decoder(packing_of(first));
  return Input(std::move(state));
}

Result<std::size_t> Input::read(std::span<char> buffer) {
  std::size_t filled = 0;
  try {
    while (!state_->failure && filled < buffer.size()) {
      const auto wanted = static_cast<std::streamsize>(buffer.size() - filled);
      const std::streamsize got = state_->decoder->read(state_->file, buffer.data() + filled, wanted);
      if (got < 0) break;
      filled += static_cast<std::size_t>(got);
    }
  } catch (const std::ios_base::failure& failure) {
    state_->failure = state_->damaged(failure.what());
  }
  if (auto error = state_->file.error()) state_->failure = std::move(error);
  if (state_->failure && filled == 0) return *state_->failure;
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
