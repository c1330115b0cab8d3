#include "tools/make_book_options.hpp"
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <boost/regex.hpp>
#include <fmt/format.h>

#include "tools/header_comment.hpp"
#include "tools/whole_number.hpp"

namespace polyglot::tools {

/// When a switch was met, counted over the command line: of some the last one counts.
struct Turn {
  unsigned number;
};

/// Found by Program_options, in the order of the command line.
void validate(boost::any& value, const std::vector<std::string>&, Turn*, int) {
  static unsigned turns = 0;
  value = Turn{++turns};
}

namespace {

namespace po = boost::program_options;
using builder::Range;
using Strings = std::vector<std::string>;

constexpr const char* kDefaultInput = "book.pgn";
constexpr const char* kDefaultOutput = "book.bin";

template <class Value>
auto* value(const char* name) {
  return po::value<Value>()->value_name(name);
}

template <class Integer>
auto* whole(const char* name) {
  return value<WholeNumber<Integer>>(name);
}

template <class Integer>
auto* whole(const char* name, Integer standard) {
  return whole<Integer>(name)->default_value({standard}, std::to_string(standard));
}

template <class Integer>
Integer whole_of(const Arguments& arguments, const char* option) {
  return arguments[option].as<WholeNumber<Integer>>().value;
}

Error wrong(std::string_view option, std::string_view text, std::string_view expected) {
  return {fmt::format("-{} {}: {} expected", option, text, expected)};
}

Strings split(std::string_view text) {
  Strings parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    parts.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

/// Neither infinite nor "nan".
std::optional<double> number_of(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(number)) return std::nullopt;
  return number;
}

/// Puts an option's number to its place, if it was given and within limits.
Result<void> take_number(const Arguments& arguments, const char* option, Range<double> limits,
                         std::string_view expected, double& place) {
  if (arguments.count(option) == 0) return {};
  const auto& text = arguments[option].as<std::string>();
  const auto number = number_of(text);
  if (!number || !limits.has(*number)) return wrong(option, text, expected);
  place = *number;
  return {};
}

/// The same for whole numbers of things that are not below 0.
Result<void> take_count(const Arguments& arguments, const char* option, int& place) {
  double number = place;
  const Range<double> limits{.least = 0, .most = std::numeric_limits<int>::max()};
  if (auto taken = take_number(arguments, option, limits, "a whole number from 0 on", number); !taken)
    return taken;
  place = static_cast<int>(number);
  if (place != number) return wrong(option, arguments[option].as<std::string>(), "a whole number from 0 on");
  return {};
}

/// One of some words, by its place among them.
template <class Choice, std::size_t count>
Result<Choice> choice_of(const Arguments& arguments, const char* option,
                         const std::array<std::string_view, count>& words) {
  const auto& text = arguments[option].as<std::string>();
  std::string expected;
  for (std::size_t i = 0; i < count; ++i) {
    if (text == words[i]) return static_cast<Choice>(i);
    expected += (i == 0 ? "" : i + 1 == count ? " or " : ", ") + std::string(words[i]);
  }
  return wrong(option, text, expected);
}

Result<std::uint64_t> memory_of(const std::string& text) {
  std::uint64_t bytes = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), bytes);
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  const int shift = unit.empty() || unit == "M" || unit == "m" ? 20
                    : unit == "K" || unit == "k"               ? 10
                    : unit == "G" || unit == "g"               ? 30
                                                               : -1;
  if (error != std::errc() || shift < 0 || bytes > (std::uint64_t{1} << 50) >> shift)
    return wrong("memory", text, "a size like 512M or 2G");
  if ((bytes << shift) < builder::kLeastMemory) return wrong("memory", text, "at least 16M");
  return bytes << shift;
}

