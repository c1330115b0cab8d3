// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>
#include <system_error>

#include <boost/endian/conversion.hpp>
#include <fmt/format.h>

#include <polyglot/analysis/store.hpp>
#include <polyglot/variants/variant.hpp>

#include "analysis/sqlite.hpp"
#include "analysis/stored_position.hpp"

namespace polyglot::analysis {
namespace {

namespace endian = boost::endian;

/// "Plgv" in ASCII.
constexpr std::int64_t kApplicationId = 0x506c6776;
constexpr std::int64_t kVersion = 2;
/// The version without the columns wins and draws.
constexpr std::int64_t kFirstVersion = 1;

/// The number of moves of a variation that are kept after the first move.
constexpr std::size_t kVariation = 8;

constexpr const char* kTables = R"(
CREATE TABLE judges(
  id INTEGER PRIMARY KEY,
  engine TEXT NOT NULL,
  settings TEXT NOT NULL,
  variant TEXT NOT NULL,
  nodes INTEGER NOT NULL,
  depth INTEGER NOT NULL,
  milliseconds INTEGER NOT NULL,
  multipv INTEGER NOT NULL,
  UNIQUE(engine, settings, variant, nodes, depth, milliseconds, multipv)
) STRICT;
CREATE TABLE verdicts(
  key INTEGER NOT NULL,
  position ANY NOT NULL,
  judge INTEGER NOT NULL,
  score INTEGER NOT NULL,
  moves ANY NOT NULL,
  scores BLOB NOT NULL,
  variation ANY NOT NULL,
  depth INTEGER NOT NULL,
  nodes INTEGER NOT NULL,
  milliseconds INTEGER NOT NULL,
  date INTEGER NOT NULL,
  wins INTEGER,
  draws INTEGER,
  PRIMARY KEY(key, position, judge)
) STRICT, WITHOUT ROWID;
)";

constexpr auto kJudgeColumns = std::to_array<std::string_view>(
    {"engine", "settings", "variant", "nodes", "depth", "milliseconds", "multipv"});
constexpr auto kColumns = std::to_array<std::string_view>(
    {"score", "moves", "scores", "variation", "depth", "nodes", "milliseconds", "date", "wins", "draws"});

/// The number of these columns in the first version.
constexpr std::size_t kFirstColumns = kColumns.size() - 2;

/// Returns the names of columns, each with a prefix.
std::string listed(std::span<const std::string_view> columns, std::string_view prefix = "") {
  std::string names;
  for (const std::string_view name : columns)
    names += fmt::format("{}{}{}", names.empty() ? "" : ", ", prefix, name);
  return names;
}

/// The places of kColumns in the result of a query whose first column is the judge.
struct Column {
  enum : int { judge_id, score, moves, scores, variation, depth, nodes, milliseconds, date, wins, draws };
};

Judge read_judge(const Statement& row) {
  return {.engine = std::string(row.text(1)),
          .settings = std::string(row.text(2)),
          .variant = std::string(row.text(3)),
          .limits = {.nodes = static_cast<std::uint64_t>(row.number(4)),
                     .depth = static_cast<int>(row.number(5)),
                     .milliseconds = static_cast<std::uint64_t>(row.number(6))},
          .multipv = static_cast<int>(row.number(7))};
}

void bind_judge(Statement& statement, const Judge& judge) {
  statement.bind(1, judge.engine)
      .bind(2, judge.settings)
      .bind(3, judge.variant)
      .bind(4, static_cast<std::int64_t>(judge.limits.nodes))
      .bind(5, judge.limits.depth)
      .bind(6, static_cast<std::int64_t>(judge.limits.milliseconds))
      .bind(7, judge.multipv);
}

/// Returns the scores of all moves except the best.
std::vector<std::byte> other_scores(const Verdict& verdict) {
  std::vector<std::byte> bytes(sizeof(Score::Code) * (verdict.moves.size() - 1));
  for (std::size_t i = 1; i < verdict.moves.size(); ++i)
    endian::store_little_s16(reinterpret_cast<unsigned char*>(bytes.data() + sizeof(Score::Code) * (i - 1)),
                             verdict.moves[i].score.code());
  return bytes;
}

Error damaged(const std::string& path) {
  return Error{"a verdict is damaged; to find out more: sqlite3 FILE \"PRAGMA integrity_check\"", path};
}

Result<Verdict> read_verdict(const Statement& row, const game::Position& position, const std::string& path) {
  const auto best = read_stored_moves(row, Column::moves, position, false);
  if (!best) return Error{best.error().what, path};
  const auto rest = row.bytes(Column::scores);
  if (best->empty() || rest.size() != sizeof(Score::Code) * (best->size() - 1)) return damaged(path);
  Verdict verdict{.moves = {},
                  .variation = {best->front()},
                  .depth = static_cast<int>(row.number(Column::depth)),
                  .nodes = static_cast<std::uint64_t>(row.number(Column::nodes)),
                  .milliseconds = static_cast<std::uint64_t>(row.number(Column::milliseconds)),
                  .date = row.number(Column::date),
                  .chances = {}};
  if (!row.is_null(Column::wins))
    verdict.chances = Chances{.wins = static_cast<int>(row.number(Column::wins)),
                              .draws = static_cast<int>(row.number(Column::draws))};
  for (std::size_t i = 0; i < best->size(); ++i) {
    const auto code = i == 0 ? static_cast<Score::Code>(row.number(Column::score))
                             : endian::load_little_s16(reinterpret_cast<const unsigned char*>(
                                   rest.data() + sizeof(Score::Code) * (i - 1)));
    verdict.moves.push_back({(*best)[i], Score::from_code(code)});
  }
  game::Position after = position;
  after.make(best->front());
  const auto line = read_stored_moves(row, Column::variation, after, true);
  if (!line) return Error{line.error().what, path};
  verdict.variation.insert(verdict.variation.end(), line->begin(), line->end());
  return verdict;
}

std::int64_t key_value(const game::Position& position) {
  return std::bit_cast<std::int64_t>(stored_key(position));
}

/// Shows the verdicts of a store of the first version, which is attached as `schema`, with all columns.
Result<void> make_view_of_first_version(Database& database, std::string_view schema, std::string_view view) {
  return database.execute(fmt::format(
      "CREATE TEMP VIEW {} AS SELECT key, position, judge, {}, NULL AS wins, NULL AS draws FROM {}.verdicts",
      view, listed(std::span(kColumns).first(kFirstColumns)), schema));
}

/// Adds the columns that the first version did not have.
Result<void> upgrade(Database& database) {
  return database.execute(
      "ALTER TABLE verdicts ADD COLUMN wins INTEGER;"
      "ALTER TABLE verdicts ADD COLUMN draws INTEGER;");
}

/// Creates or upgrades the tables, unless another program has done so meanwhile.
Result<void> make_tables(Database& database) {
  if (auto begun = database.execute("BEGIN IMMEDIATE"); !begun) return begun;
  auto made = [&]() -> Result<void> {
    const auto version = database.number("PRAGMA user_version");
    if (!version) return version.error();
    if (*version < kFirstVersion) {
      if (auto created = database.execute(fmt::format("{}PRAGMA application_id={}", kTables, kApplicationId));
          !created)
        return created;
    } else if (*version == kFirstVersion) {
      if (auto upgraded = upgrade(database); !upgraded) return upgraded;
    }
    return database.execute(fmt::format("PRAGMA user_version={};COMMIT", kVersion));
  }();
  if (!made) (void)database.execute("ROLLBACK");
  return made;
}

/// Creates the tables of a new store, and upgrades those of an older one unless it is only read. Error: the
/// file is another database, or of a later version.
Result<void> prepare_tables(Database& database, Database::Access access) {
  const auto application = database.number("PRAGMA application_id");
  if (!application) return application.error();
  const auto version = database.number("PRAGMA user_version");
  if (!version) return version.error();
  if (*application == kApplicationId) {
    if (*version == kVersion) return {};
    if (*version == kFirstVersion)
      return access == Database::Access::write ? make_tables(database)
                                               : make_view_of_first_version(database, "main", "verdicts");
    return Error{
        fmt::format("is a store of version {}, and this Polyglot reads version {} and older ones; use "
                    "the Polyglot that made it, or a later one",
                    *version, kVersion),
        database.path()};
  }
  const auto tables = database.number("SELECT count(*) FROM sqlite_master");
  if (!tables) return tables.error();
  if (*tables != 0 || access == Database::Access::read)
    return Error{"is not a store of verdicts; polyglot analyse --store NEWFILE makes one", database.path()};
  if (auto mode = database.execute("PRAGMA journal_mode=WAL"); !mode) return mode;
  return make_tables(database);
}

}  // namespace

