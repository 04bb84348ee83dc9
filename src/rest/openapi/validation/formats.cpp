#include "rest/openapi/validation/formats.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include "rest/openapi/validation/validator.h"

namespace covolve::rest {

namespace {

struct TextFormat {
  std::string_view name;
  bool (*holds)(std::string_view);
};

constexpr std::array<TextFormat, 20> kTextFormats{{
    {"date-time", isDateTime},
    {"date", isDate},
    {"time", isTime},
    {"duration", isDuration},
    {"email", isEmail},
    {"idn-email", isIdnEmail},
    {"hostname", isHostname},
    {"idn-hostname", isIdnHostname},
    {"ipv4", isIpv4},
    {"ipv6", isIpv6},
    {"uri", isUri},
    {"uri-reference", isUriReference},
    {"iri", isIri},
    {"iri-reference", isIriReference},
    {"uri-template", isUriTemplate},
    {"json-pointer", isJsonPointer},
    {"relative-json-pointer", isRelativeJsonPointer},
    {"regex", isRegex},
    {"uuid", isUuid},
    {"byte", isBase64},
}};

struct IntegerFormat {
  std::string_view name;
  Number least;
  Number greatest;
};

template <class Integer>
constexpr IntegerFormat integerFormat(std::string_view name) {
  return {name, std::numeric_limits<Integer>::min(), std::numeric_limits<Integer>::max()};
}

constexpr std::array<IntegerFormat, 8> kIntegerFormats{{
    integerFormat<int8_t>("int8"),
    integerFormat<int16_t>("int16"),
    integerFormat<int32_t>("int32"),
    integerFormat<int64_t>("int64"),
    integerFormat<uint8_t>("uint8"),
    integerFormat<uint16_t>("uint16"),
    integerFormat<uint32_t>("uint32"),
    integerFormat<uint64_t>("uint64"),
}};

}  // namespace

bool hasFormat(std::string_view text, std::string_view format) {
  const auto* const known = std::ranges::find(kTextFormats, format, &TextFormat::name);
  return known == kTextFormats.end() || known->holds(text);
}

std::optional<std::pair<Number, Number>> rangeOfFormat(std::string_view format) {
  const auto* const known = std::ranges::find(kIntegerFormats, format, &IntegerFormat::name);
  if (known == kIntegerFormats.end()) return std::nullopt;
  return std::pair(known->least, known->greatest);
}

}  // namespace covolve::rest
