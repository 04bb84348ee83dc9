// The actions that a test of an API is made of: one for each operation, and one
// for each path that is called with a method it does not declare.
//
// An action's genes stand in a fixed order: which rule of the schema is broken
// (mostly none), in which way, whether somebody else than the first user makes the
// call, the parameters in their order, the body.
//
// An action's genes are made when it is first asked for: an API may have tens of
// thousands of operations, and a search meets few of them.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "rest/resource/slots.h"
#include "rest/search/path_methods.h"
#include "rest/violation/violations.h"
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
  /// Methods that the user wants not to be called are not tried where they are not declared either.
  /// `users`: how many may call; the first does unless an action says otherwise.
  ActionCatalog(const Api& api, Slots& slots,
                const std::function<bool(const std::string&)>& isWantedMethod = {}, size_t users = 1);

  const Api& api() const { return api_; }
  const Slots& slots() const { return slots_; }
  size_t userCount() const { return users_; }
  size_t operationCount() const { return api_.operations.size(); }
  /// Kinds of actions: operations first, then unsupported methods.
  size_t size() const { return operationCount() + unsupported_.size(); }
  /// Null for an operation's own action.
  const UnsupportedMethod* unsupportedMethod(uint32_t kind) const;
  size_t operationOf(uint32_t kind) const;

  /// Not sampled yet.
  search::Action make(uint32_t kind) const;
  /// Rules of an operation's schema that can be broken, numbered from 0.
  size_t ruleCount(size_t operation) const;
  /// Lets an operation's action break this rule.
  void breakRule(search::Action& action, size_t rule) const;
  /// Lets an operation's action go without authentication, or with credentials that are made up.
  void withholdCredentials(search::Action& action, bool pretends) const;
  /// Lets that user make the call.
  void callAs(search::Action& action, size_t user) const;
  /// Breaks no rule, and is a call of the first user.
  void makeOrdinary(search::Action& action) const;

  /// What the action's data are. References are resolved by `take`.
  struct Data {
    std::vector<Argument> arguments;
    const MediaType* bodyType = nullptr;
    std::optional<Violation> violation;
    bool isAuthenticated = true;
    size_t user = 0;
    bool pretends = false;  // without being known: by credentials that are made up
  };
  using Take = std::function<std::optional<Slots::Taken>(uint32_t slot, uint32_t action)>;
  Data dataOf(const search::Action& action, const Take& take) const;

  static constexpr size_t kFirstParameter = 3;

 private:
  void addRules(const Operation& operation);
  void addUnsupportedMethods(const std::function<bool(const std::string&)>& isWantedMethod);
  /// What is not tested is there all the same.
  void addSkipped(PathMethods& declared, const std::map<std::string, size_t>& paths) const;
  search::Action prototypeOf(uint32_t kind) const;
  std::unique_ptr<gene::Gene> geneOf(size_t operation, const Parameter& parameter) const;
  std::unique_ptr<gene::Gene> bodyGeneOf(size_t operation) const;
  Argument argumentOf(const gene::Gene& gene, size_t operation, const Parameter* parameter,
                      const Take& take) const;

  const Api& api_;
  Slots& slots_;
  size_t users_;
  mutable std::mutex mutex_;                                         // of what follows
  mutable std::unordered_map<uint32_t, search::Action> prototypes_;  // by kind: those made of late
  std::vector<UnsupportedMethod> unsupported_;
  std::vector<std::vector<ViolationCatalog>> violations_;  // by operation, by body type (one without a body)
};

}  // namespace covolve::rest