struct Store::State {
  Database database;
  Statement find;
  Statement find_all;
  Statement find_in_variant;                    ///< like find_all, only for judges of one variant
  std::optional<Statement> put = std::nullopt;  ///< nothing if the store is only read

  [[nodiscard]] static Result<Store> with_queries(Database database);
};

Store::Store(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;
Store::~Store() = default;

namespace {

Result<Statement> prepare_find(Database& database, std::string_view condition) {
  return database.prepare(fmt::format("SELECT judge, {} FROM verdicts WHERE key=?1 AND position=?2 {}",
                                      listed(kColumns), condition));
}

Result<Statement> prepare_put(Database& database) {
  return database.prepare(
      fmt::format("INSERT OR REPLACE INTO verdicts(key, position, judge, {}) "
                  "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
                  listed(kColumns)));
}

}  // namespace

Result<Store> Store::open(const std::string& path) {
  auto database = Database::open(path, Database::Access::write, kPatience);
  if (!database) return database.error();
  if (auto prepared = prepare_tables(*database, Database::Access::write); !prepared) return prepared.error();
  // If the program is killed, nothing is lost. After a power failure the last transactions may be missing.
  if (auto mode = database->execute("PRAGMA synchronous=NORMAL"); !mode) return mode.error();
  auto put = prepare_put(*database);
  if (!put) return put.error();
  auto store = State::with_queries(std::move(*database));
  if (store) store->state_->put = std::move(*put);
  return store;
}

Result<Store> Store::open_to_read(const std::string& path) {
  std::error_code unknown;
  if (!std::filesystem::exists(path, unknown))
    return Error{"there is no such store; polyglot analyse --store FILE makes one", path};
  auto database = Database::open(path, Database::Access::read, kPatience);
  if (!database) return database.error();
  if (auto prepared = prepare_tables(*database, Database::Access::read); !prepared) return prepared.error();
  return State::with_queries(std::move(*database));
}

Result<Store> Store::State::with_queries(Database database) {
  auto find = prepare_find(database, "AND judge=?3");
  if (!find) return find.error();
  auto find_all = prepare_find(database, "ORDER BY judge");
  if (!find_all) return find_all.error();
  auto find_in_variant =
      prepare_find(database, "AND judge IN (SELECT id FROM judges WHERE variant=?3) ORDER BY judge");
  if (!find_in_variant) return find_in_variant.error();
  return Store(std::make_unique<State>(State{.database = std::move(database),
                                             .find = std::move(*find),
                                             .find_all = std::move(*find_all),
                                             .find_in_variant = std::move(*find_in_variant)}));
}

const std::string& Store::path() const noexcept {
  return state_->database.path();
}

Result<std::vector<std::pair<Store::JudgeId, Judge>>> Store::judges() const {
  auto query =
      state_->database.prepare(fmt::format("SELECT id, {} FROM judges ORDER BY id", listed(kJudgeColumns)));
  if (!query) return query.error();
  std::vector<std::pair<JudgeId, Judge>> all;
  for (;;) {
    const auto row = query->step();
    if (!row) return row.error();
    if (!*row) return all;
    all.emplace_back(query->number(0), read_judge(*query));
  }
}

Result<std::optional<Store::JudgeId>> Store::find_judge(const Judge& judge) const {
  auto query = state_->database.prepare(
      fmt::format("SELECT id FROM judges WHERE ({}) = (?1, ?2, ?3, ?4, ?5, ?6, ?7)", listed(kJudgeColumns)));
  if (!query) return query.error();
  bind_judge(*query, judge);
  const auto row = query->step();
  if (!row) return row.error();
  return Result<std::optional<JudgeId>>(boost::system::in_place_value,
                                        *row ? std::optional(query->number(0)) : std::nullopt);
}

Result<Store::JudgeId> Store::add_judge(const Judge& judge) {
  auto insert = state_->database.prepare(fmt::format(
      "INSERT OR IGNORE INTO judges({}) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)", listed(kJudgeColumns)));
  if (!insert) return insert.error();
  bind_judge(*insert, judge);
  if (auto added = insert->run(); !added) return added.error();
  const auto id = find_judge(judge);
  if (!id) return id.error();
  return id->value();
}

Result<void> Store::put(JudgeId judge, const game::Position& position, const Verdict& verdict) {
  std::vector<game::Move> best;
  for (const ScoredMove& scored : verdict.moves) best.push_back(scored.move);
  std::span<const game::Move> line = verdict.variation;
  line = line.subspan(std::min<std::size_t>(1, line.size()));
  line = line.first(std::min(kVariation, line.size()));
  game::Position after = position;
  after.make(best.front());
  const StoredPosition stored(position);
  const StoredMoves stored_moves(position, best, false);
  const StoredMoves stored_line(after, line, true);
  const std::vector<std::byte> rest = other_scores(verdict);
  Statement& put = *state_->put;
  put.bind(1, key_value(position))
      .bind(3, judge)
      .bind(4, verdict.score().code())
      .bind(6, std::span<const std::byte>(rest))
      .bind(8, verdict.depth)
      .bind(9, static_cast<std::int64_t>(verdict.nodes))
      .bind(10, static_cast<std::int64_t>(verdict.milliseconds))
      .bind(11, verdict.date);
  if (verdict.chances)
    put.bind(12, verdict.chances->wins).bind(13, verdict.chances->draws);
  else
    put.bind_null(12).bind_null(13);
  stored.bind(put, 2);
  stored_moves.bind(put, 5);
  stored_line.bind(put, 7);
  return put.run();
}

Result<std::optional<Verdict>> Store::find(JudgeId judge, const game::Position& position) const {
  Statement& query = state_->find;
  const StoredPosition stored(position);
  query.bind(1, key_value(position)).bind(3, judge);
  stored.bind(query, 2);
  const Run run(query);
  const auto row = query.step();
  if (!row) return row.error();
  if (!*row) return Result<std::optional<Verdict>>(boost::system::in_place_value, std::nullopt);
  return read_verdict(query, position, path());
}

Result<std::vector<std::pair<Store::JudgeId, Verdict>>> Store::find_all(
    const game::Position& position) const {
  // Positions of two variants may look the same.
  const variants::Position* const board = position.variant();
  Statement& query = board != nullptr ? state_->find_in_variant : state_->find_all;
  const StoredPosition stored(position);
  query.bind(1, key_value(position));
  if (board != nullptr) query.bind(3, board->variant().name());
  stored.bind(query, 2);
  const Run run(query);
  std::vector<std::pair<JudgeId, Verdict>> all;
  for (;;) {
    const auto row = query.step();
    if (!row) return row.error();
    if (!*row) return all;
    auto verdict = read_verdict(query, position, path());
    if (!verdict) return verdict.error();
    all.emplace_back(query.number(Column::judge_id), std::move(*verdict));
  }
}

Result<std::uint64_t> Store::size() const {
  const auto count = state_->database.number("SELECT count(*) FROM verdicts");
  if (!count) return count.error();
  return static_cast<std::uint64_t>(*count);
}

namespace {

/// Of two verdicts of one judge, merging keeps the one with smaller values: the one with chances, then the
/// older one. The other columns make the result independent of the order of merging.
std::string rank(std::string_view prefix) {
  return fmt::format(
      "{0}wins IS NULL, {0}date, {0}nodes, {0}score, {0}moves, {0}scores, {0}variation, {0}depth, "
      "{0}milliseconds, coalesce({0}wins, 0), coalesce({0}draws, 0)",
      prefix);
}

/// Merges the store that is attached as `other`, in a transaction that has begun.
Result<std::uint64_t> merge_attached(Database& database) {
  auto merged = database.execute(fmt::format(
      "INSERT OR IGNORE INTO main.judges({0}) SELECT {0} FROM other.judges", listed(kJudgeColumns)));
  if (!merged) return merged.error();
  const auto version = database.number("PRAGMA other.user_version");
  if (!version) return version.error();
  const bool is_old = *version == kFirstVersion;
  if (is_old)
    if (auto shown = make_view_of_first_version(database, "other", "others"); !shown) return shown.error();
  merged = database.execute(
      fmt::format("INSERT INTO main.verdicts(key, position, judge, {}) "
                  "SELECT v.key, v.position, ours.id, {} "
                  "FROM {} AS v JOIN other.judges AS theirs ON theirs.id = v.judge "
                  "JOIN main.judges AS ours ON ({}) = ({}) "
                  "WHERE true "
                  "ON CONFLICT DO UPDATE SET ({}) = ({}) WHERE ({}) < ({})",
                  listed(kColumns), listed(kColumns, "v."), is_old ? "temp.others" : "other.verdicts",
                  listed(kJudgeColumns, "ours."), listed(kJudgeColumns, "theirs."), listed(kColumns),
                  listed(kColumns, "excluded."), rank("excluded."), rank("verdicts.")));
  if (!merged) return merged.error();
  const std::uint64_t changed = database.changes();
  // The view must be dropped before the store that it shows is detached.
  if (auto dropped = database.execute("DROP VIEW IF EXISTS temp.others; COMMIT"); !dropped)
    return dropped.error();
  return changed;
}

}  // namespace

Result<std::uint64_t> Store::merge(const std::string& other) {
  std::string address;
  {
    // Opening the other store alone first gives a better error message.
    const auto opened = open_to_read(other);
    if (!opened) return opened.error();
    address = opened->state_->database.address();
  }
  Database& database = state_->database;
  auto attach = database.prepare("ATTACH ?1 AS other");
  if (!attach) return attach.error();
  attach->bind(1, std::string_view(address));
  if (auto attached = attach->run(); !attached) return attached.error();
  auto begun = database.execute("BEGIN IMMEDIATE");
  auto count = begun ? merge_attached(database) : Result<std::uint64_t>(begun.error());
  if (!count && begun) (void)database.execute("ROLLBACK");
  (void)database.execute("DETACH other");
  return count;
}

}  // namespace polyglot::analysis
