// Which state of which objects the code reads and writes, as its callers see it:
// a decision needs fields of what its function was given, a function stores to
// fields of what it was given, or hands out what a field holds. Object
// construction graphs (Lin et al., "Graph-Based Seed Object Synthesis for
// Search-Based Unit Testing") are made of these.
//
// Pointers, references, smart pointers, containers and optionals are what they
// mean: a path goes on with the fields of what they hold, and a call of the
// standard library reads or writes what it is called on.
//
// Easy to get wrong: all this is asked of a function as a whole, in no order. It
// proposes; it proves nothing.
#pragma once

#include <compare>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "analysis/side.h"
#include "base/error.h"

namespace covolve::analysis {

/// By the record's qualified name, without template arguments, and the field's first byte in it.
struct RecordField {
  std::string record;
  uint64_t offset = 0;

  auto operator<=>(const RecordField&) const = default;
};
using FieldId = uint32_t;

/// From what a function is given to a field, through all that holds it: state.players_ -> action_.
struct AccessPath {
  uint32_t root = 0;  // an object's method is given the object first, then its arguments
  std::vector<FieldId> fields;

  auto operator<=>(const AccessPath&) const = default;
};

/// What a decision makes of the state at the end of a path.
struct Comparing {
  std::set<int64_t> constants;   // it is compared with
  std::set<uint32_t> arguments;  // the same: what the function is given, as it is
  bool isCount = false;          // of elements: how many there are

  void add(const Comparing& other) {
    constants.insert(other.constants.begin(), other.constants.end());
    arguments.insert(other.arguments.begin(), other.arguments.end());
    isCount = isCount || other.isCount;
  }
  bool operator==(const Comparing&) const = default;
};
using StateNeeds = std::map<AccessPath, Comparing>;

/// One way in which a function changes what it was given.
struct StateWrite {
  AccessPath place;
  std::set<AccessPath> sources;     // that the stored value, or which element it is, comes from
  std::optional<int64_t> constant;  // the stored value, where it is one
  bool isAdded = false;             // to what was there: an element, an increment
  bool isStep = false;           // from what was there to what follows, whatever is given: `++count`, clear()
  StateNeeds guard;              // what decides whether the store is reached
  std::vector<Side> guardSides;  // the nearest decisions
  /// Of equation 1: how many of the branches let the store be reached, function by function on the way there.
  double accessibility = 1;
  uint32_t calls = 1;  // functions on the way

  /// Arguments among the sources: N_v.
  std::set<uint32_t> sourceArguments() const {
    std::set<uint32_t> roots;
    for (const AccessPath& source : sources) {
      if (source.root != place.root) roots.insert(source.root);
    }
    return roots;
  }
  /// (N_v + 1) * sum of accessibilities / length of the call path.
  double score() const { return (static_cast<double>(sourceArguments().size()) + 1) * accessibility / calls; }
};

struct FunctionState {
  std::vector<StateWrite> writes;
  std::set<uint32_t> overwritten;  // what it is given that is set anew as a whole, whatever happens
  std::set<AccessPath> results;    // what the function returns comes from there
};

struct DecisionState {
  std::string function;  // that it stands in
  StateNeeds compared;   // by the decision itself
  /// Where it compares one field, as it is, with a constant: "==", "<", ..., as it must be for it to be true.
  std::string relation;
  int64_t constant = 0;
  StateNeeds needs;  // with what decides whether it is reached
};

/// A place that a function is called from.
struct StateCall {
  std::string caller;
  std::vector<std::set<AccessPath>> arguments;  // by the caller's paths; none: its own
  StateNeeds guard;                             // of the call
};

struct ObjectState {
  std::vector<RecordField> fields;                 // by FieldId
  std::map<std::string, FunctionState> functions;  // by linkage name
  std::map<uint64_t, DecisionState> decisions;     // by site
  std::map<std::string, std::vector<StateCall>> callers;

  /// Of decisions on a field that their own function sets, itself or through calls, under conditions and to
  /// what it is given: the sides that lead to such a store. Only where that is the way to set it: the
  /// function has set it anew before, or nobody else lets it be set.
  std::map<uint64_t, std::set<Side>> storedFor() const;

  /// What is needed where a call is the way to get there, in terms of what the caller is given.
  static StateNeeds throughCall(const StateNeeds& needs, const StateCall& call);
};

/// The objects of one program, in any order.
Result<ObjectState> readObjectState(std::span<const std::filesystem::path> objects);

}  // namespace covolve::analysis
