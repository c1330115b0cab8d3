// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <polyglot/analysis/store.hpp>
#include <polyglot/explorer/explorer.hpp>

#include "explorer/kept_address.hpp"
#include "explorer/server.hpp"
#include "explorer/service.hpp"

namespace polyglot::explorer {

void serve(const PageSettings& settings, const std::function<void(const std::string& url)>& ready,
           const Report& report) {
  auto opened = OpenBooks::open(settings.books, settings.format, settings.rules).value();
  bool can_edit = false;
  for (std::size_t i = 0; i < opened.size(); ++i) {
    const OpenBook& book = *opened.book(i).value();
    std::ranges::for_each(book.troubles, report);
    can_edit = can_edit || book.bin != nullptr;
  }
  if (settings.edit && !can_edit) throw Failure("--edit changes .bin books, and none of these is one");
  std::shared_ptr<const analysis::Store> store;
  if (!settings.store.empty())
    store = std::make_shared<const analysis::Store>(analysis::Store::open_to_read(settings.store).value());

  boost::asio::io_context context(1);
  const StopSignals signals(context);
  const auto kept = settings.address_file.empty() ? std::nullopt : read_address(settings.address_file);
  const bool wants_kept = kept && (settings.port == 0 || settings.port == kept->port);
  auto acceptor = listen(context, wants_kept ? kept->port : settings.port);
  // Another program uses the port, perhaps another page of this user. That page keeps the address.
  const bool is_taken = !acceptor && wants_kept && settings.port == 0;
  if (is_taken) acceptor = listen(context, 0);
  const std::uint16_t port = acceptor.value().local_endpoint().port();

  const std::string secret = wants_kept && !is_taken ? kept->secret : random_secret();
  if (!settings.address_file.empty() && !is_taken && !wants_kept) {
    if (const auto written = write_address(settings.address_file, {.port = port, .secret = secret}); !written)
      report(fmt::format("the address is another one the next time: {}", written.error().to_string()));
  }
  Service service(std::move(opened), {.port = port,
                                      .secret = secret,
                                      .edit = settings.edit,
                                      .opening_names = settings.opening_names,
                                      .store = std::move(store)});
  start_serving(
      *acceptor, [&service](const Request& request) { return service.handle(request); }, refusal, report);
  ready(fmt::format("http://127.0.0.1:{}/{}/", port, secret));
  context.run();
}

}  // namespace polyglot::explorer
