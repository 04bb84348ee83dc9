// An individual is a list of actions; an action is one step of a test whose
// arguments are genes. What an action does (a C++ call, an HTTP request) is
// known to the problem alone: here it is a number.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "gene/gene.h"

namespace covolve::search {

struct Action {
  uint32_t kind = 0;
  std::vector<std::unique_ptr<gene::Gene>> genes;

  Action() = default;
  explicit Action(uint32_t which) : kind(which) {}
  Action(Action&&) = default;
  Action& operator=(Action&&) = default;
  Action(const Action& other);
  Action& operator=(const Action& other);
};

/// How long a test is to its reader: fewer steps first, then less data.
struct Length {
  size_t actions = 0;
  size_t weight = 0;

  auto operator<=>(const Length&) const = default;
};

struct Lineage;

struct Individual {
  std::vector<Action> actions;
  /// What the test takes for granted, as the problem counts it: such a test may show nothing the next time,
  /// so each makes it as long as two more actions would.
  size_t assumptions = 0;
  /// How it was made of another test; only on its way to its evaluation.
  std::shared_ptr<const Lineage> lineage = nullptr;
  /// The problem's own note of what it made the test for, 0: none; only on its way to its evaluation.
  uint32_t seedNote = 0;
  /// A mutation has changed its data; only on its way to its evaluation.
  bool hasNewData = false;

  Length length() const;
  /// The same as length() < other, mostly without asking the genes.
  bool isShorterThan(const Length& other) const;
};

/// The groups of actions that do not refer to each other, each as a test of its own, in the order of their
/// first actions.
std::vector<Individual> independentParts(const Individual& individual);

/// All leaves of all actions, in their order.
void visitLeaves(const Individual& individual, const gene::LeafVisitor& visit);

/// Leaf `leaf` of that order is given to `set`, which says whether it changed it. False, and of no use any
/// more, where it did not or where the gene around it refuses what came of it.
bool setLeaf(Individual& individual, size_t leaf, const std::function<bool(gene::Leaf&)>& set);

/// Takes action `index` away if no other refers to it (directly); references behind it are renumbered.
/// Returns false, and changes nothing, where something refers to it.
bool removeAction(Individual& individual, size_t index);

/// The same where others refer to it and it refers to another one itself: they refer to that one then.
/// Whether they can is for the problem to tell.
bool bypassAction(Individual& individual, size_t index);

}  // namespace covolve::search
