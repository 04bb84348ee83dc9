#include "rest/emit/layout.h"

namespace covolve::rest::emit {

namespace {

constexpr size_t kContinuation = 4;  // how far filled lines are indented

std::string newLine(size_t margin) { return "\n" + std::string(margin, ' '); }

std::string withoutTrailingBlanks(std::string text) {
  while (text.ends_with(' ')) text.pop_back();
  return text;
}

size_t lastLineLength(std::string_view text, size_t column) {
  const size_t newline = text.rfind('\n');
  return newline == std::string_view::npos ? column + text.size() : text.size() - newline - 1;
}

class Setter {
 public:
  explicit Setter(const LayoutStyle& style) : style_(style) {}

  /// `margin` is where the line begins, `column` where the text does; `behind` characters follow it.
  std::string set(const Layout& layout, size_t margin, size_t column, size_t behind) const {
    std::string flat = onOneLine(layout);
    if (layout.items.empty() || column + flat.size() + behind <= style_.width) return flat;
    if (const auto hugging = hugged(layout, margin, column)) return *hugging;
    return layout.spread == Layout::Spread::Filled ? filled(layout, margin, column, behind)
                                                   : oneALine(layout, margin, column);
  }

 private:
  std::optional<std::string> hugged(const Layout& layout, size_t margin, size_t column) const {
    if (!layout.hugsLast || layout.items.back().items.empty() || layout.items.back().tail.empty()) {
      return std::nullopt;
    }
    std::string start = layout.head;
    for (size_t i = 0; i + 1 < layout.items.size(); ++i) {
      start += onOneLine(layout.items[i]) + layout.separator + " ";
    }
    const Layout& last = layout.items.back();
    if (column + start.size() + last.head.size() > style_.width) return std::nullopt;
    return start + oneALine(last, margin, column + start.size()) + layout.tail;
  }

  std::string oneALine(const Layout& layout, size_t margin, size_t column) const {
    // What nothing opens goes on from where it stands.
    const size_t inner = layout.head.empty() ? column : margin + style_.indent;
    const bool hasTrailing = style_.hasTrailingCommas && layout.separator == "," && !layout.tail.empty();
    std::string text = withoutTrailingBlanks(layout.head);
    for (size_t i = 0; i < layout.items.size(); ++i) {
      const bool isLast = i + 1 == layout.items.size();
      const std::string separator = !isLast ? layout.separator : hasTrailing ? "," : "";
      if (i > 0 || !layout.head.empty()) text += newLine(inner);
      text += set(layout.items[i], inner, inner, separator.size()) + separator;
    }
    return layout.tail.empty() ? text : text + newLine(margin) + layout.tail;
  }

  std::string filled(const Layout& layout, size_t margin, size_t column, size_t behind) const {
    const size_t inner = margin + kContinuation;
    std::string text = layout.head;
    for (size_t i = 0; i < layout.items.size(); ++i) {
      const bool isLast = i + 1 == layout.items.size();
      const std::string separator = isLast ? "" : layout.separator;
      const size_t following = isLast ? layout.tail.size() + behind : separator.size();
      const size_t at = lastLineLength(text, column) + (i > 0 ? 1 : 0);
      if (at + onOneLine(layout.items[i]).size() + following <= style_.width) {
        text += (i > 0 ? " " : "") + onOneLine(layout.items[i]) + separator;
      } else {
        text = withoutTrailingBlanks(std::move(text)) + newLine(inner);
        text += set(layout.items[i], inner, inner, following) + separator;
      }
    }
    return text + layout.tail;
  }

  const LayoutStyle& style_;
};

}  // namespace

std::string onOneLine(const Layout& layout) {
  if (layout.whole) return *layout.whole;
  std::string text = layout.head;
  if (!layout.items.empty()) text += layout.padding;
  for (size_t i = 0; i < layout.items.size(); ++i) {
    if (i > 0) text += layout.separator + " ";
    text += onOneLine(layout.items[i]);
  }
  if (!layout.items.empty()) text += layout.padding;
  return text + layout.tail;
}

Layout wrapped(std::string_view before, Layout layout, std::string_view behind) {
  layout.head.insert(0, before);
  if (layout.whole) layout.whole = std::string(before) + *layout.whole + std::string(behind);
  if (layout.items.empty() || !layout.tail.empty()) {
    layout.tail += behind;
  } else if (!behind.empty()) {
    layout.items.back() = wrapped("", std::move(layout.items.back()), behind);
  }
  return layout;
}

std::string laidOut(const Layout& layout, const LayoutStyle& style, size_t margin) {
  return Setter(style).set(layout, margin, margin, 0);
}

}  // namespace covolve::rest::emit
