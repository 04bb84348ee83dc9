// A gene is a typed tree of test data that the search samples and changes. It
// knows its domain and nothing of what it is for: encoders and printers receive
// its value through a ValueSink, so a new gene touches neither.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "gene/leaf.h"
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

class ReferenceGene;

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
  /// How much there is to read in this subtree; leaves weigh 1 or more.
  virtual size_t weight() const { return 1; }
  /// How much there is to change, as Zhang and Arcuri count it in "Adaptive Hypermutation for Search-Based
  /// System Test Generation" (table 1): a leaf is one however long its text. A pattern counts as a text.
  virtual double mutationWeight() const { return 1; }
  virtual std::span<const std::unique_ptr<Gene>> children() const { return {}; }
  /// Tells child `i` from all that could stand in its place.
  virtual size_t childName(size_t i) const { return i; }
  /// What the search may read and set where this gene is a datum of its own; null for a structure.
  virtual Leaf* asLeaf() { return nullptr; }
  /// The leaves in use, in the order of write().
  void visitLeaves(const LeafVisitor& visit) {
    if (Leaf* leaf = asLeaf()) return visit(*leaf);
    for (const auto& child : children()) child->visitLeaves(visit);
  }
  /// Whether the value is one of the domain: who sets a leaf or changes a child from outside has to ask.
  virtual bool holds() const {
    for (const auto& child : children()) {
      if (!child->holds()) return false;
    }
    return true;
  }
  /// False where mutate() cannot change anything (a reference, an object without fields).
  virtual bool isMutable() const { return true; }
  /// Whether something here is this gene's own and not its children's: how many elements there are, whether
  /// there is a value at all, which of several alternatives.
  virtual bool hasShape() const { return false; }
  /// Changes that alone; only where hasShape(). False where no change was found.
  virtual bool mutateShape(Source&) { return false; }
  /// Where the shape is which of several alternatives: those; none has been sampled but the chosen one.
  virtual std::optional<Leaf::Choice> readShape() const { return std::nullopt; }
  /// Samples and uses that alternative. False, and unchanged, where that gives the same value.
  virtual bool chooseShape(size_t, Source&) { return false; }
  /// This gene where it is a reference: cheaper than a cast on the hot path.
  virtual ReferenceGene* asReference() { return nullptr; }
  /// Simpler values of the same domain, simplest first; empty when it cannot get simpler. Repeated shrinking
  /// ends.
  virtual std::vector<std::unique_ptr<Gene>> simpler() const { return {}; }
};

}  // namespace covolve::gene
