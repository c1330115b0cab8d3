#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "tools/lines.hpp"
#include "tools/position_arguments.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {

namespace {

namespace po = boost::program_options;

constexpr const char* kFens = "fens";

void declare(Syntax& syntax) {
  declare_moves(syntax);
  syntax.options.add_options()(kFens, po::value<std::vector<std::string>>()->value_name("FEN..."),
                               "the positions, which need no option before them; without any, lines of "
                               "standard input, or the start position if there are moves");
  syntax.positional.add(kFens, -1);
}

/// Prints keys of positions, and what is wrong with those that are none.
class KeyPrinter {
 public:
  explicit KeyPrinter(std::vector<std::string> moves) : moves_(std::move(moves)) {}

  /// `place` is called only to say where a bad one was.
  template <class Place>
  void add(std::string_view fen, const Place& place) {
    auto position = read_position(fen);
    if (!position) return complain(position.error(), place());
    if (auto played = play(*position, moves_); !played) return complain(played.error(), place());
    const bool as_given = moves_.empty() && fen != kStartPosition;
    print(position->key(), as_given ? std::string(fen) : position->to_fen());
  }

  Result<void> flush() {
    auto written = write_out(text_);
    text_.clear();
    return written;
  }

  [[nodiscard]] int exit_code() const noexcept { return failed_ ? kFailure : kSuccess; }

 private:
  void print(chess::Key key, std::string_view fen) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    for (int shift = 60; shift >= 0; shift -= 4) text_ += kDigits[(key >> shift) & 15];
    text_.append(" ").append(fen) += '\n';
  }

  void complain(const Error& error, const std::string& place) {
    tell(kKey.name, fmt::format("{}: {}", place, error.to_string()));
    failed_ = true;
  }

  std::vector<std::string> moves_;
  std::string text_;
  bool failed_ = false;
};

Result<void> read_standard_input(KeyPrinter& printer) {
  std::size_t number = 0;
  const auto add = [&](std::string_view line) -> Result<void> {
    ++number;
    if (line.find_first_not_of(" \t") != line.npos)
      printer.add(line, [&number] { return fmt::format("line {}", number); });
    return {};
  };
  auto input = os::Input::open("-");
  if (!input) return input.error();
  return read_lines(*input, add, [&printer] { return printer.flush(); });
}

Result<int> run(const Arguments& arguments) {
  std::vector<std::string> fens;
  if (arguments.count(kFens) != 0) fens = arguments[kFens].as<std::vector<std::string>>();
  std::vector<std::string> moves = moves_argument(arguments);
  const bool from_input = fens.empty() && !has_moves_argument(arguments);
  if (!from_input && fens.empty()) fens.emplace_back(kStartPosition);

  KeyPrinter printer(std::move(moves));
  if (from_input) {
    if (auto read = read_standard_input(printer); !read) return read.error();
    return printer.exit_code();
  }
  for (std::size_t i = 0; i < fens.size(); ++i)
    printer.add(fens[i], [i] { return fmt::format("argument {}", i + 1); });
  if (auto written = printer.flush(); !written) return written.error();
  return printer.exit_code();
}

}  // namespace

const Tool kKey{
    .name = "key",
    .usage = "[FEN...] [-moves MOVE...]",
    .summary = "Prints the book keys of positions, one line \"KEY FEN\" for each.",
    .declare = declare,
    .run = run,
};

}  // namespace polyglot::tools
