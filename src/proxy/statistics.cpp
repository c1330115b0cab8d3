// SPDX-License-Identifier: MIT
#include <utility>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <polyglot/proxy/statistics.hpp>

namespace polyglot::proxy {
namespace {

namespace json = boost::json;
using std::chrono::milliseconds;
using Nanoseconds = DurationHistogram::Nanoseconds;
using Kind = StatisticsRecord::Kind;

std::string text_of(StatisticsRecord::Time time) {
  const auto whole = std::chrono::floor<std::chrono::seconds>(time);
  const auto rest = std::chrono::duration_cast<milliseconds>(time - whole);
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z", fmt::gmtime(std::chrono::system_clock::to_time_t(whole)),
                     rest.count());
}

json::value or_null(const std::string& text) {
  return text.empty() ? json::value() : json::value(text);
}

json::object times_json(const DurationHistogram& times) {
  json::array classes;
  times.for_each_class([&](Nanoseconds last, std::uint64_t count) {
    classes.push_back(json::array{last.count(), count});
  });
  json::object object;
  object["blocks"] = times.count();
  const auto [p50, p99, max] = times.summary();
  object["p50"] = p50;
  object["p99"] = p99;
  object["max"] = max;
  object["max_ns"] = times.max().count();
  object["histogram_ns"] = std::move(classes);
  return object;
}

/// Reads members of an object, and remembers the first wrong one.
class Reader {
 public:
  explicit Reader(const json::object& object) : object_(object) {}

  template <class Number>
  void number(const char* name, Number& place) {
    const json::value* const value = object_.if_contains(name);
    json::error_code error;
    if (value != nullptr && value->is_number()) place = value->to_number<Number>(error);
    if (value == nullptr || !value->is_number() || error) complain(name, "a whole number");
  }
  void text_or_null(const char* name, std::string& place) {
    const json::value* const value = object_.if_contains(name);
    if (value != nullptr && value->is_string()) place = value->get_string();
    if (value == nullptr || (!value->is_string() && !value->is_null())) complain(name, "a text or null");
  }
  [[nodiscard]] bool is_null(const char* name) const {
    const json::value* const value = object_.if_contains(name);
    return value != nullptr && value->is_null();
  }
  void complain(const char* name, const char* expected) {
    if (!trouble_) trouble_ = Error{fmt::format("\"{}\" is not {}", name, expected)};
  }
  [[nodiscard]] const std::optional<Error>& trouble() const noexcept { return trouble_; }

 private:
  const json::object& object_;
  std::optional<Error> trouble_;
};

/// Reads a class: its longest duration, and the number of durations.
bool add_class(const json::value& value, DurationHistogram& times) {
  const json::array* const pair = value.if_array();
  if (pair == nullptr || pair->size() != 2) return false;
  json::error_code no_time;
  json::error_code no_count;
  const auto last = (*pair)[0].to_number<std::int64_t>(no_time);
  const auto count = (*pair)[1].to_number<std::uint64_t>(no_count);
  if (no_time || no_count) return false;
  times.add(Nanoseconds(last), count);
  return true;
}

bool read_times(const json::object& record, DurationHistogram& times) {
  const json::value* const member = record.if_contains("time_us");
  const json::object* const object = member != nullptr ? member->if_object() : nullptr;
  const json::value* const classes = object != nullptr ? object->if_contains("histogram_ns") : nullptr;
  const json::value* const max = object != nullptr ? object->if_contains("max_ns") : nullptr;
  if (classes == nullptr || !classes->is_array() || max == nullptr) return false;
  DurationHistogram read;
  for (const json::value& value : classes->get_array()) {
    if (!add_class(value, read)) return false;
  }
  json::error_code error;
  const auto longest = max->to_number<std::int64_t>(error);
  if (error) return false;
  read.limit(Nanoseconds(longest));
  times = read;
  return true;
}

}  // namespace

void StatisticsRecord::add(const StatisticsRecord& part) {
  plies += part.plies;
  book_moves += part.book_moves;
  restarts += part.restarts;
  learned += part.learned;
  if (!part.book.empty()) book = part.book;
  times.merge(part.times);
}

std::string to_json(const StatisticsRecord& record) {
  const bool is_game = record.kind == Kind::game;
  json::object object;
  object["type"] = is_game ? "game" : "session";
  object["pid"] = record.process;
  object["start"] = text_of(record.start);
  object["end"] = text_of(record.end);
  object["engine"] = or_null(record.engine);
  object["gui_protocol"] = or_null(record.gui_protocol);
  object["engine_protocol"] = or_null(record.engine_protocol);
  if (!is_game) object["games"] = record.games;
  object["plies"] = record.plies;
  object["book_moves"] = record.book_moves;
  if (is_game) object["out_of_book"] = record.out_of_book ? json::value(*record.out_of_book) : json::value();
  object["book"] = or_null(record.book);
  object["restarts"] = record.restarts;
  object["learned"] = record.learned;
  object["time_us"] = times_json(record.times);
  return json::serialize(object);
}

Result<StatisticsRecord> read_statistics(std::string_view line) {
  json::error_code error;
  const json::value value = json::parse(line, error);
  if (error) return Error{fmt::format("not JSON: {}", error.message())};
  const json::object* const object = value.if_object();
  if (object == nullptr) return Error{"not a JSON object"};
  StatisticsRecord record;
  Reader reader(*object);
  std::string type;
  reader.text_or_null("type", type);
  if (type != "game" && type != "session") return Error{"\"type\" is neither game nor session"};
  if (type == "session") {
    record.kind = Kind::session;
    reader.number("games", record.games);
  } else if (!reader.is_null("out_of_book")) {
    reader.number("out_of_book", record.out_of_book.emplace());
  }
  reader.number("pid", record.process);
  reader.text_or_null("engine", record.engine);
  reader.text_or_null("gui_protocol", record.gui_protocol);
  reader.text_or_null("engine_protocol", record.engine_protocol);
  reader.text_or_null("book", record.book);
  reader.number("plies", record.plies);
  reader.number("book_moves", record.book_moves);
  reader.number("restarts", record.restarts);
  reader.number("learned", record.learned);
  if (!read_times(*object, record.times))
    reader.complain("time_us", "an object with max_ns and histogram_ns");
  if (reader.trouble()) return *reader.trouble();
  return record;
}

}  // namespace polyglot::proxy
