#include "tools/make_book_options.hpp"
#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include <fmt/format.h>

#include "tools/option_values.hpp"

namespace polyglot::tools {
namespace {

namespace po = boost::program_options;

constexpr const char* kDefaultInput = "book.pgn";
constexpr const char* kDefaultOutput = "book.bin";

Result<std::uint64_t> memory_of(const std::string& text) {
  std::uint64_t bytes = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), bytes);
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  const int shift = unit.empty() || unit == "M" || unit == "m" ? 20
                    : unit == "K" || unit == "k"               ? 10
                    : unit == "G" || unit == "g"               ? 30
                                                               : -1;
  if (error != std::errc() || shift < 0 || bytes > (std::uint64_t{1} << 50) >> shift)
    return wrong_value("memory", text, "a size like 512M or 2G");
  if ((bytes << shift) < builder::kLeastMemory) return wrong_value("memory", text, "at least 16M");
  return bytes << shift;
}

void declare_files(po::options_description& options) {
  options.add_options()  //
      ("pgn", value<Strings>("FILE"),
       "games: files, packed or not (gzip, bzip2, zstd), folders of them, or - for standard input; may be "
       "repeated, names alone will do (default: book.pgn)")                         //
      ("bin", value<std::string>("FILE"), "the book to write (default: book.bin)")  //
      ("out,o", value<std::string>("FILE"), "the same")                             //
      ("allow-empty", "replace a book even if nothing is in the new one")           //
      ("header", value<std::string>("TEXT"), "give the book a header with this comment; \\n begins a line");
}

void declare_moves(po::options_description& options) {
  options.add_options()                                                                                  //
      ("max-ply", whole<std::size_t>("N", 1024), "plies taken from each game")                           //
      ("min-game", whole<std::uint64_t>("N", 3), "games that a move needs")                              //
      ("min-score", value<std::string>("P")->default_value("0"), "score that a move needs, in percent")  //
      ("only-white", value<Turn>("")->zero_tokens(), "White's moves only")                               //
      ("only-black", value<Turn>("")->zero_tokens(), "Black's moves only")                               //
      ("uniform", "weight 1 for every move");
}

void declare_run(po::options_description& options) {
  options.add_options()                                                               //
      ("threads", whole<unsigned>("N"), "threads at work (default: all processors)")  //
      ("memory", value<std::string>("SIZE")->default_value("1G"),
       "what takes more goes to a temporary file; the book is the same")                                //
      ("tmp", value<std::string>("FOLDER"), "for that file (default: that of the book)")                //
      ("strict", "fail at the first game that is skipped, cut short or damaged, and at damaged files")  //
      ("report", value<std::string>("FILE"), "list all such games and files")                           //
      ("quiet,q", "no progress and no summary");
}

Result<void> take_run(const Arguments& arguments, builder::Settings& settings) {
  settings.threads = std::max(1U, std::thread::hardware_concurrency());
  if (arguments.count("threads") != 0) settings.threads = whole_of<unsigned>(arguments, "threads");
  if (settings.threads < 1 || settings.threads > 256)
    return wrong_value("threads", fmt::format("{}", settings.threads), "a number from 1 to 256");
  const auto memory = memory_of(arguments["memory"].as<std::string>());
  if (!memory) return memory.error();
  settings.memory = *memory;
  take<std::string>(arguments, "tmp", settings.temporary_folder);
  take<std::string>(arguments, "report", settings.report);
  settings.strict = arguments.count("strict") != 0;
  settings.refuse_empty = arguments.count("allow-empty") == 0;
  return {};
}

Result<void> take_files(const Arguments& arguments, builder::Settings& settings) {
  settings.inputs = {kDefaultInput};
  take<Strings>(arguments, "pgn", settings.inputs);
  settings.output = kDefaultOutput;
  if (arguments.count("bin") != 0 && arguments.count("out") != 0)
    return Error{"-bin and -out mean the same: give one of them"};
  take<std::string>(arguments, "bin", settings.output);
  take<std::string>(arguments, "out", settings.output);
  if (arguments.count("header") != 0)
    settings.header = book::BookHeader{.comment = header_comment(arguments["header"].as<std::string>())};
  return {};
}

}  // namespace

void declare_make_book(Syntax& syntax) {
  const auto add = [&](const char* caption, void (*declare)(po::options_description&)) {
    po::options_description options(caption);
    declare(options);
    syntax.options.add(options);
  };
  add("Files", declare_files);
  add("Moves", declare_moves);
  add("Games wanted", declare_game_filter);
  add("Weights", declare_weights);
  add("The run", declare_run);
  syntax.positional.add("pgn", -1);
}

Result<builder::Settings> make_book_settings(const Arguments& arguments) {
  builder::Settings settings;
  settings.max_ply = whole_of<std::size_t>(arguments, "max-ply");
  settings.drop_duplicates = arguments.count("unique") != 0;
  if (auto taken = take_run(arguments, settings); !taken) return taken.error();
  auto filter = game_filter_of(arguments);
  if (!filter) return filter.error();
  settings.filter = std::move(*filter);
  const auto weights = game_weights_of(arguments);
  if (!weights) return weights.error();
  settings.game_weights = *weights;
  const auto rule = entry_rule_of(arguments);
  if (!rule) return rule.error();
  settings.entries = *rule;
  if (auto taken = take_files(arguments, settings); !taken) return taken.error();
  return settings;
}

}  // namespace polyglot::tools
