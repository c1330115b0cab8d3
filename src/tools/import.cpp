#include <array>
#include <istream>
#include <optional>
#include <streambuf>
#include <string>

#include <fmt/format.h>

#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/text_formats.hpp>
#include <polyglot/os/input.hpp>

#include "tools/option_values.hpp"
#include "tools/text_files.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {

namespace {

using Read = Result<std::vector<book::RawEntry>> (*)(std::istream& in, const std::string& name);

/// An input as a stream, which forgets why it came to its end.
class InputBuffer final : public std::streambuf {
 public:
  explicit InputBuffer(os::Input input) : input_(std::move(input)) {}

  /// Why reading failed, if it did.
  [[nodiscard]] const std::optional<Error>& failure() const noexcept { return failure_; }

 private:
  int_type underflow() override {
    const auto got = input_.read(block_);
    if (!got) failure_ = got.error();
    if (!got || *got == 0) return traits_type::eof();
    setg(block_.data(), block_.data(), block_.data() + *got);
    return traits_type::to_int_type(*gptr());
  }

  os::Input input_;
  std::optional<Error> failure_;
  std::array<char, 65536> block_;
};

/// Editors leave a byte order mark.
void skip_byte_order_mark(std::istream& in) {
  constexpr int kFirstByte = 0xef;
  if (in.peek() == kFirstByte) in.ignore(3);
}

/// JSON begins with a bracket, or a blank before it; the names of columns do not.
Read recognise(std::istream& in) {
  const int first = (in >> std::ws).peek();
  return first == '[' || first == '{' ? &book::read_json : &book::read_csv;
}

/// `read`: null if the text itself has to tell.
Result<std::vector<book::RawEntry>> read_entries(const std::string& path, Read read) {
  auto input = os::Input::open(path);
  if (!input) return input.error();
  const std::string name = input->name();
  InputBuffer buffer(std::move(*input));
  std::istream in(&buffer);
  skip_byte_order_mark(in);
  if (read == nullptr) read = recognise(in);
  auto entries = read(in, name);
  if (buffer.failure()) return *buffer.failure();
  return entries;
}

Result<int> run(Command& command) {
  std::string path;
  std::string out = "book.bin";
  Read read = nullptr;
  command.add({
      {"in", "FILE", "the text, - for standard input; may stand without -in", text(path), 1, true},
      {"format", "FORMAT", "csv or json; default: what the text looks like",
       choice(read, {{"csv", &book::read_csv}, {"json", &book::read_json}})},
      {"out,o", "BOOK", "the book to write", text(out)},
  });
  if (const auto exit_code = command.parse()) return *exit_code;
  if (auto other = check_is_none_of({path}, out); !other) return other.error();
  const auto entries = read_entries(path, read);
  if (!entries) return entries.error();
  const auto make = [&entries](book::BinBookWriter& writer) -> Result<bool> {
    auto added = writer.add(*entries);
    return added ? Result<bool>(true) : added.error();
  };
  if (auto replaced = book::replace_book({}, out, make); !replaced) return replaced.error();
  fmt::print("{}: {} records\n", out, entries->size());
  return kSuccess;
}

}  // namespace

const Tool kImport{
    .name = "import",
    .usage = "FILE [-format csv|json] [-out BOOK]",
    .summary = "Makes a book of what dump-book has written as CSV or JSON.",
    .run = run,
};

}  // namespace polyglot::tools
