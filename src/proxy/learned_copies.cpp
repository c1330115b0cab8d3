// SPDX-License-Identifier: MIT
#include "proxy/learned_copies.hpp"
#include <optional>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

#include <polyglot/book/book_keys.hpp>
#include <polyglot/book/learn_file.hpp>
#include <polyglot/book/learner.hpp>
#include <polyglot/book/open_book.hpp>
#include <polyglot/os/file.hpp>
#include <polyglot/proxy/open_book.hpp>

namespace polyglot::proxy {
namespace {

namespace fs = std::filesystem;

std::string canonical(const std::string& path) {
  std::error_code gone;
  fs::path known = fs::weakly_canonical(path, gone);
  return gone ? path : known.string();
}

/// A book that reads its copy after the session has learned in the copy.
class ReplayedBook final : public book::BookSource {
 public:
  ReplayedBook(std::unique_ptr<book::BookSource> original, book::BookKeys keys, const LearnedCopies& copies)
      : original_(std::move(original)), keys_(keys), copies_(copies) {}

  [[nodiscard]] book::BookFormat format() const noexcept override { return original_->format(); }
  [[nodiscard]] book::BookMoves find(const game::Position& position) const override {
    return book().find(position);
  }
  [[nodiscard]] std::uint64_t size() const override { return original_->size(); }
  [[nodiscard]] const std::string& path() const override { return original_->path(); }
  [[nodiscard]] std::vector<std::string> variants() const override { return original_->variants(); }
  [[nodiscard]] std::vector<chess::Position> starts() const override { return original_->starts(); }
  [[nodiscard]] std::uint64_t variations_left_out() const override {
    return original_->variations_left_out();
  }
  [[nodiscard]] const book::LearnStore* learn_store() const override { return book().learn_store(); }
  [[nodiscard]] std::optional<Error> take_trouble() const override;

 private:
  [[nodiscard]] const book::BookSource& book() const;

  std::unique_ptr<book::BookSource> original_;
  book::BookKeys keys_;
  const LearnedCopies& copies_;
  mutable std::unique_ptr<book::BookSource> copy_;
  mutable std::set<std::string> told_;  ///< the troubles that were already reported
};

const book::BookSource& ReplayedBook::book() const {
  if (copy_) return *copy_;
  const std::string place = copies_.place_of(path());
  if (place == path()) return *original_;
  // The first result has just been learned in the copy.
  copy_ = book::with_keys(book::open_book(place, format()).value(), keys_);
  return *copy_;
}

std::optional<Error> ReplayedBook::take_trouble() const {
  auto trouble = book().take_trouble();
  if (trouble && copy_ && trouble->where.starts_with(copy_->path()))
    trouble->where.replace(0, copy_->path().size(), path());
  if (trouble && !told_.insert(trouble->to_string()).second) return take_trouble();
  return trouble;
}

}  // namespace

LearnedCopies::~LearnedCopies() {
  std::error_code left;  // we ignore a failure, as the system clears temporary folders
  if (!folder_.empty()) fs::remove_all(folder_, left);
}

std::string LearnedCopies::place_of(const std::string& path) const {
  const auto copy = copies_.find(canonical(path));
  return copy != copies_.end() ? copy->second : path;
}

Result<void> LearnedCopies::learn(const session::Learn& game) {
  const auto copy = copy_of(game.file);
  if (!copy) return copy.error();
  const auto learned =
      game.beside ? book::try_learn_beside(*copy, game.moves) : book::try_learn(*copy, game.moves);
  if (!learned) return learned.error();
  if (!*learned) return os::locked_by_another(*copy);
  return {};
}

Result<std::string> LearnedCopies::copy_of(const std::string& path) {
  if (auto made = make_folder(); !made) return made.error();
  const std::string known = place_of(path);
  if (known != path || fs::path(path).parent_path() == folder_) return {boost::system::in_place_value, known};
  const std::string copy = (folder_ / std::to_string(copies_.size())).string();
  std::error_code failure;
  const bool is_there = fs::exists(path, failure);
  if (is_there) fs::copy_file(path, copy, failure);
  if (failure) return Error{"cannot be copied to learn in the copy: " + failure.message(), path};
  fs::permissions(copy, fs::perms::owner_write, fs::perm_options::add, failure);
  copies_.emplace(canonical(path), copy);
  return {boost::system::in_place_value, copy};
}

Result<void> LearnedCopies::make_folder() {
  if (!folder_.empty()) return {};
  std::error_code failure;
  auto folder = os::make_private_folder(fs::temp_directory_path(failure).string());
  if (!folder) return folder.error();
  folder_ = *std::move(folder);
  return {};
}

Result<std::unique_ptr<book::BookSource>> open_for_replay(const session::OpenBook& request,
                                                          const fs::path& ini_folder,
                                                          const std::function<std::string()>& engine_name,
                                                          const LearnedCopies& copies) {
  session::OpenBook plain = request;
  plain.learn_file.clear();
  auto opened = open_for_play(plain, ini_folder, engine_name);
  if (!opened) return opened;
  const std::string path = (*opened)->path();
  auto book = std::make_unique<ReplayedBook>(std::move(*opened), request.keys, copies);
  if (request.learn_file.empty()) return {boost::system::in_place_value, std::move(book)};
  auto name = learn_file_path(request, path, ini_folder, engine_name);
  return book::with_learn_file(std::move(book), [name = std::move(name), path, &copies] {
    const std::string beside = name();
    std::error_code none;  // a missing file is not the book
    return fs::equivalent(beside, path, none) ? std::string() : copies.place_of(beside);
  });
}

}  // namespace polyglot::proxy
