#include "value_text.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

#include "gene/draw.h"

namespace covolve::gene {

namespace {

using Kind = Value::Kind;

constexpr int kDeepest = 200;

void printText(std::string& out, std::string_view text) {
  out += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c >= ' ' && c <= '~') {
      out += c;
    } else {
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    }
  }
  out += '"';
}

std::string printFloat(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  std::string text = fmt::format("{}", value);  // the shortest that reads back
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

void print(std::string& out, const Value& value);

void printRow(std::string& out, const Value& value, char open, char close) {
  out += open;
  for (size_t i = 0; i < value.children.size(); ++i) {
    if (i > 0) out += ", ";
    print(out, value.children[i]);
  }
  out += close;
}

void print(std::string& out, const Value& value) {
  switch (value.kind) {
    case Kind::Opaque:
      out += '?';
      break;
    case Kind::Boolean:
      out += value.integer != 0 ? "true" : "false";
      break;
    case Kind::Integer:
      out += decimalText(value.integer);
      break;
    case Kind::Floating:
      out += printFloat(value.floating);
      break;
    case Kind::Text:
      printText(out, value.text);
      break;
    case Kind::List:
      printRow(out, value, '[', ']');
      break;
    case Kind::Absent:
      out += "none";
      break;
    case Kind::Present:
      out += "some";
      if (!value.children.empty()) {
        out += ' ';
        print(out, value.children[0]);
      }
      break;
    case Kind::Reference:
      out += '#' + decimalText(value.integer);
      break;
    case Kind::Null:
      out += "null";
      break;
    case Kind::Object:
      printRow(out, value, '{', '}');
      break;
    case Kind::Field:
      printText(out, value.text);
      out += ": ";
      if (!value.children.empty()) print(out, value.children[0]);
      break;
  }
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Result<Value> parse() {
    auto value = parseNested(0);
    skipBlanks();
    if (value && position_ != text_.size()) fail("something follows the value");
    if (!problem_.empty())
      return userError(fmt::format("Not a value: at character {}, {}.", position_, problem_));
    return std::move(*value);
  }

 private:
  std::optional<Value> fail(std::string_view problem) {
    if (problem_.empty()) problem_ = problem;
    return std::nullopt;
  }

  void skipBlanks() {
    while (position_ < text_.size() && (text_[position_] == ' ' || text_[position_] == '\n')) ++position_;
  }

  bool take(std::string_view word) {
    if (!text_.substr(position_).starts_with(word)) return false;
    position_ += word.size();
    return true;
  }

  bool startsValue() {
    const size_t before = position_;
    skipBlanks();
    const bool starts =
        position_ < text_.size() && std::string_view(",]}").find(text_[position_]) == std::string_view::npos;
    if (!starts) position_ = before;
    return starts;
  }

  std::optional<Value> parseNested(int depth) {
    if (depth > kDeepest) return fail("it is nested too deeply");
    skipBlanks();
    if (position_ == text_.size()) return fail("a value is missing");
    switch (text_[position_]) {
      case '"': {
        auto text = parseText();
        if (!text) return std::nullopt;
        return Value::string(std::move(*text));
      }
      case '[':
        return parseRow(Value::list({}), ']', depth);
      case '{':
        return parseRow(Value::object({}), '}', depth);
      case '#':
        ++position_;
        return parseNumber(Kind::Reference);
      default:
        break;
    }
    if (take("?")) return Value{};
    if (take("true")) return Value::boolean(true);
    if (take("false")) return Value::boolean(false);
    if (take("none")) return Value::absent();
    if (take("null")) return Value::null();
    if (take("nan")) return Value::real(std::numeric_limits<double>::quiet_NaN());
    if (take("inf")) return Value::real(std::numeric_limits<double>::infinity());
    if (take("-inf")) return Value::real(-std::numeric_limits<double>::infinity());
    if (take("some")) return parsePresent(depth);
    return parseNumber(Kind::Integer);
  }

  std::optional<Value> parsePresent(int depth) {
    Value present;
    present.kind = Kind::Present;
    if (!startsValue()) return present;
    auto held = parseNested(depth + 1);
    if (!held) return std::nullopt;
    present.children.push_back(std::move(*held));
    return present;
  }

  std::optional<Value> parseRow(Value row, char close, int depth) {
    ++position_;
    skipBlanks();
    if (take({&close, 1})) return row;
    while (true) {
      auto child = row.kind == Kind::Object ? parseField(depth + 1) : parseNested(depth + 1);
      if (!child) return std::nullopt;
      row.children.push_back(std::move(*child));
      skipBlanks();
      if (take({&close, 1})) return row;
      if (!take(",")) return fail("a comma or the end of the list is missing");
    }
  }

  std::optional<Value> parseField(int depth) {
    skipBlanks();
    if (position_ == text_.size() || text_[position_] != '"') return fail("the name of a field is missing");
    auto name = parseText();
    if (!name) return std::nullopt;
    skipBlanks();
    if (!take(":")) return fail("a colon is missing");
    auto held = parseNested(depth);
    if (!held) return std::nullopt;
    return Value::field(std::move(*name), std::move(*held));
  }

  std::optional<std::string> parseText() {
    ++position_;
    std::string text;
    while (position_ < text_.size() && text_[position_] != '"') {
      if (text_[position_] != '\\') {
        text += text_[position_++];
        continue;
      }
      const auto character = parseEscape();
      if (!character) return std::nullopt;
      text += *character;
    }
    if (take("\"")) return text;
    fail("the closing quotation mark is missing");
    return std::nullopt;
  }

  std::optional<char> parseEscape() {
    ++position_;
    if (take("\"")) return '"';
    if (take("\\")) return '\\';
    unsigned code = 0;
    const char* first = text_.data() + position_ + 1;
    if (text_.substr(position_).size() >= 3 && text_[position_] == 'x' &&
        std::from_chars(first, first + 2, code, 16).ptr == first + 2) {
      position_ += 3;
      return static_cast<char>(code);
    }
    fail("an escape is neither \\\", \\\\ nor \\xHH");
    return std::nullopt;
  }

  std::optional<Value> parseNumber(Kind kind) {
    const size_t end = std::min(text_.find_first_not_of("+-.0123456789e", position_), text_.size());
    const std::string_view digits = text_.substr(position_, end - position_);
    const bool isFloat = digits.find_first_of(".e") != std::string_view::npos;
    const auto value = isFloat && kind == Kind::Integer ? floating(digits) : integer(digits, kind);
    if (!value) return fail("a value was expected");
    position_ = end;
    return value;
  }

  static std::optional<Value> floating(std::string_view digits) {
    double value = 0;
    const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || stop != digits.data() + digits.size()) return std::nullopt;
    return Value::real(value);
  }

  static std::optional<Value> integer(std::string_view digits, Kind kind) {
    const auto value = readDecimal(digits);
    return value ? std::optional(Value{kind, *value, 0, {}, {}}) : std::nullopt;
  }

  std::string_view text_;
  size_t position_ = 0;
  std::string problem_;
};

}  // namespace

std::string printValue(const Value& value) {
  std::string out;
  print(out, value);
  return out;
}

Result<Value> parseValue(std::string_view text) { return Parser(text).parse(); }

}  // namespace covolve::gene
