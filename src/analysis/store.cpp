// SPDX-License-Identifier: MIT
#include <filesystem>
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

std::vector<std::byte> other_scores(const Verdict& verdict) {
  std::vector<std::byte> bytes(sizeof(Score::Code) * (verdict.moves.size() - 1));
  for (std::size_t i = 1; i < verdict.moves.size(); ++i)
    endian::store_little_s16(reinterpret_cast<unsigned char*>(bytes.data() + sizeof(Score::Code) * (i - 1)),
                             verdict.moves[i].score.code());
  return bytes;
}

Failure damaged(const std::string& path) {
  return Failure("a verdict is damaged; to find out more: sqlite3 FILE \"PRAGMA integrity_check\"", path);
}

Verdict read_verdict(const Statement& row, const game::Position& position, const std::string& path) {
  const auto best = read_stored_moves(row, Column::moves, position, false, path);
  const auto rest = row.bytes(Column::scores);
  if (best.empty() || rest.size() != sizeof(Score::Code) * (best.size() - 1)) throw damaged(path);
  Verdict verdict{.moves = {},
                  .variation = {best.front()},
                  .depth = static_cast<int>(row.number(Column::depth)),
                  .nodes = static_cast<std::uint64_t>(row.number(Column::nodes)),
                  .milliseconds = static_cast<std::uint64_t>(row.number(Column::milliseconds)),
                  .date = row.number(Column::date),
                  .chances = {}};
  if (!row.is_null(Column::wins))
    verdict.chances = Chances{.wins = static_cast<int>(row.number(Column::wins)),
                              .draws = static_cast<int>(row.number(Column::draws))};
  for (std::size_t i = 0; i < best.size(); ++i) {
    const auto code = i == 0 ? static_cast<Score::Code>(row.number(Column::score))
                             : endian::load_little_s16(reinterpret_cast<const unsigned char*>(
                                   rest.data() + sizeof(Score::Code) * (i - 1)));
    verdict.moves.push_back({best[i], Score::from_code(code)});
  }
  game::Position after = position;
  after.make(best.front());
  const auto line = read_stored_moves(row, Column::variation, after, true, path);
  verdict.variation.insert(verdict.variation.end(), line.begin(), line.end());
  return verdict;
}

std::int64_t key_value(const game::Position& position) {
  return std::bit_cast<std::int64_t>(stored_key(position));
}

/// Shows the verdicts of a store of the first version, which is attached as `schema`, with all columns.
void make_view_of_first_version(Database& database, std::string_view schema, std::string_view view) {
  database.execute(fmt::format(
      "CREATE TEMP VIEW {} AS SELECT key, position, judge, {}, NULL AS wins, NULL AS draws FROM {}.verdicts",
      view, listed(std::span(kColumns).first(kFirstColumns)), schema));
}

/// Creates or upgrades the tables, unless another program has done so meanwhile.
void make_tables(Database& database) {
  Transaction transaction(database);
  const std::int64_t version = database.number("PRAGMA user_version");
  if (version < kFirstVersion)
    database.execute(fmt::format("{}PRAGMA application_id={}", kTables, kApplicationId));
  else if (version == kFirstVersion)
    database.execute(
        "ALTER TABLE verdicts ADD COLUMN wins INTEGER;"
        "ALTER TABLE verdicts ADD COLUMN draws INTEGER;");
  database.execute(fmt::format("PRAGMA user_version={}", kVersion));
  transaction.commit();
}

/// Failure: what has the names of our tables is something else, such as a view, or there are triggers.
void check_schema(Database& database) {
  constexpr std::string_view kTablesOfOurs =
      "SELECT count(*) FROM sqlite_master WHERE type='table' AND name IN ('judges', 'verdicts') "
      "AND sql LIKE 'CREATE TABLE%'";
  constexpr std::string_view kOthers =
      "SELECT (SELECT count(*) FROM sqlite_master WHERE type NOT IN ('table', 'index')) + "
      "(SELECT count(*) FROM pragma_table_xinfo('judges') WHERE hidden <> 0) + "
      "(SELECT count(*) FROM pragma_table_xinfo('verdicts') WHERE hidden <> 0)";
  if (database.number(kTablesOfOurs) != 2 || database.number(kOthers) != 0)
    throw Failure("is not a store of verdicts: its tables are not those of polyglot analyse",
                  database.path());
}

