// SPDX-License-Identifier: MIT
#include <algorithm>

#include <boost/algorithm/string/replace.hpp>

#include <polyglot/os/streams.hpp>
#include <polyglot/pgn/input.hpp>
#include <polyglot/result.hpp>

#include "pgn/codec.hpp"

namespace polyglot::pgn {

/// The bytes of a file, without unpacking.
class RawFile {
 public:
  /// `stop` may be null; see Input::open().
  [[nodiscard]] static Result<RawFile> open(const std::string& path, const std::atomic<bool>* stop) {
    auto input = os::Input::open(path);
    if (!input) return input.error();
    return RawFile(std::move(*input), stop);
  }

  RawFile(std::string bytes, std::string name)
      : name_(std::move(name)),
        size_(bytes.size()),
        buffer_(std::move(bytes)),
        end_(buffer_.size()),
        at_end_(true) {}

  /// The next bytes: `count` of them or more, fewer only at the end and before error(). The view is valid
  /// until the next call of a function other than skip().
  [[nodiscard]] std::string_view peek(std::size_t count) {
    if (end_ - begin_ < count && !at_end_) {
      std::copy(buffer_.data() + begin_, buffer_.data() + end_, buffer_.data());
      end_ -= std::exchange(begin_, 0);
      while (end_ < count) {
        const std::size_t got = read_file(std::span(buffer_).subspan(end_));
        if (got == 0) break;
        end_ += got;
      }
    }
    return {buffer_.data() + begin_, end_ - begin_};
  }

  /// Skips bytes that peek() has returned.
  void skip(std::size_t count) noexcept {
    begin_ += count;
    consumed_ += count;
  }

  /// Fills `buffer` from its start and returns the number of bytes. It is smaller than the buffer only at the
  /// end and before error().
  [[nodiscard]] std::size_t read(std::span<char> buffer) {
    std::size_t filled = std::min(buffer.size(), end_ - begin_);
    std::copy_n(buffer_.data() + begin_, filled, buffer.data());
    skip(filled);
    while (filled < buffer.size()) {
      const std::size_t got = read_file(buffer.subspan(filled));
      if (got == 0) break;
      filled += got;
      consumed_ += got;
    }
    return filled;
  }

  /// Why reading ended too early; nothing if it did not.
  [[nodiscard]] const std::optional<Error>& error() const noexcept { return error_; }
  [[nodiscard]] std::uint64_t consumed() const noexcept { return consumed_; }
  [[nodiscard]] std::optional<std::uint64_t> size() const noexcept { return size_; }
  [[nodiscard]] const std::string& name() const noexcept { return name_; }

 private:
  RawFile(os::Input input, const std::atomic<bool>* stop)
      : input_(std::move(input)),
        name_(input_->name()),
        size_(input_->size()),
        stop_(stop),
        buffer_(std::size_t{1} << 17, '\0') {}

  /// Reads at least one byte; none at the end or if the file cannot be read.
  [[nodiscard]] std::size_t read_file(std::span<char> buffer) {
    if (at_end_) return 0;
    const auto got = input_->read(buffer, stop_);
    if (!got) error_ = got.error();
    at_end_ = !got || *got == 0;
    return at_end_ ? 0 : *got;
  }

  std::optional<os::Input> input_;  ///< nothing if `buffer_` holds all bytes
  std::string name_;
  std::optional<std::uint64_t> size_;  ///< of regular files and of memory
  const std::atomic<bool>* stop_ = nullptr;
  std::string buffer_;
  std::size_t begin_ = 0;  ///< the next bytes are from here to `end_`
  std::size_t end_ = 0;
  std::uint64_t consumed_ = 0;
  std::optional<Error> error_ = std::nullopt;
  bool at_end_ = false;  ///< only the bytes in `buffer_` remain
};

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
  [[nodiscard]] bool read_part(RawFile& file, std::span<char>& room) {
    if (error_ || (!in_part_ && !begin_part(file))) return false;
    while (in_part_ && !room.empty() && !error_) unpack(file, room);
    return true;
  }

  [[nodiscard]] const std::optional<Error>& error() const noexcept { return error_; }

 private:
  /// False if no other part follows.
  [[nodiscard]] bool begin_part(RawFile& file) {
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

  void unpack(RawFile& file, std::span<char>& room) {
    std::string_view ahead = file.peek(1);
    const std::size_t had = ahead.size();
    const std::size_t wanted = room.size();
    const Codec::Step step = codec_->unpack(ahead, room);
    file.skip(had - ahead.size());
    if (step == Codec::Step::failed) return fail(file, codec_->failure());
    in_part_ = step == Codec::Step::more;
    if (in_part_ && had == 0 && room.size() == wanted) fail_as_cut(file);
  }

  void fail(const RawFile& file, std::string what) {
    error_ = Error{std::move(what), file.name() + ": offset " + std::to_string(file.consumed())};
  }

  void fail_as_cut(const RawFile& file) { fail(file, "the compressed file is cut short; download it again"); }

  Packing packing_;
  std::unique_ptr<Codec> codec_;
  bool in_part_ = false;
  std::optional<Error> error_ = std::nullopt;
};

namespace {

using namespace std::string_view_literals;

/// A kind of file that is not read. NAME in the text is the name of the file.
struct Unsupported {
  std::string_view magic;
  std::string_view what;
  std::string_view ending = {};  ///< of its name
};

constexpr std::string_view kChessBase =
    "is a database of ChessBase: save its games as PGN with ChessBase or Scid";

constexpr Unsupported kUnsupported[] = {
    {"\xfd"
     "7zXZ\0"sv,
     "is packed with xz, which is not read here: unpack it first, with xz -d NAME"},
    {"PK\x03\x04"sv, "is a zip archive: unpack it first, with unzip NAME or tar -xf NAME"},
    {"7z\xbc\xaf\x27\x1c"sv, "is a 7z archive: unpack it first, with 7z x NAME"},
    {"version https://git-lfs"sv, "is a pointer of Git LFS, not the file: get that with git lfs pull"},
    {"Scid.si"sv, "is a database of Scid: save its games as PGN with Scid (Tools, Export all filter games)"},
    {""sv, kChessBase, ".cbh"sv},
    {""sv, kChessBase, ".cbv"sv},
    {"PolyCnts"sv, "is a file of counts, not games or positions: polyglot make-book builds a book from it"},
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

  [[nodiscard]] std::size_t read(std::span<char> buffer) {
    if (!unpacker) return file.read(buffer);
    std::span<char> room = buffer;
    while (!room.empty() && unpacker->read_part(file, room)) continue;
    return buffer.size() - room.size();
  }
  /// The error of the file comes first: to the unpacker, an unreadable file looks truncated.
  [[nodiscard]] const std::optional<Error>& error() const noexcept {
    return file.error() || !unpacker ? file.error() : unpacker->error();
  }
};

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
    const std::string& name = state->file.name();
    if (first.starts_with(format.magic) && name.ends_with(format.ending))
      return Error{boost::replace_all_copy(std::string(format.what), "NAME", name), name};
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
