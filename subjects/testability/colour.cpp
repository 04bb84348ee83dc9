// Colours as style sheets write them.
//
// What makes it hard: five notations that must be right to the last character, read by strtoul and sscanf, in
// any case; a sorted table of names; and decisions on the colour behind all of them.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <strings.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

namespace testability::colours {

struct Colour {
  int red = 0;
  int green = 0;
  int blue = 0;
  double opacity = 1;
};

enum class Contrast { Unreadable, OnWhite, OnBlack, Invisible };

/// The parts are private: each relies on what those before it have checked.
class ColourReader {
 public:
  static std::optional<Colour> parse(const std::string& text) {
    if (text.starts_with('#')) return fromDigits(text.substr(1));
    if (strncasecmp(text.c_str(), "rgb", 3) == 0 && text.find('(') != std::string::npos) {
      const std::size_t parenthesis = text.find('(');
      if (parenthesis != 3 && (parenthesis != 4 || std::tolower(static_cast<unsigned char>(text[3])) != 'a'))
        return std::nullopt;
      return fromFunction(text);
    }
    return fromName(text);
  }

  /// On which background is text of this colour readable? Throws std::bad_optional_access if it is none.
  static Contrast contrastOf(const std::string& text) {
    const Colour colour = parse(text).value();
    if (colour.opacity == 0) return Contrast::Invisible;
    const double brightness =
        (0.299 * colour.red + 0.587 * colour.green + 0.114 * colour.blue) * colour.opacity;
    if (brightness < 110) return Contrast::OnWhite;
    if (brightness > 140) return Contrast::OnBlack;
    return Contrast::Unreadable;
  }

 private:
  struct Name {
    std::string_view name;
    unsigned long value;
  };

  static constexpr std::array<Name, 16> kNames{{
      {"aqua", 0x00ffff},
      {"black", 0x000000},
      {"blue", 0x0000ff},
      {"fuchsia", 0xff00ff},
      {"gray", 0x808080},
      {"green", 0x008000},
      {"lime", 0x00ff00},
      {"maroon", 0x800000},
      {"navy", 0x000080},
      {"olive", 0x808000},
      {"purple", 0x800080},
      {"red", 0xff0000},
      {"silver", 0xc0c0c0},
      {"teal", 0x008080},
      {"white", 0xffffff},
      {"yellow", 0xffff00},
  }};

  static Colour fromNumber(unsigned long value) {
    return {static_cast<int>(value >> 16 & 0xff), static_cast<int>(value >> 8 & 0xff),
            static_cast<int>(value & 0xff), 1};
  }

  /// #rgb, #rrggbb or #rrggbbaa.
  static std::optional<Colour> fromDigits(const std::string& digits) {
    if (digits.find_first_not_of("0123456789abcdefABCDEF") != std::string::npos) return std::nullopt;
    const unsigned long value = std::strtoul(digits.c_str(), nullptr, 16);
    switch (digits.size()) {
      case 3:
        return Colour{static_cast<int>(value >> 8 & 0xf) * 17, static_cast<int>(value >> 4 & 0xf) * 17,
                      static_cast<int>(value & 0xf) * 17, 1};
      case 6:
        return fromNumber(value);
      case 8: {
        Colour colour = fromNumber(value >> 8);
        colour.opacity = static_cast<double>(value & 0xff) / 255;
        return colour;
      }
      default:
        return std::nullopt;
    }
  }

  static bool isChannel(int value) { return value >= 0 && value <= 255; }

  /// rgb(255, 128, 0), rgb(100%, 50%, 0%) or rgba(255, 128, 0, 0.5).
  static std::optional<Colour> fromFunction(const std::string& text) {
    Colour colour;
    int end = 0;
    if (strncasecmp(text.c_str(), "rgba(", 5) == 0) {
      const int read = std::sscanf(text.c_str() + 5, "%3d ,%3d ,%3d ,%8lf )%n", &colour.red, &colour.green,
                                   &colour.blue, &colour.opacity, &end);
      if (read != 4 || !(colour.opacity >= 0 && colour.opacity <= 1)) return std::nullopt;  // not NaN, either
      end += 5;
    } else {
      const char* arguments = text.c_str() + 4;
      if (std::sscanf(arguments, "%3d%% ,%3d%% ,%3d%% )%n", &colour.red, &colour.green, &colour.blue, &end) ==
              3 &&
          end > 0) {
        for (int* channel : {&colour.red, &colour.green, &colour.blue}) {
          if (*channel > 100) return std::nullopt;
          *channel = *channel * 255 / 100;
        }
      } else if (std::sscanf(arguments, "%3d ,%3d ,%3d )%n", &colour.red, &colour.green, &colour.blue,
                             &end) != 3) {
        return std::nullopt;
      }
      end += 4;
    }
    if (static_cast<std::size_t>(end) != text.size()) return std::nullopt;
    if (!isChannel(colour.red) || !isChannel(colour.green) || !isChannel(colour.blue)) return std::nullopt;
    return colour;
  }

  static std::optional<Colour> fromName(std::string name) {
    for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (name == "transparent") return Colour{0, 0, 0, 0};
    const auto found =
        std::lower_bound(kNames.begin(), kNames.end(), name,
                         [](const Name& one, const std::string& other) { return one.name < other; });
    if (found == kNames.end() || found->name != name) return std::nullopt;
    return fromNumber(found->value);
  }
};

}  // namespace testability::colours
