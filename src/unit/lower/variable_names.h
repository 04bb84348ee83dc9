// Names for the variables of a test: lower camel case of the class, numbered
// when there are several, never a keyword or a name of the code under test.
//
// Easy to get wrong: a local `order` hides a namespace, function or type
// `order` that a later line of the test needs.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "program/model.h"

namespace covolve::unit {

/// Everything that the emitted text may have to name: keywords, and each part of each qualified name of the
/// model.
std::set<std::string> reservedNames(const program::Model& model);

class VariableNames {
 public:
  explicit VariableNames(const std::set<std::string>& reserved) : reserved_(reserved) {}

  /// The code under test has something of that name.
  bool isReserved(const std::string& name) const { return reserved_.contains(name); }
  /// `wish` if it is free, else with a number.
  std::string fresh(std::string_view wish);

 private:
  const std::set<std::string>& reserved_;
  std::set<std::string> taken_;
};

/// The last part of a qualified name, without template arguments: shop::Stack<int> -> Stack.
std::string lastComponent(std::string_view qualified);

/// shop::OrderItem -> orderItem, HTTPRequest -> httpRequest, shopping_cart -> shoppingCart.
std::string variableNameOf(std::string_view qualifiedType);

/// order_total -> OrderTotal; characters that no identifier has are left out.
std::string pascalCase(std::string_view text);

}  // namespace covolve::unit
