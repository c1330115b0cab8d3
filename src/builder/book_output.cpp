#include "builder/book_output.hpp"

#include <polyglot/book/raw_entry.hpp>

namespace polyglot::builder {
namespace {

constexpr std::size_t kWriteSize = std::size_t{1} << 20;

}  // namespace

Result<BookOutput> BookOutput::create(const std::string& path,
                                      const std::optional<book::BookHeader>& header) {
  auto file = os::AtomicFile::create(path);
  if (!file) return file.error();
  BookOutput output(std::move(*file));
  if (!header) return output;
  const auto records = book::make_header(*header);
  if (!records) return Error{records.error().what, path};
  output.buffer_.resize(records->size() * book::kRecordSize);
  for (std::size_t i = 0; i < records->size(); ++i) {
    book::encode_entry((*records)[i],
                       std::span(output.buffer_).subspan(i * book::kRecordSize).first<book::kRecordSize>());
  }
  return output;
}

Result<void> BookOutput::await_turn(std::size_t part) {
  std::unique_lock lock(mutex_);
  turn_changed_.wait(lock, [&] { return turn_ == part || error_; });
  if (error_) return *error_;
  return {};
}

Result<void> BookOutput::write(std::span<const std::byte> bytes) {
  entries_ += bytes.size() / book::kRecordSize;
  buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
  return buffer_.size() < kWriteSize ? Result<void>() : flush();
}

void BookOutput::end_turn() {
  {
    const std::scoped_lock lock(mutex_);
    ++turn_;
  }
  turn_changed_.notify_all();
}

void BookOutput::fail(Error error) {
  {
    const std::scoped_lock lock(mutex_);
    if (!error_) error_ = std::move(error);
  }
  turn_changed_.notify_all();
}

std::optional<Error> BookOutput::error() const {
  const std::scoped_lock lock(mutex_);
  return error_;
}

Result<void> BookOutput::flush() {
  auto written = file_.write(buffer_);
  buffer_.clear();
  return written;
}

Result<void> BookOutput::commit() {
  if (auto written = flush(); !written) return written;
  return file_.commit();
}

}  // namespace polyglot::builder
