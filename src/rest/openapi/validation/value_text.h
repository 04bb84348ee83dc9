// Values, types and places in the words of messages. Whatever the value, the
// text is short.
#pragma once

#include <string>
#include <vector>

#include "rest/openapi/schema.h"

namespace covolve::rest {

/// `"cat"`, 3, null; arrays and objects by their kind only.
std::string shortText(const Json& value);
std::string shortText(const std::string& text);
std::string shortText(Number number);

/// `"cat", "dog"`; the first few, and how many more there are.
std::string shortList(const std::vector<Json>& values);

/// Bits of Schema::Type: "a string or null".
std::string typeText(uint8_t types);

/// "1 item", "2 items".
std::string countText(uint64_t count, const char* singular, const char* plural);

/// Where a value stands, as a chain on the stack: it becomes a text only in a message.
struct Place {
  const Place* parent = nullptr;      // null: the whole value
  const std::string* name = nullptr;  // of a member; null: an item
  size_t index = 0;

  /// A JSON pointer.
  std::string pointer() const;
};

}  // namespace covolve::rest
