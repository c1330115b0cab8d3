// SPDX-License-Identifier: MIT
#include "builder/counts_output.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <boost/describe/enum.hpp>
#include <boost/describe/enum_to_string.hpp>
#include <fmt/format.h>

#include "builder/compiled_filter.hpp"

namespace polyglot::builder {

BOOST_DESCRIBE_ENUM(Sides, both, white, black, winner, player)

namespace {

/// Reads a file, and identifies it by its content. Source: docs/counts-format.md, "Directory". Failure: it is
/// not a regular file, cannot be read, or `stop` was set.
counts::Input read_input(const std::string& path, const std::atomic<bool>& stop) {
  constexpr std::size_t kReadAtOnce = std::size_t{1} << 16;
  const auto file = os::File::open(path).value();
  const std::uint64_t size = file.size().value();
  XXH3_state_t state;
  XXH3_128bits_reset(&state);
  std::vector<std::byte> block(kReadAtOnce);
  for (std::uint64_t at = 0; at < size; at += block.size()) {
    if (stop) throw Failure("interrupted");
    XXH3_128bits_update(&state, block.data(), file.read_at(at, block).value());
  }
  const XXH128_hash_t hash = XXH3_128bits_digest(&state);
  return {.name = path, .bytes = size, .hash = {hash.low64, hash.high64}};
}

/// The maximum for the sums of a single run. A move seldom occurs more than once in a game.
constexpr std::uint64_t kMostGames = std::numeric_limits<std::uint32_t>::max() / 2;

// ---- The settings ----------------------------------------------------------------------------------------

class SettingsText {
 public:
  void add(std::string_view name, std::string_view value = {}) {
    text_.append(text_.empty() ? "" : "\n").append(name);
    if (!value.empty()) text_.append(" ").append(value);
  }
  void add_if(bool is_given, std::string_view name, std::string_view value = {}) {
    if (is_given) add(name, value);
  }
  template <class Number>
  void add_limits(const Range<Number>& range, std::string_view least, std::string_view most) {
    const Range<Number> open;
    add_if(range.least != open.least, least, std::to_string(range.least));
    add_if(range.most != open.most, most, std::to_string(range.most));
  }
  void add_list(std::string_view name, std::vector<std::string> values) {
    if (values.empty()) return;
    std::ranges::sort(values);
    std::string list;
    for (const std::string& value : values) list.append(list.empty() ? "" : ",").append(value);
    add(name, list);
  }
  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

std::string_view option_of(Sides sides) noexcept {
  return boost::describe::enum_to_string(sides, "");
}

std::vector<std::string> groups_of(const GroupBy& by) {
  std::vector<std::string> groups;
  if (by.rating) groups.emplace_back("rating");
  if (by.speed) groups.emplace_back("speed");
  if (by.year) groups.emplace_back("year");
  return groups;
}

/// Identifies the names of openings by what matters to the filter.
std::string identity_of_names(const GameFilter& filter) {
  std::vector<std::string> lines;
  for (const auto& [key, is_wanted] : named_positions(filter))
    lines.push_back(fmt::format("{:016x} {}\n", key, is_wanted));
  std::ranges::sort(lines);
  const std::string text = fmt::to_string(fmt::join(lines, ""));
  return fmt::format("{:016x}", XXH3_64bits(text.data(), text.size()));
}

void add_filter(SettingsText& text, const GameFilter& filter) {
  const GameFilter open;
  text.add_limits(filter.elo, "min-elo", "max-elo");
  text.add_if(!filter.elo.is_open() && filter.elo_of != EloOf::both, "elo-of",
              filter.elo_of == EloOf::either ? "either" : "mean");
  text.add_if(filter.max_elo_difference != open.max_elo_difference, "max-elo-diff",
              std::to_string(filter.max_elo_difference));
  text.add_limits(filter.date, "since", "until");
  text.add_list("result", filter.results);
  std::vector<std::string> classes;
  for (const TimeClass each : filter.time_classes) classes.emplace_back(name_of(each));
  text.add_list("time-class", classes);
  text.add_limits(filter.base_time, "min-base", "max-base");
  std::vector<std::string> codes;
  for (const openings::EcoRange& range : filter.eco) codes.push_back(range.first + "-" + range.last);
  text.add_list("eco", codes);
  std::vector<std::string> openings;
  for (const openings::OpeningQuery& query : filter.openings_wanted) openings.push_back(query.text());
  text.add_list("openings", openings);
  // Parts that were counted with other names of openings cannot be added.
  if (!openings.empty() && filter.opening_names) text.add("openings-file", identity_of_names(filter));
  text.add_if(!filter.player.empty(), "player", filter.player);
  text.add_if(filter.player_side != Sides::both, "player-side", option_of(filter.player_side));
  text.add_if(!filter.event.empty(), "event", filter.event);
  text.add_if(!filter.variant.empty(), "variant", filter.variant);
  text.add_if(filter.untagged, "untagged");
  text.add_if(filter.min_plies > 0, "min-length", std::to_string(filter.min_plies));
  text.add_if(filter.sides != Sides::both, "sides", option_of(filter.sides));
}

/// The settings that choose games and moves, one in each line, written as options of count-games. Defaults
/// are left out. Equal settings have the same text.
std::string settings_text(const Settings& settings) {
  SettingsText text;
  text.add("max-ply", std::to_string(settings.max_ply));
  text.add_list("by", groups_of(settings.counted_by.value_or(GroupBy())));
  add_filter(text, settings.filter);
  text.add_if(settings.variant && settings.variant->has_plain_keys(), "keys", "plain");
  text.add_if(settings.leave_out_inner_rooks, "no-inner-rooks");
  return text.take();
}

}  // namespace

counts::Header header_of(const Settings& settings) {
  counts::Header header;
  header.settings = settings_text(settings);
  if (settings.variant) header.variant = settings.variant->name();
  if (settings.filter.variant == "chess960") header.variant = "fischerandom";
  return header;
}

CountsOutput::CountsOutput(const std::string& path, const Settings& settings, Progress& progress)
    : writer_(counts::CountsWriter::create(path, header_of(settings)).value()),
      settings_(settings),
      progress_(progress),
      hashes_(std::async(std::launch::async, [this] { return hash_inputs(); })) {}

std::vector<counts::Input> CountsOutput::hash_inputs() {
  std::vector<counts::Input> inputs;
  for (const std::string& path : settings_.inputs) {
    stamps_.push_back(os::stamp_of(path).value());
    inputs.push_back(read_input(path, stop_));
    if (progress_.stop) throw Failure("interrupted");
  }
  return inputs;
}

void CountsOutput::check_inputs() const {
  for (std::size_t i = 0; i < stamps_.size(); ++i)
    if (os::stamp_of(settings_.inputs[i]).value() != stamps_[i])
      throw Failure("has been changed while it was counted", settings_.inputs[i]);
}

counts::Header CountsOutput::commit(const Summary& summary) {
  if (summary.counts.used > kMostGames)
    throw Failure("more than " + std::to_string(kMostGames) + " games: count them in several parts");
  std::vector<counts::Input> inputs = hashes_.get();
  check_inputs();
  counts::check_for_twins(inputs).value();
  for (std::size_t i = 0; i < inputs.size(); ++i) inputs[i].games = summary.used[i];
  writer_.set_inputs(std::move(inputs));
  return writer_.commit().value();
}

void check_counting(const Settings& settings) {
  if (settings.drop_duplicates)
    throw Failure(
        "counts cannot be made with --unique: duplicate games that are counted in other parts are not known");
  if (settings.filter.sample < 1)
    throw Failure(
        "counts cannot be made with --sample: a random share depends on how games are cut into files");
  if (settings.variations == Variations::all)
    throw Failure("counts cannot be made with --variations all: they have only the main lines of games");
  if (std::ranges::find(settings.inputs, "-") != settings.inputs.end())
    throw Failure("standard input cannot be read twice, which counting needs: give files");
  for (std::size_t i = 1; i < settings.inputs.size(); ++i) {
    const std::string& input = settings.inputs[i];
    if (input == settings.inputs[i - 1]) throw Failure("is given twice", input);
    if (input < settings.inputs[i - 1])
      throw Failure("comes behind " + settings.inputs[i - 1] +
                        ": where games are counted, give the files in the order of their names",
                    input);
  }
}

}  // namespace polyglot::builder
