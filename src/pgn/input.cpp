// SPDX-License-Identifier: MIT
#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <polyglot/pgn/input.hpp>
#include <polyglot/result.hpp>

#include "pgn/codec.hpp"
#include "pgn/raw_file.hpp"

namespace polyglot::pgn {

namespace {

/// Skips zeros, which tapes and devices fill their blocks with.
void skip_zeros(RawFile& file) {
  for (;;) {
    const std::string_view ahead = file.peek(1);
    const std::size_t zeros = std::min(ahead.find_first_not_of('\0'), ahead.size());
    if (zeros == 0) return;
    file.skip(zeros);
  }
}

}  // namespace

/// Unpacks a file part by part. It skips zeros after a part.
class Unpacker {
 public:
  explicit Unpacker(Packing packing) : packing_(packing), codec_(make_codec(packing)) {}

  /// Unpacks into the start of `room`, and moves it past what was written: up to the end of a part, or until
  /// it is full, or before error(). False if no other part follows, or after an error.
  [[nodiscard]] bool read_part(RawFile& file, std::span<char>& room);
  [[nodiscard]] const std::optional<Error>& error() const noexcept { return error_; }

 private:
  [[nodiscard]] bool begin_part(RawFile& file);
  void unpack(RawFile& file, std::span<char>& room);
  void fail(const RawFile& file, std::string what);
  void fail_as_cut(const RawFile& file);

  Packing packing_;
  std::unique_ptr<Codec> codec_;
  bool in_part_ = false;
  std::optional<Error> error_ = std::nullopt;
};

bool Unpacker::read_part(RawFile& file, std::span<char>& room) {
  if (error_ || (!in_part_ && !begin_part(file))) return false;
  while (in_part_ && !room.empty() && !error_) unpack(file, room);
  return true;
}

/// False if no other part follows.
bool Unpacker::begin_part(RawFile& file) {
  skip_zeros(file);
  const std::string_view first = file.peek(kMagicSize);
  in_part_ = packing_of(first) == packing_;
  if (in_part_) {
    codec_->begin();
  } else if (first.size() < kMagicSize && may_begin(packing_, first)) {
    file.skip(first.size());
    fail_as_cut(file);
  } else if (!first.empty()) {
    fail(file, "the bytes after the packed data are not " + std::string(name_of(packing_)) +
                   "; Polyglot ignored them. Download the file again if it should hold more");
  }
  return in_part_;
}

void Unpacker::unpack(RawFile& file, std::span<char>& room) {
  std::string_view ahead = file.peek(1);
  const std::size_t had = ahead.size();
  const std::size_t wanted = room.size();
  const Codec::Step step = codec_->unpack(ahead, room);
  file.skip(had - ahead.size());
  if (step == Codec::Step::failed) return fail(file, codec_->failure());
  in_part_ = step == Codec::Step::more;
  if (in_part_ && had == 0 && room.size() == wanted) fail_as_cut(file);
}

void Unpacker::fail(const RawFile& file, std::string what) {
  error_ = Error{std::move(what), file.name() + ": offset " + std::to_string(file.consumed())};
}

void Unpacker::fail_as_cut(const RawFile& file) {
  fail(file, "the compressed file is cut short; download it again");
}

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
