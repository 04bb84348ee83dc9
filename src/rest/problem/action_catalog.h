// The actions that a test of an API is made of: one for each operation, and one
// for each path that is called with a method it does not declare.
//
// An action's genes stand in a fixed order: which rule of the schema is broken
// (mostly none), in which way, whether the call goes without authentication, the
// parameters in their order, the body.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rest/problem/slots.h"
#include "rest/problem/violations.h"
#include "search/individual.h"

namespace covolve::rest {

class ActionCatalog {
 public:
  /// A call with a method that none of the path's operations declares.
  struct UnsupportedMethod {
    size_t operation = 0;  // one of that path; its path parameters are used
    std::string method;
  };

  /// Both must outlive this. `slots` gets to know all data that can be filled.
  ActionCatalog(const Api& api, Slots& slots);

  const Api& api() const { return api_; }
  const Slots& slots() const { return slots_; }
  size_t operationCount() const { return api_.operations.size(); }
  /// Kinds of actions: operations first, then unsupported methods.
  size_t size() const { return prototypes_.size(); }
  /// Null for an operation's own action.
  const UnsupportedMethod* unsupportedMethod(uint32_t kind) const;
  size_t operationOf(uint32_t kind) const;
  /// Kinds with the path of this operation and a method that is not declared.
  const std::vector<uint32_t>& unsupportedOf(size_t operation) const { return unsupportedOf_[operation]; }

  /// Not sampled yet.
  search::Action make(uint32_t kind) const { return prototypes_[kind]; }

  /// What the action's data are. References are resolved by `take`.
  struct Data {
    std::vector<Argument> arguments;
    const MediaType* bodyType = nullptr;
    std::optional<Violation> violation;
    bool isAuthenticated = true;
  };
  using Take = std::function<std::optional<Slots::Taken>(uint32_t slot, uint32_t action)>;
  Data dataOf(const search::Action& action, const Take& take) const;

  /// The gene of a path parameter's slot, or of any other whose whole value is one; null where it has none.
  gene::Gene* parameterGene(search::Action& action, size_t parameter) const;
  static constexpr size_t kFirstParameter = 3;

 private:
  void addOperation(size_t operation);
  void addUnsupportedMethods();
  Argument argumentOf(const gene::Gene& gene, size_t operation, const Parameter* parameter,
                      const Take& take) const;

  const Api& api_;
  Slots& slots_;
  std::vector<search::Action> prototypes_;
  std::vector<UnsupportedMethod> unsupported_;
  std::vector<std::vector<uint32_t>> unsupportedOf_;
  std::vector<std::vector<ViolationCatalog>> violations_;  // by operation, by body type (one without a body)
};

}  // namespace covolve::rest