void declare_files(po::options_description& options) {
  options.add_options()  //
      ("pgn", value<Strings>("FILE"),
       "games: files, packed or not (gzip, bzip2, zstd), folders of them, or - for standard input; may be "
       "repeated, names alone will do (default: book.pgn)")                         //
      ("bin", value<std::string>("FILE"), "the book to write (default: book.bin)")  //
      ("out,o", value<std::string>("FILE"), "the same")                             //
      ("header", value<std::string>("TEXT"), "give the book a header with this comment; \\n begins a line");
}

void declare_polyglot(po::options_description& options) {
  options.add_options()                                                                                  //
      ("max-ply", whole<std::size_t>("N", 1024), "plies taken from each game")                           //
      ("min-game", whole<std::uint64_t>("N", 3), "games that a move needs")                              //
      ("min-score", value<std::string>("P")->default_value("0"), "score that a move needs, in percent")  //
      ("only-white", value<Turn>("")->zero_tokens(), "White's moves only")                               //
      ("only-black", value<Turn>("")->zero_tokens(), "Black's moves only")                               //
      ("uniform", "weight 1 for every move");
}

void declare_filters(po::options_description& options) {
  options.add_options()                                                                            //
      ("min-elo", value<std::string>("N"), "ratings")                                              //
      ("max-elo", value<std::string>("N"), "ratings")                                              //
      ("elo-of", value<std::string>("WHO")->default_value("both"), "whose: both, either or mean")  //
      ("max-elo-diff", value<std::string>("N"), "difference of the ratings")                       //
      ("since", value<std::string>("DATE"), "YYYY, YYYY.MM or YYYY.MM.DD")                         //
      ("until", value<std::string>("DATE"), "the same")                                            //
      ("result", value<std::string>("LIST"), "of 1-0, 0-1, 1/2-1/2 and *")                         //
      ("time-class", value<std::string>("LIST"),
       "of bullet, blitz, rapid, classical, correspondence and unknown")                                 //
      ("min-base", value<std::string>("SECONDS"), "base time")                                           //
      ("max-base", value<std::string>("SECONDS"), "base time")                                           //
      ("eco", value<std::string>("LIST"), "openings: B, B9, B20-B99")                                    //
      ("player", value<std::string>("REGEX"), "one of the players")                                      //
      ("player-side", value<std::string>("SIDE")->default_value("both"), "where: both, white or black")  //
      ("event", value<std::string>("REGEX"), "the event")                                                //
      ("variant", value<std::string>("NAME"), "standard or chess960")                                    //
      ("min-length", whole<std::size_t>("PLIES", 0), "length of the game")                               //
      ("sample", value<std::string>("SHARE")->default_value("1"), "so many games, chosen by chance")     //
      ("seed", whole<std::uint64_t>("N", 0), "another choice of them")                                   //
      ("unique", "of equal games only the first (moves, result, family names)")                          //
      ("side-of-winner", value<Turn>("")->zero_tokens(), "the winner's moves only")                      //
      ("side-of-player", value<Turn>("")->zero_tokens(), "only moves of the one who is -player");
}

void declare_weights(po::options_description& options) {
  options.add_options()  //
      ("weights", value<std::string>("RULE"),
       "polyglot (default): half points, halved at 16384 games as no other rule does; points: by -factors; "
       "frequency: games; score: "
       "score in hundredths of a percent, with -prior")                                                 //
      ("factors", value<std::string>("W,D,L"), "what a win, a draw and a loss count (default: 2,1,0)")  //
      ("prior", value<std::string>("GAMES,P"),
       "add so many games with a score of P percent to each move (default: 10,50)")  //
      ("elo-doubling", value<std::string>("N"),
       "so many points of the mover's rating count twice as much")                                      //
      ("half-life", value<std::string>("YEARS"), "games so much older count half as much")              //
      ("decay-until", value<std::string>("DATE"), "the day that age is counted from (default: today)")  //
      ("keep-zero", "keep moves that have weight 0");
}

