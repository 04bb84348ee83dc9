#include "random_program.h"

#include <fmt/format.h>

#include <array>
#include <cstring>

namespace covolve::unit {

namespace {

struct Kind {
  const char* name;
  bool isFloating;
  bool isSigned;
  unsigned bits;
};

constexpr std::array<Kind, 10> kKinds = {{{"int8_t", false, true, 8},
                                          {"uint8_t", false, false, 8},
                                          {"int16_t", false, true, 16},
                                          {"uint16_t", false, false, 16},
                                          {"int32_t", false, true, 32},
                                          {"uint32_t", false, false, 32},
                                          {"int64_t", false, true, 64},
                                          {"uint64_t", false, false, 64},
                                          {"float", true, true, 32},
                                          {"double", true, true, 64}}};
constexpr size_t kIntegers = 8;

class Generator {
 public:
  Generator(const std::string& name, std::mt19937_64& random) : random_(random) {
    text_ = fmt::format("void {}(", name);
    for (size_t i = 0; i < kKinds.size(); ++i) {
      text_ += fmt::format("{}{} p{}", i == 0 ? "" : ", ", kKinds[i].name, i);
      variables_.push_back({fmt::format("p{}", i), i});
    }
    text_ += ") {\n  unsigned char memory[64] = {};\n  uint32_t words[8] = {};\n";
  }

  std::string make() {
    const size_t statements = 6 + below(10);
    for (size_t i = 0; i < statements; ++i) statement(0);
    return text_ + "}\n";
  }

 private:
  struct Variable {
    std::string name;
    size_t kind;
  };

  size_t below(size_t bound) { return random_() % bound; }

  /// A variable of the kind, or any converted to it.
  std::string value(size_t kind) {
    const Variable& variable = variables_[below(variables_.size())];
    if (below(6) == 0) return fmt::format("{}({})", kKinds[kind].name, constant());
    if (variable.kind == kind) return variable.name;
    return converted(variable.name, variable.kind, kind);
  }

  std::string constant() {
    static constexpr const char* kConstants[] = {"0", "1", "2", "3", "7", "10", "31", "100", "127", "-1"};
    return kConstants[below(std::size(kConstants))];
  }

  /// A float that the integer cannot hold has no value there.
  static std::string converted(const std::string& name, size_t from, size_t to) {
    const Kind& target = kKinds[to];
    if (kKinds[from].isFloating && !target.isFloating) {
      const double most = target.bits == 8 ? 100 : target.bits == 16 ? 30'000 : 2'000'000'000;
      return fmt::format("({0} > {1} && {0} < {2} ? {3}({0}) : {3}(5))", name, target.isSigned ? -most : 0,
                         most, target.name);
    }
    return fmt::format("{}({})", target.name, name);
  }

  std::string integerExpression(size_t kind) {
    const std::string name = kKinds[kind].name;
    const std::string a = value(kind);
    const std::string b = value(kind);
    const unsigned bits = kKinds[kind].bits;
    switch (below(16)) {
      case 0:
        return fmt::format("{}({} + {})", name, a, b);
      case 1:
        return fmt::format("{}({} - {})", name, a, b);
      case 2:
        return fmt::format("{}({} * {})", name, a, b);
      case 3:
        return fmt::format("({1} == 0 || {1} == {2}(-1) ? {0} : {2}({0} / {1}))", a, b, name);
      case 4:
        return fmt::format("({1} == 0 || {1} == {2}(-1) ? {0} : {2}({0} % {1}))", a, b, name);
      case 5:
        return fmt::format("{}({} & {})", name, a, b);
      case 6:
        return fmt::format("{}({} | {})", name, a, b);
      case 7:
        return fmt::format("{}({} ^ {})", name, a, b);
      case 8:
        return fmt::format("{}({} << ({} & {}))", name, a, b, bits - 1);
      case 9:
        return fmt::format("{}({} >> ({} & {}))", name, a, b, bits - 1);
      case 10:
        return fmt::format("{}(~{})", name, a);
      case 11:
        return fmt::format("({} < {} ? {} : {})", a, b, value(kind), value(kind));
      case 12:
        return fmt::format("{}(std::max({}, {}))", name, a, b);
      case 13:
        return fmt::format("{}(__builtin_bswap32(uint32_t({})) + __builtin_popcount(uint32_t({})))", name, a,
                           b);
      case 14:
        return fmt::format("{}(__builtin_add_overflow({}, {}, &words[0]) ? 1 : 2)", name, a, b);
      default:
        return fmt::format("{}(same<{}>({}) + {})", name, name, a, b);
    }
  }

  std::string floatExpression(size_t kind) {
    const std::string name = kKinds[kind].name;
    const std::string a = value(kind);
    const std::string b = value(kind);
    switch (below(8)) {
      case 0:
        return fmt::format("{} + {}", a, b);
      case 1:
        return fmt::format("{} - {}", a, b);
      case 2:
        return fmt::format("{} * {}", a, b);
      case 3:
        return fmt::format("{} / {}", a, b);
      case 4:
        return fmt::format("{}(std::fabs({}) + std::sqrt(std::fabs({})))", name, a, b);
      case 5:
        return fmt::format("({} < {} ? {} : -{})", a, b, a, b);
      case 6:
        return fmt::format("{}(std::floor({}) + {})", name, a, b);
      default:
        return fmt::format("(std::isnan({0}) ? {1}(1) : {0})", a, name);
    }
  }

