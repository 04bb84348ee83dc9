// A concrete value of test data, free of how it was searched for: what genes
// produce, workers observe, and printers write down.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace covolve {

struct Value {
  enum class Kind {
    Opaque,  // exists, but cannot be looked into (observations only)
    Boolean,
    Integer,  // integers, characters and enumerators
    Floating,
    Text,       // any bytes
    List,       // vector, array, pair, aggregate
    Absent,     // nullptr, nullopt
    Present,    // an optional or pointer that holds children[0] (or nothing observable)
    Reference,  // the object made by the action with index `integer`
    Null,       // said to be nothing, unlike Absent: null in JSON
    Object,     // its children are fields
    Field,      // named `text`, holds children[0]; only in objects
  };

  Kind kind = Kind::Opaque;
  __int128 integer = 0;  // Boolean, Integer, Reference
  double floating = 0;
  std::string text;
  std::vector<Value> children;

  static Value boolean(bool b) { return {Kind::Boolean, b, 0, {}, {}}; }
  static Value number(__int128 i) { return {Kind::Integer, i, 0, {}, {}}; }
  static Value real(double d) { return {Kind::Floating, 0, d, {}, {}}; }
  static Value string(std::string s) { return {Kind::Text, 0, 0, std::move(s), {}}; }
  static Value list(std::vector<Value> items) { return {Kind::List, 0, 0, {}, std::move(items)}; }
  static Value absent() { return {Kind::Absent, 0, 0, {}, {}}; }
  static Value present(Value held) {
    Value value{Kind::Present, 0, 0, {}, {}};
    value.children.push_back(std::move(held));
    return value;
  }
  static Value reference(uint32_t action) { return {Kind::Reference, action, 0, {}, {}}; }
  static Value null() { return {Kind::Null, 0, 0, {}, {}}; }
  static Value object(std::vector<Value> fields) { return {Kind::Object, 0, 0, {}, std::move(fields)}; }
  static Value field(std::string name, Value held) {
    Value value{Kind::Field, 0, 0, std::move(name), {}};
    value.children.push_back(std::move(held));
    return value;
  }

  /// NaN equals NaN here, and -0.0 differs from 0.0: two runs that agree must print alike.
  bool operator==(const Value& other) const;
};

}  // namespace covolve
