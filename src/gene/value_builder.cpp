#include "gene/value_builder.h"

#include <cassert>

namespace covolve::gene {

namespace {

/// Keeps a stack of values that still expect children.
class ValueBuilder final : public ValueSink {
 public:
  void boolean(bool value) override { add(Value::boolean(value)); }
  void integer(__int128 value, unsigned) override { add(Value::number(value)); }
  void floating(double value) override { add(Value::real(value)); }
  void text(std::string_view bytes) override { add(Value::string(std::string(bytes))); }
  void absent() override { add(Value::absent()); }
  void reference(uint32_t action) override { add(Value::reference(action)); }
  void list(size_t count, bool) override { open(Value::list({}), count); }
  void present() override {
    Value holder;
    holder.kind = Value::Kind::Present;
    open(std::move(holder), 1);
  }
  void null() override { add(Value::null()); }
  void object(size_t count) override { open(Value::object({}), count); }
  void field(std::string_view name) override {
    Value field;
    field.kind = Value::Kind::Field;
    field.text = name;
    open(std::move(field), 1);
  }

  Value take() {
    assert(open_.empty());
    return std::move(result_);
  }

 private:
  struct Open {
    Value value;
    size_t missing;
  };

  void open(Value value, size_t count) {
    if (count == 0) return add(std::move(value));
    open_.push_back({std::move(value), count});
  }

  void add(Value value) {
    while (!open_.empty()) {
      open_.back().value.children.push_back(std::move(value));
      if (--open_.back().missing > 0) return;
      value = std::move(open_.back().value);
      open_.pop_back();
    }
    result_ = std::move(value);
  }

  std::vector<Open> open_;
  Value result_;
};

}  // namespace

Value valueOf(const Gene& gene) {
  ValueBuilder builder;
  gene.write(builder);
  return builder.take();
}

void writeValue(const Value& value, ValueSink& sink) {
  switch (value.kind) {
    case Value::Kind::Opaque:
    case Value::Kind::Absent:
      return sink.absent();
    case Value::Kind::Boolean:
      return sink.boolean(value.integer != 0);
    case Value::Kind::Integer:
      return sink.integer(value.integer, 64);
    case Value::Kind::Floating:
      return sink.floating(value.floating);
    case Value::Kind::Text:
      return sink.text(value.text);
    case Value::Kind::Reference:
      return sink.reference(static_cast<uint32_t>(value.integer));
    case Value::Kind::Null:
      return sink.null();
    case Value::Kind::List:
      sink.list(value.children.size(), false);
      break;
    case Value::Kind::Present:
      sink.present();
      break;
    case Value::Kind::Object:
      sink.object(value.children.size());
      break;
    case Value::Kind::Field:
      sink.field(value.text);
      break;
  }
  for (const Value& child : value.children) writeValue(child, sink);
}

}  // namespace covolve::gene
