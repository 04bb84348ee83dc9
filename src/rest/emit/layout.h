// Source text that stands on one line where it fits and is spread over several
// where it does not: lists in brackets, calls, long texts in pieces.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace covolve::rest::emit {

struct Layout {
  enum class Spread {
    OneALine,  // each item on a line of its own
    Filled,    // as many on a line as fit; the tail follows the last
  };

  std::string head;           // all of a leaf, or what opens a list
  std::vector<Layout> items;  // none: a leaf
  std::string tail;           // what closes a list; empty: nothing does
  std::string separator = ",";
  std::string padding = {};               // inside the brackets of a list on one line
  std::optional<std::string> whole = {};  // how it reads on one line; none: head, items, tail
  Spread spread = Spread::OneALine;
  /// A last item that is a list itself may open on the first line: send("POST", "/pets", {
  bool hugsLast = false;

  static Layout leaf(std::string text) { return {std::move(text), {}, {}}; }
};

struct LayoutStyle {
  size_t indent = 2;
  size_t width = 100;
  bool hasTrailingCommas = false;
};

std::string onOneLine(const Layout& layout);

/// The same with something directly before and behind it.
Layout wrapped(std::string_view before, Layout layout, std::string_view behind = {});

/// The text, beginning at `margin`, which its first line does not repeat.
std::string laidOut(const Layout& layout, const LayoutStyle& style, size_t margin);

}  // namespace covolve::rest::emit
