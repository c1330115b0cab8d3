// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/config/options.hpp>
#include <polyglot/session/effects.hpp>
#include <polyglot/session/session.hpp>

namespace polyglot::session {

/// Carries out the effects of a session: those of an event first, then those of the answers to its requests,
/// until there are none. A proxy, a session without a GUI, transcripts and fuzz targets say what each effect
/// means to them. Not thread-safe.
class Runner {
 public:
  virtual ~Runner() = default;

 protected:
  /// Call this after each event. It may be called again while it runs.
  void carry_out(Session& session) {
    for (auto asked = perform_all(session); !asked.empty(); asked = perform_all(session)) {
      for (const Request& request : asked) std::visit([this](const auto& known) { answer(known); }, request);
    }
  }

  /// The GUI has set an option. What the session adds to its effects meanwhile is performed with the others.
  virtual void apply(config::OptionId) {}
  /// Carries out all effects except options and requests. It may take the texts out of `effects`.
  virtual void perform(Effects& effects) = 0;
  // These answer a request by a call of the session.
  virtual void answer(const LoadProfile&) = 0;
  virtual void answer(const OpenBook& request) = 0;
  virtual void answer(const Learn& game) = 0;
  virtual void answer(const Save& settings) = 0;

 private:
  /// Performs the present effects, and returns the requests among them.
  std::vector<Request> perform_all(Session& session) {
    for (const config::OptionId changed : std::exchange(session.effects().changed_options, {}))
      apply(changed);
    Effects effects = std::exchange(spare_, {});
    std::swap(effects, session.effects());
    std::vector<Request> asked = std::move(effects.requests);
    perform(effects);
    effects.clear();
    spare_ = std::move(effects);
    return asked;
  }

  Effects spare_;  ///< empty; its memory is used again, so that much output needs no allocations
};

}  // namespace polyglot::session
