// A gene is a typed tree of test data that the search samples and changes. It
// knows its domain and nothing of what it is for: encoders and printers receive
// its value through a ValueSink, so a new gene touches neither.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "gene/source.h"
#include "gene/value.h"

namespace covolve::gene {

/// Receives a gene's value piece by piece, depth first. No allocation is needed on the way.
class ValueSink {
 public:
  virtual ~ValueSink() = default;

  virtual void boolean(bool value) = 0;
  virtual void integer(__int128 value, unsigned bits) = 0;
  virtual void floating(double value) = 0;
  virtual void text(std::string_view bytes) = 0;
  /// `count` values follow. A fixed list (array, pair) has its length in its type.
  virtual void list(size_t count, bool fixed) = 0;
  virtual void absent() = 0;
  /// One value follows: the one held.
  virtual void present() = 0;
  virtual void reference(uint32_t action) = 0;

  // Who knows of neither null nor named fields takes them as missing, and as lists of pairs.
  virtual void null() { absent(); }
  /// `count` times field() and one value follow.
  virtual void object(size_t count) { list(count, false); }
  virtual void field(std::string_view name) {
    list(2, true);
    text(name);
  }
};

class FloatingGene;
class Gene;
class IntegerGene;
class ReferenceGene;
class TextGene;

/// Meets the leaves whose values an operator may want to set: local search, input-to-state.
class LeafVisitor {
 public:
  virtual ~LeafVisitor() = default;

  virtual void integer(IntegerGene&) {}
  virtual void floating(FloatingGene&) {}
  virtual void text(TextGene&) {}
};

class Gene {
 public:
  virtual ~Gene() = default;

  virtual std::unique_ptr<Gene> copy() const = 0;
  /// Draws a new value of the domain, for the whole subtree.
  virtual void sample(Source& source) = 0;
  /// Changes the value: mostly a little, seldom a lot. The result differs unless the domain has one value
  /// only.
  virtual void mutate(Source& source) = 0;
  virtual void write(ValueSink& sink) const = 0;
  /// Takes over a value that write() could have given. False, and unspecified but valid, where the value is
  /// not of the domain.
  virtual bool assign(const Value& value) = 0;
  /// Same domain is assumed; compares values.
  virtual bool equals(const Gene& other) const = 0;
  /// How much there is to read or change in this subtree; leaves weigh 1 or more.
  virtual size_t weight() const { return 1; }
  virtual std::span<const std::unique_ptr<Gene>> children() const { return {}; }
  /// The leaves in use, in the order of write().
  virtual void visitLeaves(LeafVisitor& visitor) {
    for (const auto& child : children()) child->visitLeaves(visitor);
  }
  /// False where mutate() cannot change anything (a reference, an object without fields).
  virtual bool isMutable() const { return true; }
  /// This gene where it is a reference: cheaper than a cast on the hot path.
  virtual ReferenceGene* asReference() { return nullptr; }
  /// Simpler values of the same domain, simplest first; empty when it cannot get simpler. Repeated shrinking
  /// ends.
  virtual std::vector<std::unique_ptr<Gene>> simpler() const { return {}; }
};

}  // namespace covolve::gene