void declare_run(po::options_description& options) {
  options.add_options()                                                               //
      ("threads", whole<unsigned>("N"), "threads at work (default: all processors)")  //
      ("memory", value<std::string>("SIZE")->default_value("1G"),
       "what takes more goes to a temporary file; the book is the same")                       //
      ("tmp", value<std::string>("FOLDER"), "for that file (default: that of the book)")       //
      ("strict", "fail at the first game that is skipped or cut short, and at damaged files")  //
      ("report", value<std::string>("FILE"), "list all such games")                            //
      ("quiet,q", "no progress and no summary");
}

/// Puts an option's value to its place, if it was given.
template <class Value, class Place>
void take(const Arguments& arguments, const char* option, Place& place) {
  if (arguments.count(option) != 0) place = arguments[option].as<Value>();
}

Result<void> take_sides(const Arguments& arguments, builder::GameFilter& filter) {
  unsigned last = 0;
  const auto take_last = [&](const char* option, builder::Sides sides) {
    if (arguments.count(option) == 0 || arguments[option].as<Turn>().number < last) return;
    last = arguments[option].as<Turn>().number;
    filter.sides = sides;
  };
  take_last("only-white", builder::Sides::white);
  take_last("only-black", builder::Sides::black);
  take_last("side-of-winner", builder::Sides::winner);
  take_last("side-of-player", builder::Sides::player);
  if (filter.sides == builder::Sides::player && filter.player.empty())
    return Error{"-side-of-player: needs -player"};
  return {};
}

/// Tags may hold anything behind what is known of a date; who gives an option can be asked to mean it.
bool is_date(std::string_view text) {
  static const boost::regex date("\\d{4}([./-](0?[1-9]|1[0-2])([./-](0?[1-9]|[12]\\d|3[01]))?)?");
  return boost::regex_match(text.begin(), text.end(), date);
}

/// "B", "B9" and "B20-B99" are; letters are made large.
bool is_opening(std::string& text) {
  static const boost::regex opening("[A-E]\\d{0,2}(-[A-E]\\d{0,2})?");
  std::ranges::transform(text, text.begin(),
                         [](char c) { return c >= 'a' && c <= 'e' ? static_cast<char>(c - 'a' + 'A') : c; });
  if (!boost::regex_match(text, opening)) return false;
  const std::size_t dash = text.find('-');
  return dash == text.npos || text.substr(0, dash) <= text.substr(dash + 1) + "99";
}

Result<Range<int>> date_option(const Arguments& arguments, const char* option) {
  if (arguments.count(option) == 0) return Range<int>{};
  const auto& text = arguments[option].as<std::string>();
  const Range<int> date = builder::read_date(text);
  if (!is_date(text) || date.least > date.most)
    return wrong(option, text, "a date like 2024.05.17, or its beginning,");
  return date;
}

Result<void> take_dates(const Arguments& arguments, builder::GameFilter& filter) {
  const auto since = date_option(arguments, "since");
  if (!since) return since.error();
  const auto until = date_option(arguments, "until");
  if (!until) return until.error();
  filter.date = {.least = since->least, .most = until->most};
  if (filter.date.least > filter.date.most) return Error{"-since is behind -until"};
  return {};
}

Result<void> take_lists(const Arguments& arguments, builder::GameFilter& filter) {
  if (arguments.count("eco") != 0) filter.eco = split(arguments["eco"].as<std::string>());
  for (std::string& code : filter.eco) {
    if (!is_opening(code)) return wrong("eco", code, "a code like B, B9 or B20-B99");
  }
  if (arguments.count("result") != 0) filter.results = split(arguments["result"].as<std::string>());
  for (const std::string& result : filter.results) {
    if (result != "1-0" && result != "0-1" && result != "1/2-1/2" && result != "*")
      return wrong("result", result, "1-0, 0-1, 1/2-1/2 or *");
  }
  if (arguments.count("time-class") == 0) return {};
  static constexpr std::array<std::string_view, 6> kClasses = {"bullet",    "blitz",          "rapid",
                                                               "classical", "correspondence", "unknown"};
  for (const std::string& name : split(arguments["time-class"].as<std::string>())) {
    const auto* const found = std::ranges::find(kClasses, name);
    if (found == kClasses.end())
      return wrong("time-class", name, "bullet, blitz, rapid, classical, correspondence or unknown");
    filter.time_classes.push_back(static_cast<builder::TimeClass>(found - kClasses.begin()));
  }
  return {};
}

