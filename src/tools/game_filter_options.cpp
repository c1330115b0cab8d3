#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include <boost/regex.hpp>

#include <polyglot/protocol/text.hpp>

#include "tools/make_book_options.hpp"
#include "tools/option_values.hpp"

namespace polyglot::tools {
namespace {

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

/// "B", "B9" and "B20-B99" are; letters are made large.
bool is_opening(std::string& text) {
  static const boost::regex opening("[A-E]\\d{0,2}(-[A-E]\\d{0,2})?");
  std::ranges::transform(text, text.begin(),
                         [](char c) { return c >= 'a' && c <= 'e' ? static_cast<char>(c - 'a' + 'A') : c; });
  if (!boost::regex_match(text, opening)) return false;
  const std::size_t dash = text.find('-');
  return dash == text.npos || text.substr(0, dash) <= text.substr(dash + 1) + "99";
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
    if (!is_opening(code)) return wrong_value("eco", code, "a code like B, B9 or B20-B99");
  }
  if (arguments.count("result") != 0) filter.results = split(arguments["result"].as<std::string>());
  for (const std::string& result : filter.results) {
    if (result != "1-0" && result != "0-1" && result != "1/2-1/2" && result != "*")
      return wrong_value("result", result, "1-0, 0-1, 1/2-1/2 or *");
  }
  if (arguments.count("time-class") == 0) return {};
  static constexpr std::array<std::string_view, 6> kClasses = {"bullet",    "blitz",          "rapid",
                                                               "classical", "correspondence", "unknown"};
  for (const std::string& name : split(arguments["time-class"].as<std::string>())) {
    const auto* const found = std::ranges::find(kClasses, name);
    if (found == kClasses.end())
      return wrong_value("time-class", name, "bullet, blitz, rapid, classical, correspondence or unknown");
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

}  // namespace

void declare_game_filter(boost::program_options::options_description& options) {
  options.add_options()                                                                                   //
      ("min-elo", value<std::string>("N"), "of players rated N or more")                                  //
      ("max-elo", value<std::string>("N"), "of players rated N or less")                                  //
      ("elo-of", value<std::string>("WHO")->default_value("both"), "whose rating: both, either or mean")  //
      ("max-elo-diff", value<std::string>("N"), "of players whose ratings differ by N or less")           //
      ("since", value<std::string>("DATE"), "played from then on: YYYY, YYYY.MM or YYYY.MM.DD")           //
      ("until", value<std::string>("DATE"), "played until then, that day, month or year included")        //
      ("result", value<std::string>("LIST"), "with one of these results: 1-0,0-1,1/2-1/2,*")              //
      ("time-class", value<std::string>("LIST"),
       "with one of these time controls: bullet,blitz,rapid,classical,correspondence,unknown")          //
      ("min-base", value<std::string>("SECONDS"), "with a base time of so much or more")                //
      ("max-base", value<std::string>("SECONDS"), "with a base time of so much or less")                //
      ("eco", value<std::string>("LIST"), "with one of these openings: B,C4,B20-B99")                   //
      ("player", value<std::string>("REGEX"), "with a player whose name the regular expression finds")  //
      ("player-side", value<std::string>("SIDE")->default_value("both"),
       "where that player sits: both, white or black")                                               //
      ("event", value<std::string>("REGEX"), "of an event whose name the regular expression finds")  //
      ("variant", value<std::string>("NAME"), "of standard or chess960 only")                        //
      ("min-length", whole<std::size_t>("PLIES", 0), "of so many plies or more")                     //
      ("sample", value<std::string>("SHARE")->default_value("1"),
       "a share of the games, chosen by chance")                                                    //
      ("seed", whole<std::uint64_t>("N", 0), "which choice: the same for the same seed and games")  //
      ("unique", "the first of equal games only (same moves, result and family names)")             //
      ("side-of-winner", value<Turn>("")->zero_tokens(), "the winner's moves only")                 //
      ("side-of-player", value<Turn>("")->zero_tokens(), "the moves of the one who is -player only");
}

Result<builder::GameFilter> game_filter_of(const Arguments& arguments) {
  builder::GameFilter filter;
  const auto elo_of = choice_of<builder::EloOf, 3>(arguments, "elo-of", {"both", "either", "mean"});
  if (!elo_of) return elo_of.error();
  filter.elo_of = *elo_of;
  const auto side = choice_of<builder::Sides, 3>(arguments, "player-side", {"both", "white", "black"});
  if (!side) return side.error();
  filter.player_side = *side;
  if (auto checked = check_company(arguments, "player-side", {"player"}); !checked) return checked.error();
  if (auto checked = check_company(arguments, "elo-of", {"min-elo", "max-elo"}); !checked)
    return checked.error();
  if (auto checked = check_company(arguments, "seed", {"sample"}); !checked) return checked.error();
  take<std::string>(arguments, "player", filter.player);
  take<std::string>(arguments, "event", filter.event);
  take<std::string>(arguments, "variant", filter.variant);
  for (const std::string_view known : {"standard", "chess960"}) {
    if (protocol::equals_ignoring_case(filter.variant, known)) filter.variant = known;
  }
  if (!filter.variant.empty() && filter.variant != "standard" && filter.variant != "chess960")
    return wrong_value("variant", filter.variant, "standard or chess960");
  if (auto taken = take_numbers(arguments, filter); !taken) return taken.error();
  if (auto taken = take_dates(arguments, filter); !taken) return taken.error();
  if (auto taken = take_lists(arguments, filter); !taken) return taken.error();
  if (auto taken = take_sides(arguments, filter); !taken) return taken.error();
  if (auto checked = filter.check(); !checked) return checked.error();
  return filter;
}

}  // namespace polyglot::tools