  void statement(int depth) {
    const std::string indent(2 + 2 * static_cast<size_t>(depth), ' ');
    switch (depth < 2 ? below(10) : 9) {
      case 0: {
        const size_t kind = below(kIntegers);
        block(fmt::format("{}if ({} < {}) {{\n", indent, value(kind), value(kind)), depth, indent);
        return;
      }
      case 1:
        block(fmt::format("{}for (int i{} = 0; i{} < ({} & 3); ++i{}) {{\n", indent, depth, depth, value(4),
                          depth),
              depth, indent);
        return;
      case 2: {
        text_ += fmt::format("{}switch ({} & 7) {{\n{}  case 1: words[1] += 5; break;\n", indent, value(5),
                             indent);
        text_ += fmt::format("{}  case 4: words[2] ^= {}; break;\n{}  default: words[3] = {};\n{}}}\n",
                             indent, value(5), indent, value(5), indent);
        return;
      }
      case 3: {  // bytes of one thing become another
        const size_t kind = below(kKinds.size());
        const std::string temporary = fresh();
        text_ += fmt::format("{}{} {} = {};\n", indent, kKinds[kind].name, temporary, value(kind));
        text_ += fmt::format("{}std::memcpy(memory + {}, &{}, sizeof {});\n", indent, below(48), temporary,
                             temporary);
        return;
      }
      case 4:
        text_ += fmt::format("{}memory[{} & 63] = {};\n", indent, value(5), value(1));
        return;
      case 5:
        text_ += fmt::format("{}words[{} & 7] = {};\n", indent, value(5), value(5));
        return;
      case 6:
        return define(below(kIntegers), depth, indent, [&](size_t kind) {
          return fmt::format("{}(words[{} & 7] + memory[{}])", kKinds[kind].name, value(5), below(64));
        });
      case 7:
        return define(below(kIntegers), depth, indent, [&](size_t kind) {
          return fmt::format("read<{}>(memory + {})", kKinds[kind].name, below(48));
        });
      default:
        return define(below(kKinds.size()), depth, indent, [&](size_t kind) {
          return kKinds[kind].isFloating ? floatExpression(kind) : integerExpression(kind);
        });
    }
  }

  void block(const std::string& head, int depth, const std::string& indent) {
    text_ += head;
    const size_t known = variables_.size();
    for (size_t i = 0; i < 1 + below(3); ++i) statement(depth + 1);
    variables_.resize(known);  // what is defined within is not known behind
    text_ += indent + "}\n";
  }

  template <class Make>
  void define(size_t kind, int, const std::string& indent, Make make) {
    const std::string name = fresh();
    text_ += fmt::format("{}{} {} = {};\n{}witness({});\n", indent, kKinds[kind].name, name, make(kind),
                         indent, name);
    variables_.push_back({name, kind});
  }

  std::string fresh() { return fmt::format("v{}", next_++); }

  std::mt19937_64& random_;
  std::string text_;
  std::vector<Variable> variables_;
  size_t next_ = 0;
};

}  // namespace

std::string randomProgramBeginning() {
  return R"(#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>
template <class T> __attribute__((noinline)) static T same(T value) { return value; }
template <class T> static T read(const unsigned char* from) { T value; std::memcpy(&value, from, sizeof value); return value; }
static int agreed = 0;
template <class T> static inline void witness(T value) {
  if constexpr (std::is_floating_point_v<T>) {
    if (!(value == value)) return;  // which of the patterns that are no number is open
    std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t> bits;
    std::memcpy(&bits, &value, sizeof bits);
    witness(bits);
  } else {
    T executed = value;
    __asm__ volatile("" : "+r"(executed));
    if (value == executed) ++agreed;
  }
}
)";
}

std::string randomFunction(const std::string& name, std::mt19937_64& random) {
  return Generator(name, random).make();
}

std::vector<Value> randomArguments(std::mt19937_64& random) {
  std::vector<Value> arguments;
  for (const Kind& kind : kKinds) {
    if (kind.isFloating) {
      double number = static_cast<double>(static_cast<int64_t>(random()) >> (random() % 63)) / 8;
      if (random() % 4 == 0) number = static_cast<double>(random() % 20) - 10;
      arguments.push_back(
          Value::real(kind.bits == 32 ? static_cast<double>(static_cast<float>(number)) : number));
      continue;
    }
    uint64_t bits = random();
    if (random() % 2 == 0) bits = random() % 16;
    if (random() % 6 == 0) bits = ~uint64_t{0} >> (random() % 8);
    const unsigned unused = 64 - kind.bits;
    arguments.push_back(Value::number(kind.isSigned ? static_cast<int64_t>(bits << unused) >> unused
                                                    : static_cast<__int128>(bits << unused >> unused)));
  }
  return arguments;
}

}  // namespace covolve::unit