Result<void> take_numbers(const Arguments& arguments, builder::GameFilter& filter) {
  for (const auto& [option, place] : {std::pair{"min-elo", &filter.elo.least},
                                      {"max-elo", &filter.elo.most},
                                      {"max-elo-diff", &filter.max_elo_difference},
                                      {"min-base", &filter.base_time.least},
                                      {"max-base", &filter.base_time.most}}) {
    if (auto taken = take_count(arguments, option, *place); !taken) return taken;
  }
  if (filter.elo.least > filter.elo.most) return Error{"-min-elo is above -max-elo"};
  if (filter.base_time.least > filter.base_time.most) return Error{"-min-base is above -max-base"};
  filter.min_plies = whole_of<std::size_t>(arguments, "min-length");
  filter.seed = whole_of<std::uint64_t>(arguments, "seed");
  return take_number(arguments, "sample", {.least = 0, .most = 1}, "a share from 0 to 1", filter.sample);
}

Result<builder::GameFilter> filter_of(const Arguments& arguments) {
  builder::GameFilter filter;
  const auto elo_of = choice_of<builder::EloOf, 3>(arguments, "elo-of", {"both", "either", "mean"});
  if (!elo_of) return elo_of.error();
  filter.elo_of = *elo_of;
  const auto side = choice_of<builder::Sides, 3>(arguments, "player-side", {"both", "white", "black"});
  if (!side) return side.error();
  filter.player_side = *side;
  take<std::string>(arguments, "player", filter.player);
  take<std::string>(arguments, "event", filter.event);
  take<std::string>(arguments, "variant", filter.variant);
  if (!filter.variant.empty() && filter.variant != "standard" && filter.variant != "chess960")
    return wrong("variant", filter.variant, "standard or chess960");
  if (auto taken = take_numbers(arguments, filter); !taken) return taken.error();
  if (auto taken = take_dates(arguments, filter); !taken) return taken.error();
  if (auto taken = take_lists(arguments, filter); !taken) return taken.error();
  if (auto taken = take_sides(arguments, filter); !taken) return taken.error();
  return filter;
}

/// Today as YYYYMMDD, in UTC.
int today() {
  namespace chrono = std::chrono;
  const chrono::year_month_day day(chrono::floor<chrono::days>(chrono::system_clock::now()));
  return static_cast<int>(day.year()) * 10000 + static_cast<int>(static_cast<unsigned>(day.month())) * 100 +
         static_cast<int>(static_cast<unsigned>(day.day()));
}

Result<builder::GameWeights> game_weights_of(const Arguments& arguments) {
  builder::GameWeights weights{.decay_until = today()};
  for (const auto& [option, place] :
       {std::pair{"elo-doubling", &weights.elo_doubling}, {"half-life", &weights.half_life}}) {
    const Range<double> above_zero{.least = std::numeric_limits<double>::min()};
    if (auto taken = take_number(arguments, option, above_zero, "a number above 0", *place); !taken)
      return taken.error();
  }
  const auto until = date_option(arguments, "decay-until");
  if (!until) return until.error();
  if (!until->is_open()) weights.decay_until = until->least;
  return weights;
}

/// Numbers with commas between them.
template <std::size_t count>
Result<std::array<double, count>> numbers_of(const Arguments& arguments, const char* option) {
  const auto& text = arguments[option].as<std::string>();
  const Strings parts = split(text);
  std::array<double, count> numbers{};
  for (std::size_t i = 0; i < count; ++i) {
    const auto number = parts.size() == count ? number_of(parts[i]) : std::nullopt;
    if (!number) return wrong(option, text, fmt::format("{} numbers with commas between", count));
    numbers[i] = *number;
  }
  return numbers;
}

