// SPDX-License-Identifier: MIT
#include "explorer/service.hpp"
#include <filesystem>

#include <boost/beast/core/string.hpp>
#include <boost/json/parse.hpp>
#include <fmt/format.h>

#include <polyglot/ascii.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/book/raw_entry.hpp>
#include <polyglot/game/notation.hpp>
#include <polyglot/json_text.hpp>

#include "explorer/answers.hpp"
#include "explorer/lichess.hpp"
#include "explorer/page.hpp"
#include "explorer/server.hpp"
#include "explorer/target.hpp"

namespace polyglot::explorer {

namespace {

namespace http = boost::beast::http;
namespace json = boost::json;
using http::status;

constexpr const char* kAskForPosition = "Ask for /api/position?fen=FEN";
constexpr std::size_t kMostPositions = 100;
constexpr const char* kAskForPositions = "positions: a list of 1 to 100 objects with fen and moves";
constexpr const char* kAskForWeight = "weight: a whole number from 0 to 65535";
constexpr const char* kAskForWeights = "weights: for each move a whole number from 0 to 65535, or null";
constexpr const char* kNoCode = "move: too long for a code, no book can have it";
constexpr std::string_view kJson = "application/json";
// Allows only our own files. Forbids inline scripts, other hosts, and frames around the page.
constexpr std::string_view kContentSecurityPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

Response answer(const Request& request, status code, std::string_view content_type, std::string body) {
  Response response = response_to(request, code, content_type, std::move(body));
  response.set("Content-Security-Policy", kContentSecurityPolicy);
  response.set("Referrer-Policy", "no-referrer");
  response.set("Cross-Origin-Resource-Policy", "same-origin");
  return response;
}

Response json_answer(const Request& request, const json::object& object) {
  return answer(request, status::ok, kJson, json_text(object));
}

bool is_json(const Request& request) {
  std::string_view type = request[http::field::content_type];
  // Drop parameters: a charset has no effect on JSON.
  type = type.substr(0, type.find(';'));
  while (type.ends_with(' ')) type.remove_suffix(1);
  return boost::beast::iequals(type, kJson);
}

bool only_reads(const Request& request) {
  return request.method() == http::verb::get || request.method() == http::verb::head;
}

json::object read_object(const Request& request) {
  boost::system::error_code error;
  const json::value value = json::parse(request.body(), error);
  if (error || !value.is_object()) throw Failure("This is not a JSON object");
  return value.get_object();
}

/// Failure: the question cannot be read; `ask` says what to send.
Query read_query(const Request& request, const char* ask) {
  const auto query = Query::read(request.target());
  if (!query) throw Failure(ask);
  return *query;
}

std::string string_of(const json::object& object, std::string_view name) {
  const json::value* value = object.if_contains(name);
  return value != nullptr && value->is_string() ? std::string(value->get_string()) : "";
}

/// The position of a wish; nothing if it names none.
std::optional<std::string> fen_of(const json::object& wish) {
  return wish.contains("fen") ? std::optional(string_of(wish, "fen")) : std::nullopt;
}

/// A whole number in [0, limit]; nothing for any other value.
std::optional<std::size_t> number_in(const json::value* value, std::size_t limit) {
  if (value == nullptr || !value->is_int64() || value->get_int64() < 0) return std::nullopt;
  const auto number = static_cast<std::size_t>(value->get_int64());
  return number <= limit ? std::optional(number) : std::nullopt;
}

std::optional<std::size_t> number_of(const json::object& object, std::string_view name, std::size_t limit) {
  return number_in(object.if_contains(name), limit);
}

/// A list of at least one object. Failure: any other value; `ask` says what to send.
std::vector<const json::object*> objects_of(const json::object& object, std::string_view name,
                                            const char* ask) {
  const json::value* value = object.if_contains(name);
  if (value == nullptr || !value->is_array() || value->get_array().empty()) throw Failure(ask);
  std::vector<const json::object*> objects;
  for (const json::value& one : value->get_array()) {
    if (!one.is_object()) throw Failure(ask);
    objects.push_back(&one.get_object());
  }
  return objects;
}

std::optional<game::Color> side_of(const json::object& wish) {
  if (!wish.contains("side")) return std::nullopt;
  const std::string side = string_of(wish, "side");
  if (side != "white" && side != "black") throw Failure("side: white or black");
  return side == "white" ? game::Color::white : game::Color::black;
}

Change::Kind kind_named(std::string_view name) {
  if (name == "set") return Change::Kind::set;
  if (name == "add") return Change::Kind::add;
  if (name == "remove") return Change::Kind::remove;
  throw Failure("action: set, add or remove");
}

/// Compares in constant time, so that the time shows only the length of the texts.
bool is_same_secret(std::string_view given, std::string_view secret) noexcept {
  if (given.size() != secret.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < secret.size(); ++i) difference |= static_cast<unsigned>(given[i] ^ secret[i]);
  return difference == 0;
}

}  // namespace

struct Service::Route {
  std::string_view path;
  http::verb method;  ///< HEAD counts as GET
  bool changes;
  Handler handler;
};

Service::Service(OpenBooks opened, const Settings& settings)
    : books_(std::move(opened)),
      origin_check_(settings.port),
      root_("/" + settings.secret + "/"),
      may_edit_(settings.edit),
      opening_names_(books_.rules().is_chess() ? settings.opening_names : nullptr),
      store_(settings.store) {}

Response Service::handle(const Request& request) {
  Response response = checked_answer(request);
  // HEAD reports the Content-Length of the answer to GET.
  if (request.method() == http::verb::head) response.body().clear();
  return response;
}

Response Service::checked_answer(const Request& request) {
  const std::string_view path = read_target(request.target()).path;
  const bool has_secret = is_same_secret(path.substr(0, root_.size()), root_);
  const std::string_view page = has_secret ? path.substr(root_.size() - 1) : path;
  // Programs of this machine may ask for counts without the secret, and pages of any site with it.
  const auto objection = origin_check_.objection(request);
  if (is_lichess_path(page) && (has_secret || !objection)) {
    const LichessSource source = lichess_source();
    if (!source.counts.empty()) return lichess_response(request, page, source);
  }
  if (objection) return refusal(request, status::forbidden, *objection);
  if (has_secret) return answer_at(page, request);
  return refusal(request, status::forbidden, "Use the whole address that polyglot explore has printed");
}

LichessSource Service::lichess_source() {
  LichessSource source{.counts = {}, .rules = books_.rules(), .opening_names = opening_names_.get()};
  for (std::size_t i = 0; i < books_.size(); ++i)
    if (const auto book = books_.book(i); book && (*book)->counts != nullptr)
      source.counts.push_back(&(*book)->counts->file());
  return source;
}

Response Service::answer_at(std::string_view path, const Request& request) {
  static constexpr Route kRoutes[] = {
      {"/api/books", http::verb::get, false, &Service::books},
      {"/api/position", http::verb::get, false, &Service::position},
      {"/api/positions", http::verb::post, false, &Service::positions},
      {"/api/openings", http::verb::get, false, &Service::find_openings},
      {"/api/starts", http::verb::get, false, &Service::starts},
      {"/api/games", http::verb::post, false, &Service::games},
      {"/api/lines", http::verb::post, false, &Service::lines},
      {"/api/edit", http::verb::post, true, &Service::edit},
      {"/api/undo", http::verb::post, true, &Service::undo},
  };
  const auto route = std::ranges::find(kRoutes, path, &Route::path);
  const bool is_known = route != std::end(kRoutes);
  const bool has_body = is_known && route->method == http::verb::post;
  if (has_body ? request.method() != http::verb::post : !only_reads(request)) {
    Response response = refusal(request, status::method_not_allowed, "Not by this method");
    response.set(http::field::allow, has_body ? "POST" : "GET, HEAD");
    return response;
  }
  if (!is_known) return page(request, path);
  if (route->changes && !may_edit_) return refusal(request, status::forbidden, "Started without --edit");
  if (has_body && !is_json(request))
    return refusal(request, status::unsupported_media_type, "Send JSON, with its Content-Type");
  try {
    return (this->*route->handler)(request);
  } catch (const Failure& failure) {
    return refusal(request, status::bad_request, failure.error().to_string());
  }
}

Response Service::page(const Request& request, std::string_view path) const {
  const auto assets = page_assets();
  const auto asset = std::ranges::find(assets, path, &Asset::path);
  if (asset == assets.end()) return refusal(request, status::not_found, "There is no such page");
  return answer(request, status::ok, asset->content_type, std::string(asset->content));
}

Response Service::books(const Request& request) {
  json::object described = describe_books(books_, may_edit_, opening_names_.get());
  if (store_) described["store"] = std::filesystem::path(store_->path()).filename().string();
  if (may_edit_) {
    for (const auto& [name, value] : what_can_be_undone()) described[name] = value;
  }
  return json_answer(request, described);
}

Response Service::position(const Request& request) {
  const Query query = read_query(request, kAskForPosition);
  return json_answer(request, describe(query.value("fen"), query.value("moves").value_or(std::string()),
                                       read_filter(query)));
}

Response Service::positions(const Request& request) {
  const GroupFilter filter = read_filter(read_query(request, kAskForPositions));
  const auto wish = read_object(request);
  const auto places = objects_of(wish, "positions", kAskForPositions);
  if (places.size() > kMostPositions) throw Failure(kAskForPositions);
  json::array answers;
  for (const json::object* place : places) {
    auto described = result_of([&] { return describe(fen_of(*place), string_of(*place, "moves"), filter); });
    answers.push_back(described ? *std::move(described) : error_object(described.error()));
  }
  return json_answer(request, {{"positions", std::move(answers)}});
}

json::object Service::describe(const std::optional<std::string>& fen, std::string_view moves,
                               const GroupFilter& filter) {
  const openings::Opening* named = nullptr;
  const openings::Opening* last_named = nullptr;
  const auto look_up = [&](const game::Position& passed) {
    named = opening_names_ ? opening_names_->find(passed.key()) : nullptr;
    if (named != nullptr) last_named = named;
  };
  const game::Position position = read_position(fen, moves, look_up);
  json::object described = describe_position(books_, position, filter);
  if (opening_names_) {
    described["opening"] = describe_opening(named);
    described["game_opening"] = describe_opening(last_named);
  }
  if (store_) described["verdicts"] = describe_verdicts(*store_, position, books_.rules());
  return described;
}

Response Service::starts(const Request& request) {
  return json_answer(request, {{"starts", describe_starts(books_)}});
}

Response Service::find_openings(const Request& request) {
  constexpr const char* kAsk = "Ask for /api/openings?name=TEXT";
  const auto name = read_query(request, kAsk).value("name");
  if (!name) throw Failure(kAsk);
  if (!opening_names_) return refusal(request, status::not_found, "No names of openings are known");
  return json_answer(request, describe_search(*opening_names_, *name));
}

Response Service::games(const Request& request) {
  const auto wish = read_object(request);
  return json_answer(request,
                     describe_games(books_.rules(), string_of(wish, "text"), string_of(wish, "fen")));
}

Response Service::lines(const Request& request) {
  const auto wish = read_object(request);
  const std::size_t book = read_book(wish);
  const auto side = side_of(wish);
  const AddedMoves added = read_games(wish);
  const auto has_weight = [](const AddedMoves::Move& one) { return one.times != 1 || one.weight; };
  const auto is_missing = [&](const AddedMoves::Move& one) {
    if (side && one.position.side_to_move() != *side) return false;
    const auto known = books_.book(book).value()->source->find(one.position).moves;
    return std::ranges::find(known, one.move, &book::BookMove::move) == known.end();
  };
  return json_answer(request, {{"lines", added.lines},
                               {"moves", added.moves.size()},
                               {"weighed", std::ranges::count_if(added.moves, has_weight)},
                               {"left_out", added.left_out},
                               {"variations", added.variations},
                               {"missing", std::ranges::count_if(added.moves, is_missing)},
                               {"problem", added.problem}});
}

game::Position Service::read_position(
    const std::optional<std::string>& fen, std::string_view moves,
    const std::function<void(const game::Position&)>& visit,
    const std::function<void(const game::Position&, const game::Move&)>& leave) const {
  const game::Rules& rules = books_.rules();
  if (!fen && rules.is_chess()) throw Failure("fen: the position, as a FEN or startpos");
  game::Position position = fen ? rules.read_position(*fen).value() : rules.start();
  if (visit) visit(position);
  for (std::string_view word; !(word = take_word(moves)).empty();) {
    const auto move = game::move_from_uci(position, word);
    if (!move) throw Failure(fmt::format("moves: {} is no legal move in {}", word, position.to_fen()));
    if (leave) leave(position, *move);
    position.make(*move);
    if (visit) visit(position);
  }
  return position;
}

Response Service::edit(const Request& request) {
  return edit_answer(request, history_.apply(read_changes(read_object(request))));
}

std::vector<Change> Service::read_changes(const json::object& wish) {
  const std::size_t book = read_book(wish);
  if (wish.contains("lines")) return read_lines(wish, book);
  if (wish.contains("text")) return read_text(wish, book);
  if (!wish.contains("changes")) return {read_change(wish, book)};
  std::vector<Change> changes;
  for (const json::object* one : objects_of(wish, "changes", "changes: a list of changes, at least one"))
    changes.push_back(read_change(*one, book));
  return changes;
}

std::vector<Change> Service::read_lines(const json::object& wish, std::size_t book) const {
  const auto lines = objects_of(wish, "lines", "lines: a list of lines, at least one");
  if (!number_of(wish, "weight", book::kMostWeight)) throw Failure(kAskForWeight);
  const auto side = side_of(wish);
  std::vector<Change> changes;
  for (const json::object* line : lines) {
    const json::value* weights = line->if_contains("weights");
    if (weights != nullptr && !weights->is_array()) throw Failure(kAskForWeights);
    std::size_t ply = 0;
    const auto take = [&](const game::Position& position, const game::Move& move) {
      const json::value* own =
          weights == nullptr ? wish.if_contains("weight") : weights->get_array().if_contains(ply++);
      if (own != nullptr && own->is_null()) return;
      const auto weight = number_in(own, book::kMostWeight);
      if (!weight) throw Failure(kAskForWeights);
      if (side && position.side_to_move() != *side) return;
      if (!book::has_record_code(position, move)) throw Failure(kNoCode);
      changes.push_back({.book = books_.path(book),
                         .position = position,
                         .move = move,
                         .kind = Change::Kind::ensure,
                         .weight = static_cast<std::uint16_t>(*weight)});
    };
    (void)read_position(fen_of(*line), string_of(*line, "moves"), {}, take);
    if (weights != nullptr && ply != weights->get_array().size()) throw Failure(kAskForWeights);
  }
  if (changes.empty()) throw Failure("lines: no move in them");
  return changes;
}

std::vector<Change> Service::read_text(const json::object& wish, std::size_t book) const {
  const auto weight = number_of(wish, "weight", book::kMostWeight);
  if (!weight) throw Failure(kAskForWeight);
  const auto side = side_of(wish);
  std::vector<Change> changes;
  for (const AddedMoves::Move& one : read_games(wish).moves) {
    if (side && one.position.side_to_move() != *side) continue;
    const std::size_t own =
        one.weight ? *one.weight : std::min<std::size_t>(one.times * *weight, book::kMostWeight);
    changes.push_back({.book = books_.path(book),
                       .position = one.position,
                       .move = one.move,
                       .kind = Change::Kind::ensure,
                       .weight = static_cast<std::uint16_t>(own)});
  }
  if (changes.empty()) throw Failure("text: no move in it");
  return changes;
}

AddedMoves Service::read_games(const json::object& wish) const {
  const json::value* const variations = wish.if_contains("variations");
  return added_moves(books_.rules(), string_of(wish, "text"),
                     variations != nullptr && *variations == json::value(true));
}

std::size_t Service::read_book(const json::object& wish) {
  const auto book = number_of(wish, "book", books_.size() - 1);
  if (!book) throw Failure("book: the number of a book, from 0");
  if (const auto opened = books_.book(*book); opened && (*opened)->bin == nullptr)
    throw Failure("book: only .bin books can be changed here", books_.path(*book));
  return *book;
}

Change Service::read_change(const json::object& wish, std::size_t book) const {
  const game::Position position = read_position(fen_of(wish), string_of(wish, "moves"));
  const auto move = game::move_from_uci(position, string_of(wish, "move"));
  if (!move) throw Failure("move: a legal move in coordinates");
  if (!book::has_record_code(position, *move)) throw Failure(kNoCode);
  const Change::Kind kind = kind_named(string_of(wish, "action"));
  const auto weight = number_of(wish, "weight", book::kMostWeight);
  if (!weight && kind != Change::Kind::remove) throw Failure(kAskForWeight);
  const auto seen = number_of(wish, "seen", book::kMostWeight);
  if (!seen && wish.contains("seen")) throw Failure("seen: the weight before, from 0 to 65535");
  return {.book = books_.path(book),
          .position = position,
          .move = *move,
          .kind = kind,
          .weight = static_cast<std::uint16_t>(weight.value_or(0)),
          .seen = seen ? std::optional(static_cast<std::uint16_t>(*seen)) : std::nullopt};
}

Response Service::undo(const Request& request) {
  const auto wish = read_object(request);
  const auto change = number_of(wish, "change", std::numeric_limits<std::int64_t>::max());
  if (!change && wish.contains("change")) throw Failure("change: the number of the change to take back");
  return edit_answer(request, history_.undo(change));
}

Response Service::edit_answer(const Request& request, const Result<void>& done) const {
  if (!done) return refusal(request, status::conflict, done.error().to_string());
  return json_answer(request, what_can_be_undone());
}

json::object Service::what_can_be_undone() const {
  return {{"undo", history_.depth()}, {"last", history_.last()}, {"change", history_.last_number()}};
}

Response refusal(const Request& request, status code, std::string_view why) {
  return answer(request, code, kJson, json_text(boost::json::object{{"error", why}}));
}

}  // namespace polyglot::explorer
