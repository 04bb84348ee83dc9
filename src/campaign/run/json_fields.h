// Reads a JSON object that somebody else wrote: what is absent (or null) has
// its default, what has the wrong type is a mistake, and the first mistake is
// remembered with its place.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

namespace covolve::campaign {

/// Must not outlive the JSON value.
class JsonFields {
 public:
  /// `where` is for mistakes: "" or "coverage.".
  JsonFields(const nlohmann::json& object, std::string where, std::string& mistake)
      : object_(object), where_(std::move(where)), mistake_(mistake) {}

  uint64_t count(const char* name) const {
    const nlohmann::json* value = find(name);
    if (value == nullptr) return 0;
    if (value->is_number_unsigned()) return value->get<uint64_t>();
    return wrong(name, "a whole number"), 0;
  }

  double number(const char* name) const {
    const nlohmann::json* value = find(name);
    if (value == nullptr) return 0;
    if (value->is_number()) return value->get<double>();
    return wrong(name, "a number"), 0;
  }

  bool flag(const char* name) const {
    const nlohmann::json* value = find(name);
    if (value == nullptr) return false;
    if (value->is_boolean()) return value->get<bool>();
    return wrong(name, "true or false"), false;
  }

  std::string text(const char* name) const {
    const nlohmann::json* value = find(name);
    if (value == nullptr) return {};
    if (value->is_string()) return value->get<std::string>();
    return wrong(name, "a text"), std::string();
  }

  /// All of whose fields are absent if there is no such object.
  JsonFields object(const char* name) const {
    static const nlohmann::json empty = nlohmann::json::object();
    const nlohmann::json* value = find(name);
    if (value != nullptr && !value->is_object()) wrong(name, "an object");
    return {value != nullptr && value->is_object() ? *value : empty, where_ + name + ".", mistake_};
  }

  /// Calls `function` with each element.
  template <class Function>
  void list(const char* name, Function function) const {
    const nlohmann::json* value = find(name);
    if (value == nullptr) return;
    if (!value->is_array()) return wrong(name, "a list");
    for (const nlohmann::json& element : *value) function(element);
  }

  /// The same for a list of objects.
  template <class Function>
  void objects(const char* name, Function function) const {
    list(name, [&](const nlohmann::json& element) {
      if (!element.is_object()) return wrong(name, "a list of objects");
      function(JsonFields(element, where_ + name + ".", mistake_));
    });
  }

  /// The same for a list of texts.
  template <class Function>
  void texts(const char* name, Function function) const {
    list(name, [&](const nlohmann::json& element) {
      if (!element.is_string()) return wrong(name, "a list of texts");
      function(element.get<std::string>());
    });
  }

  const nlohmann::json* find(const char* name) const {
    const auto found = object_.find(name);
    return found == object_.end() || found->is_null() ? nullptr : &*found;
  }

  void wrong(const char* name, const char* expected) const {
    if (mistake_.empty()) mistake_ = where_ + name + " is not " + expected;
  }

 private:
  const nlohmann::json& object_;
  std::string where_;
  std::string& mistake_;
};

}  // namespace covolve::campaign
