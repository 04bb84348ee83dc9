// How large is a box on a page, and is it painted? After the box model of style sheets.
//
// What makes it hard: a structure of fifteen members, among them arrays of four and sizes
// that may be missing; which of them count depends on others.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <utility>

namespace wide {

enum class Display { None, Block, Inline, InlineBlock, Flex };
enum class Position { Static, Relative, Absolute, Fixed };
enum class Overflow { Visible, Hidden, Scroll };

/// Sides are top, right, bottom, left; sizes are pixels.
struct BoxStyle {
  Display display = Display::Block;
  Position position = Position::Static;
  Overflow overflow = Overflow::Visible;
  bool countsBorder = false;  // box-sizing: border-box
  std::optional<int> width;
  std::optional<int> height;
  std::optional<int> minimumWidth;
  std::optional<int> maximumWidth;
  std::array<int, 4> margin{};
  std::array<int, 4> border{};
  std::array<int, 4> padding{};
  std::optional<int> left;
  std::optional<int> right;
  std::array<std::uint8_t, 4> background{};  // red, green, blue, alpha
  float opacity = 1;
};

enum class Painting { Nothing, Transparent, Blended, Opaque };

namespace {

constexpr int kLargest = 100'000;

bool isSize(const std::optional<int>& size) { return !size || (*size >= 0 && *size <= kLargest); }

void check(const BoxStyle& style) {
  if (!isSize(style.width) || !isSize(style.height)) throw std::out_of_range("not a size");
  if (!isSize(style.minimumWidth) || !isSize(style.maximumWidth)) throw std::out_of_range("not a limit");
  for (std::size_t side = 0; side < 4; ++side) {
    if (style.border[side] < 0 || style.border[side] > 100) throw std::out_of_range("not a border");
    if (style.padding[side] < 0 || style.padding[side] > 1'000) throw std::out_of_range("not a padding");
    if (style.margin[side] < -1'000 || style.margin[side] > 1'000) throw std::out_of_range("not a margin");
  }
  if (!isSize(style.left) || !isSize(style.right)) throw std::out_of_range("not an offset");
}

}  // namespace

/// Width and height with border, padding and margin. Throws std::out_of_range for what no page can have.
std::pair<int, int> outerSize(const BoxStyle& style, int containerWidth, int contentWidth,
                              int contentHeight) {
  check(style);
  if (containerWidth < 0 || containerWidth > kLargest) throw std::out_of_range("not a container");
  if (contentWidth < 0 || contentWidth > kLargest || contentHeight < 0 || contentHeight > kLargest) {
    throw std::out_of_range("not a content");
  }
  if (style.display == Display::None) return {0, 0};

  const int edgesAcross = style.border[1] + style.border[3] + style.padding[1] + style.padding[3];
  const int edgesDown = style.border[0] + style.border[2] + style.padding[0] + style.padding[2];
  const bool isOutOfFlow = style.position == Position::Absolute || style.position == Position::Fixed;
  const bool isInline = style.display == Display::Inline && !isOutOfFlow;

  int width = contentWidth + edgesAcross;
  if (isInline) {
    // What flows with the text ignores its width, and its vertical margins.
    return {width + style.margin[1] + style.margin[3], contentHeight + edgesDown};
  }
  if (style.width) {
    width = style.countsBorder ? std::max(*style.width, edgesAcross) : *style.width + edgesAcross;
  } else if (isOutOfFlow && style.left && style.right) {
    width = std::max(edgesAcross, containerWidth - *style.left - *style.right);
  } else if (!isOutOfFlow && style.display != Display::InlineBlock) {
    width = std::max(edgesAcross, containerWidth - style.margin[1] - style.margin[3]);
  }
  // A minimum wins over a maximum.
  if (style.maximumWidth && width > *style.maximumWidth) width = *style.maximumWidth;
  if (style.minimumWidth && width < *style.minimumWidth) width = *style.minimumWidth;

  int height = contentHeight + edgesDown;
  if (style.height) {
    height = style.countsBorder ? std::max(*style.height, edgesDown) : *style.height + edgesDown;
    const bool overflows = contentHeight + edgesDown > height;
    if (overflows && style.overflow == Overflow::Scroll) width += 15;
  }
  return {width + style.margin[1] + style.margin[3], height + style.margin[0] + style.margin[2]};
}

Painting painting(const BoxStyle& style) {
  if (!(style.opacity >= 0 && style.opacity <= 1)) throw std::out_of_range("not an opacity");
  if (style.display == Display::None || style.opacity == 0) return Painting::Nothing;
  const auto [red, green, blue, alpha] = style.background;
  const bool hasBorder =
      std::any_of(style.border.begin(), style.border.end(), [](int side) { return side > 0; });
  if (alpha == 0) {
    // A colour that nobody sees is most likely a mistake.
    if (red != 0 || green != 0 || blue != 0) throw std::invalid_argument("an invisible colour");
    return hasBorder ? Painting::Blended : Painting::Transparent;
  }
  if (alpha == 255 && style.opacity == 1) return Painting::Opaque;
  return Painting::Blended;
}

}  // namespace wide