Result<builder::EntryRule> rule_of(const Arguments& arguments) {
  builder::EntryRule rule;
  rule.min_games = whole_of<std::uint64_t>(arguments, "min-game");
  const Range<double> any{.least = std::numeric_limits<double>::lowest()};
  if (auto taken = take_number(arguments, "min-score", any, "a percentage", rule.min_score); !taken)
    return taken.error();
  rule.uniform = arguments.count("uniform") != 0;
  rule.keep_zero = arguments.count("keep-zero") != 0;
  if (arguments.count("factors") != 0 && arguments.count("prior") != 0)
    return Error{"-factors and -prior belong to different -weights: give one of them"};
  if (arguments.count("factors") != 0) {
    const auto factors = numbers_of<3>(arguments, "factors");
    if (!factors) return factors.error();
    rule.rule = builder::WeightRule::points;
    rule.factors = {.win = (*factors)[0], .draw = (*factors)[1], .loss = (*factors)[2]};
  }
  if (arguments.count("prior") != 0) {
    const auto prior = numbers_of<2>(arguments, "prior");
    if (!prior) return prior.error();
    if ((*prior)[0] < 0 || !Range<double>{0, 100}.has((*prior)[1]))
      return wrong("prior", arguments["prior"].as<std::string>(), "games from 0 on and 0 to 100 percent");
    rule.rule = builder::WeightRule::score;
    rule.prior = {.games = (*prior)[0], .percent = (*prior)[1]};
  }
  if (arguments.count("weights") == 0) return rule;
  const auto chosen =
      choice_of<builder::WeightRule, 4>(arguments, "weights", {"polyglot", "points", "frequency", "score"});
  if (!chosen) return chosen.error();
  if (rule.rule != builder::WeightRule::polyglot && rule.rule != *chosen)
    return Error{"-weights: -factors belong to points, -prior belongs to score"};
  rule.rule = *chosen;
  return rule;
}

Result<void> take_run(const Arguments& arguments, builder::Settings& settings) {
  settings.threads = std::max(1U, std::thread::hardware_concurrency());
  if (arguments.count("threads") != 0) settings.threads = whole_of<unsigned>(arguments, "threads");
  if (settings.threads < 1 || settings.threads > 256)
    return wrong("threads", fmt::format("{}", settings.threads), "a number from 1 to 256");
  const auto memory = memory_of(arguments["memory"].as<std::string>());
  if (!memory) return memory.error();
  settings.memory = *memory;
  take<std::string>(arguments, "tmp", settings.temporary_folder);
  take<std::string>(arguments, "report", settings.report);
  settings.strict = arguments.count("strict") != 0;
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
  add("Moves", declare_polyglot);
  add("Games wanted", declare_filters);
  add("Weights", declare_weights);
  add("The run", declare_run);
  syntax.positional.add("pgn", -1);
}

Result<builder::Settings> make_book_settings(const Arguments& arguments) {
  builder::Settings settings;
  settings.max_ply = whole_of<std::size_t>(arguments, "max-ply");
  settings.drop_duplicates = arguments.count("unique") != 0;
  if (auto taken = take_run(arguments, settings); !taken) return taken.error();
  auto filter = filter_of(arguments);
  if (!filter) return filter.error();
  settings.filter = std::move(*filter);
  const auto weights = game_weights_of(arguments);
  if (!weights) return weights.error();
  settings.game_weights = *weights;
  const auto rule = rule_of(arguments);
  if (!rule) return rule.error();
  settings.entries = *rule;
  if (auto taken = take_files(arguments, settings); !taken) return taken.error();
  return settings;
}

}  // namespace polyglot::tools