/// Creates the tables of a new store, and upgrades those of an older one unless it is only read. Failure: the
/// file is another database, or of a later version.
void prepare_tables(Database& database, Database::Access access) {
  const std::int64_t application = database.number("PRAGMA application_id");
  const std::int64_t version = database.number("PRAGMA user_version");
  if (application == kApplicationId) {
    if (version == kVersion || version == kFirstVersion) check_schema(database);
    if (version == kVersion) return;
    if (version == kFirstVersion)
      return access == Database::Access::write ? make_tables(database)
                                               : make_view_of_first_version(database, "main", "verdicts");
    throw Failure(
        fmt::format("is a store of version {}, and this Polyglot reads version {} and older ones; use "
                    "the Polyglot that made it, or a later one",
                    version, kVersion),
        database.path());
  }
  if (database.number("SELECT count(*) FROM sqlite_master") != 0 || access == Database::Access::read)
    throw Failure("is not a store of verdicts; polyglot analyse --store NEWFILE makes one", database.path());
  database.execute("PRAGMA journal_mode=WAL");
  make_tables(database);
}

Statement prepare_find(Database& database, std::string_view condition) {
  return database.prepare(fmt::format("SELECT judge, {} FROM verdicts WHERE key=?1 AND position=?2 {}",
                                      listed(kColumns), condition));
}

Statement prepare_put(Database& database) {
  return database.prepare(
      fmt::format("INSERT OR REPLACE INTO verdicts(key, position, judge, {}) "
                  "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
                  listed(kColumns)));
}

}  // namespace

struct Store::State {
  explicit State(Database opened)
      : database(std::move(opened)),
        find(prepare_find(database, "AND judge=?3")),
        find_all(prepare_find(database, "ORDER BY judge")),
        find_in_variant(
            prepare_find(database, "AND judge IN (SELECT id FROM judges WHERE variant=?3) ORDER BY judge")) {}

  Database database;
  Statement find;
  Statement find_all;
  Statement find_in_variant;                    ///< like find_all, only for judges of one variant
  std::optional<Statement> put = std::nullopt;  ///< nothing if the store is only read
};

