// Texts and numbers of a document that are worth trying anywhere.
#include <cmath>
#include <set>

#include "rest/genes/gene_factory.h"
#include "rest/genes/schema_walk.h"

namespace covolve::rest {

namespace {

constexpr size_t kMostSchemas = 20'000;
constexpr size_t kMostTexts = 400;
constexpr size_t kMostNumbers = 200;
constexpr size_t kLongestText = 100;

class Collector {
 public:
  explicit Collector(gene::Constants& constants) : constants_(constants) {}

  void visit(const Schema* root) {
    std::vector<const Schema*> open{root};
    for (size_t i = 0; i < open.size() && seen_.size() < kMostSchemas; ++i) {
      const Schema* schema = open[i];
      if (!seen_.insert(schema).second) continue;
      addAll(*schema);
      appendParts(*schema, open);
    }
  }

 private:
  void addAll(const Schema& schema) {
    if (schema.values) {
      for (const Json& value : *schema.values) add(value);
    }
    for (const Json& example : schema.examples) add(example);
    if (schema.default_) add(*schema.default_);
    for (const auto* bound :
         {&schema.minimum, &schema.maximum, &schema.exclusiveMinimum, &schema.exclusiveMaximum}) {
      if (*bound) addNumber(static_cast<double>(**bound));
    }
  }

  void add(const Json& value) {
    if (value.is_string()) {
      const auto& text = value.get_ref<const std::string&>();
      if (text.size() <= kLongestText && constants_.texts.size() < kMostTexts)
        constants_.texts.addFixed(text);
    } else if (value.is_number_unsigned()) {
      addInteger(value.get<uint64_t>());
    } else if (value.is_number_integer()) {
      addInteger(value.get<int64_t>());
    } else if (value.is_number_float()) {
      addNumber(value.get<double>());
    } else if (value.is_structured()) {
      for (const Json& part : value) add(part);
    }
  }

  void addNumber(double value) {
    if (!std::isfinite(value)) return;
    if (std::trunc(value) == value && std::fabs(value) < 0x1p63) {
      addInteger(static_cast<__int128>(value));
    } else if (constants_.floats.size() < kMostNumbers) {
      constants_.floats.addFixed(value);
    }
  }

  void addInteger(__int128 value) {
    if (constants_.integers.size() < kMostNumbers) constants_.integers.addFixed(value);
  }

  gene::Constants& constants_;
  std::set<const Schema*> seen_;
};

}  // namespace

void addConstants(const Schema& schema, gene::Constants& constants) { Collector(constants).visit(&schema); }

}  // namespace covolve::rest
