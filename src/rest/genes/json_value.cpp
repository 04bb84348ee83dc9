#include "rest/genes/json_value.h"

#include <cmath>

#include "base/json_pointer.h"
#include "rest/genes/gene_factory.h"

namespace covolve::rest {

namespace {

Json toNumber(__int128 value) {
  if (value >= INT64_MIN && value <= INT64_MAX) return static_cast<int64_t>(value);
  if (value > 0 && value <= static_cast<__int128>(UINT64_MAX)) return static_cast<uint64_t>(value);
  return static_cast<double>(value);
}

/// Keeps a stack of arrays and objects that still expect elements; the way down the stack is the pointer.
class JsonBuilder final : public gene::ValueSink {
 public:
  explicit JsonBuilder(const Resolve& resolve) : resolve_(resolve) {}

  void boolean(bool value) override { add(value); }
  void integer(__int128 value, unsigned) override { add(toNumber(value)); }
  /// JSON has no infinities; the genes of schemas do not give any.
  void floating(double value) override { add(std::isfinite(value) ? value : 0.0); }
  void text(std::string_view bytes) override { add(std::string(bytes)); }
  void list(size_t count, bool) override { open(Json::array(), count); }
  void absent() override { add(nullptr); }
  void present() override {}
  void reference(uint32_t action) override {
    auto value = resolve_ ? resolve_(action, pointer()) : std::nullopt;
    add(value ? std::move(*value) : Json());
  }
  void null() override { add(nullptr); }
  void object(size_t count) override { open(Json::object(), count); }
  void field(std::string_view name) override { open_.back().field = name; }

  Json take() { return std::move(result_); }

 private:
  struct Open {
    Json value;
    size_t missing;
    std::string field;  // of an object: the one that comes next
  };

  void open(Json value, size_t count) {
    if (count == 0) return add(std::move(value));
    open_.push_back({std::move(value), count, {}});
  }

  void add(Json value) {
    while (!open_.empty()) {
      Open& holder = open_.back();
      if (holder.value.is_object()) {
        holder.value[holder.field] = std::move(value);
      } else {
        holder.value.push_back(std::move(value));
      }
      if (--holder.missing > 0) return;
      value = std::move(holder.value);
      open_.pop_back();
    }
    result_ = std::move(value);
  }

  std::string pointer() const {
    std::string text;
    for (const Open& holder : open_) {
      text = pointerTo(std::move(text),
                       holder.value.is_object() ? holder.field : std::to_string(holder.value.size()));
    }
    return text;
  }

  const Resolve& resolve_;
  std::vector<Open> open_;
  Json result_;
};

}  // namespace

Value toValue(const Json& json) {
  switch (json.type()) {
    case Json::value_t::boolean:
      return Value::boolean(json.get<bool>());
    case Json::value_t::number_integer:
      return Value::number(json.get<int64_t>());
    case Json::value_t::number_unsigned:
      return Value::number(json.get<uint64_t>());
    case Json::value_t::number_float:
      return Value::real(json.get<double>());
    case Json::value_t::string:
      return Value::string(json.get_ref<const std::string&>());
    case Json::value_t::array: {
      Value list = Value::list({});
      for (const Json& element : json) list.children.push_back(toValue(element));
      return list;
    }
    case Json::value_t::object: {
      Value object = Value::object({});
      for (const auto& [name, member] : json.items()) {
        object.children.push_back(Value::field(name, toValue(member)));
      }
      return object;
    }
    default:
      return Value::null();
  }
}

Json jsonOf(const gene::Gene& gene, const Resolve& resolve) {
  JsonBuilder builder(resolve);
  gene.write(builder);
  return builder.take();
}

}  // namespace covolve::rest