Store::Store(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;
Store::~Store() = default;

Result<Store> Store::open(const std::string& path) {
  return result_of([&] {
    auto database = Database::open(path, Database::Access::write, kPatience);
    database.limit_steps(true);
    prepare_tables(database, Database::Access::write);
    database.limit_steps(false);
    // If the program is killed, nothing is lost. After a power failure the last transactions may be missing.
    database.execute("PRAGMA synchronous=NORMAL");
    auto state = std::make_unique<State>(std::move(database));
    state->put = prepare_put(state->database);
    return Store(std::move(state));
  });
}

Result<Store> Store::open_to_read(const std::string& path) {
  std::error_code unknown;
  if (!std::filesystem::exists(path, unknown))
    return Error{"there is no such store; polyglot analyse --store FILE makes one", path};
  return result_of([&] {
    auto database = Database::open(path, Database::Access::read, kPatience);
    database.limit_steps(true);
    prepare_tables(database, Database::Access::read);
    database.limit_steps(false);
    database.execute("PRAGMA query_only=ON");
    return Store(std::make_unique<State>(std::move(database)));
  });
}

const std::string& Store::path() const noexcept {
  return state_->database.path();
}

Result<std::vector<std::pair<Store::JudgeId, Judge>>> Store::judges() const {
  return result_of([&] {
    Statement query =
        state_->database.prepare(fmt::format("SELECT id, {} FROM judges ORDER BY id", listed(kJudgeColumns)));
    std::vector<std::pair<JudgeId, Judge>> all;
    while (query.step()) all.emplace_back(query.number(0), read_judge(query));
    return all;
  });
}

Result<std::optional<Store::JudgeId>> Store::find_judge(const Judge& judge) const {
  return result_of([&] {
    Statement query = state_->database.prepare(fmt::format(
        "SELECT id FROM judges WHERE ({}) = (?1, ?2, ?3, ?4, ?5, ?6, ?7)", listed(kJudgeColumns)));
    bind_judge(query, judge);
    return query.step() ? std::optional(query.number(0)) : std::nullopt;
  });
}

Result<Store::JudgeId> Store::add_judge(const Judge& judge) {
  return result_of([&] {
    Statement insert = state_->database.prepare(fmt::format(
        "INSERT OR IGNORE INTO judges({}) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)", listed(kJudgeColumns)));
    bind_judge(insert, judge);
    insert.run();
    return find_judge(judge).value().value();
  });
}

Result<void> Store::put(JudgeId judge, const game::Position& position, const Verdict& verdict) {
  std::vector<game::Move> best;
  for (const ScoredMove& scored : verdict.moves) best.push_back(scored.move);
  std::span<const game::Move> line = verdict.variation;
  line = line.subspan(std::min<std::size_t>(1, line.size()));
  line = line.first(std::min(kVariation, line.size()));
  game::Position after = position;
  after.make(best.front());
  const StoredValue stored = stored_position(position);
  const StoredValue best_moves = stored_moves(position, best, false);
  const StoredValue variation = stored_moves(after, line, true);
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
  if (verdict.chances) put.bind(12, verdict.chances->wins).bind(13, verdict.chances->draws);
  stored.bind(put, 2);
  best_moves.bind(put, 5);
  variation.bind(put, 7);
  return result_of([&] { put.run(); });
}

Result<std::optional<Verdict>> Store::find(JudgeId judge, const game::Position& position) const {
  Statement& query = state_->find;
  const StoredValue stored = stored_position(position);
  query.bind(1, key_value(position)).bind(3, judge);
  stored.bind(query, 2);
  const Run run(query);
  return result_of(
      [&] { return query.step() ? std::optional(read_verdict(query, position, path())) : std::nullopt; });
}

Result<std::vector<std::pair<Store::JudgeId, Verdict>>> Store::find_all(
    const game::Position& position) const {
  // Positions of two variants may look the same.
  const variants::Position* const board = position.variant();
  Statement& query = board != nullptr ? state_->find_in_variant : state_->find_all;
  const StoredValue stored = stored_position(position);
  query.bind(1, key_value(position));
  if (board != nullptr) query.bind(3, board->variant().name());
  stored.bind(query, 2);
  const Run run(query);
  return result_of([&] {
    std::vector<std::pair<JudgeId, Verdict>> all;
    while (query.step())
      all.emplace_back(query.number(Column::judge_id), read_verdict(query, position, path()));
    return all;
  });
}

Result<std::uint64_t> Store::size() const {
  return result_of(
      [&] { return static_cast<std::uint64_t>(state_->database.number("SELECT count(*) FROM verdicts")); });
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

/// Merges the store that is attached as `other`. Returns the number of changed verdicts.
std::uint64_t merge_attached(Database& database) {
  Transaction transaction(database);
  database.execute(fmt::format("INSERT OR IGNORE INTO main.judges({0}) SELECT {0} FROM other.judges",
                               listed(kJudgeColumns)));
  const bool is_old = database.number("PRAGMA other.user_version") == kFirstVersion;
  if (is_old) make_view_of_first_version(database, "other", "others");
  database.execute(
      fmt::format("INSERT INTO main.verdicts(key, position, judge, {}) "
                  "SELECT v.key, v.position, ours.id, {} "
                  "FROM {} AS v JOIN other.judges AS theirs ON theirs.id = v.judge "
                  "JOIN main.judges AS ours ON ({}) = ({}) "
                  "WHERE true "
                  "ON CONFLICT DO UPDATE SET ({}) = ({}) WHERE ({}) < ({})",
                  listed(kColumns), listed(kColumns, "v."), is_old ? "temp.others" : "other.verdicts",
                  listed(kJudgeColumns, "ours."), listed(kJudgeColumns, "theirs."), listed(kColumns),
                  listed(kColumns, "excluded."), rank("excluded."), rank("verdicts.")));
  const std::uint64_t changed = database.changes();
  // The view must be dropped before the store that it shows is detached.
  database.execute("DROP VIEW IF EXISTS temp.others");
  transaction.commit();
  return changed;
}

}  // namespace

Result<std::uint64_t> Store::merge(const std::string& other) {
  return result_of([&] {
    // Opening the other store alone first gives a better error message.
    const std::string address = open_to_read(other).value().state_->database.address();
    Database& database = state_->database;
    Statement attach = database.prepare("ATTACH ?1 AS other");
    attach.bind(1, std::string_view(address)).run();
    const auto count = result_of([&] { return merge_attached(database); });
    database.try_execute("DETACH other");
    return count.value();
  });
}

}  // namespace polyglot::analysis
