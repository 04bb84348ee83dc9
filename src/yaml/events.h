// What a YAML text says, event by event: the one place that knows yaml-cpp. Trees
// are made from it by those who want them (tree.h; the nodes of OpenAPI documents).
//
// Easy to get wrong: the parser ignores what follows the first document, and takes
// some control characters for the end of the text. Both are mistakes here.
#pragma once

#include <cstddef>
#include <string>

namespace covolve::yaml {

/// Ends parsing; thrown by handlers and by parseEvents, and caught before it leaves the reader of a document.
struct Mistake {
  size_t line = 0;  // from 1; 0: not known, where the parser stands
  std::string sentence;
};

/// Stands for a value that aliases repeat; 0 for none.
using Anchor = size_t;

struct Scalar {
  const std::string& text;
  const std::string& tag;  // "?" for a plain one, "!" for one in quotes, otherwise as written
};

class EventHandler {
 public:
  virtual ~EventHandler() = default;

  /// Nothing, null or ~.
  virtual void null(size_t line, Anchor anchor) = 0;
  virtual void scalar(size_t line, const Scalar& scalar, Anchor anchor) = 0;
  virtual void alias(size_t line, Anchor anchor) = 0;
  virtual void beginList(size_t line, Anchor anchor) = 0;
  virtual void beginMapping(size_t line, Anchor anchor) = 0;
  /// Of the list or mapping that began last.
  virtual void end() = 0;
};

/// The one document of the text. Throws a Mistake where it is none.
void parseEvents(const std::string& text, EventHandler& handler);

}  // namespace covolve::yaml
