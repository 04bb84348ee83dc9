// A part of a regular expression that is also test data: it holds one
// choice (which character, which alternative, how often), so that the whole
// spells one text that matches. Parts start with the simplest choice.
//
// Easy to get wrong: a choice may be refuted by another part (`a^b`, `\b`, a
// lookahead, a back reference to a group that took no part). spell() records such
// conditions, and only a text whose conditions hold is a sample.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gene/source.h"

namespace covolve::gene::regex {

/// A call back that outlives nothing: a pointer to a lambda on the stack.
class Next {
 public:
  template <class F>
  Next(F& f)  // NOLINT(google-explicit-constructor): lambdas convert
      : target_(&f),
        call_([](void* target, size_t position) { return (*static_cast<F*>(target))(position); }) {}

  bool operator()(size_t position) const { return call_(target_, position); }

 private:
  void* target_;
  bool (*call_)(void*, size_t);
};

struct Slice {
  size_t begin = 0;
  size_t end = 0;
};

using Captures = std::vector<std::optional<Slice>>;  // by the group's number, from 0

/// A text that is being matched. Steps are bounded: backtracking may be exponential.
struct Match {
  std::string_view text;
  Captures captures;
  size_t stepsLeft;

  bool step() {
    if (stepsLeft == 0) return false;
    --stepsLeft;
    return true;
  }
};

class Part;

/// What a tree of parts says.
struct Spelling {
  struct Condition {
    const Part* part;
    size_t position;
  };

  std::string text;
  Captures captures;
  std::vector<Condition> conditions;
  bool possible = true;
};

class Part {
 public:
  virtual ~Part() = default;

  virtual std::unique_ptr<Part> copy() const = 0;
  virtual void sample(Source& source) = 0;
  /// Changes a choice; the text it spells need not differ.
  virtual void mutate(Source&) {}
  virtual bool isMutable() const { return false; }
  virtual size_t weight() const { return 1; }
  virtual void spell(Spelling& out) const = 0;
  /// Whether a condition recorded by spell() holds.
  virtual bool holdsAt(std::string_view, size_t) const { return true; }
  /// A text that a condition wants to see at its position.
  virtual std::optional<std::string> example() const { return std::nullopt; }
  /// Matches from `position` on, makes the choices that this takes, and goes on with `next`. On failure the
  /// choices are any.
  virtual bool match(Match& match, size_t position, Next next) = 0;
  virtual std::vector<std::unique_ptr<Part>> simpler() const { return {}; }
  /// Of any text that it can spell. Saturates.
  virtual size_t leastLength() const { return 0; }
};

using PartList = std::vector<std::unique_ptr<Part>>;

/// Matching recurses once a character, so texts must not be long.
constexpr size_t kLongestText = 1024;

inline PartList copyAll(const PartList& parts) {
  PartList copies;
  copies.reserve(parts.size());
  for (const auto& part : parts) copies.push_back(part->copy());
  return copies;
}

/// Null where none can change; heavier ones are chosen more often.
inline Part* chooseMutable(const PartList& parts, Rng& rng) {
  size_t sum = 0;
  for (const auto& part : parts) sum += part->isMutable() ? part->weight() : 0;
  if (sum == 0) return nullptr;
  size_t rest = rng.below(sum);
  for (const auto& part : parts) {
    if (!part->isMutable()) continue;
    if (rest < part->weight()) return part.get();
    rest -= part->weight();
  }
  return nullptr;
}

}  // namespace covolve::gene::regex
