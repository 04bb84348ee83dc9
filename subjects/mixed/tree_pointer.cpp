// Finds values of a tree by a path of names.
//
// What makes it hard: links within the tree that lead on or round.
// Expected: every branch can be covered.
// Infeasible: none.
#include <charconv>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace tree {

class Value;
using ValuePtr = std::shared_ptr<Value>;
using Array = std::vector<ValuePtr>;
using Object = std::map<std::string, ValuePtr, std::less<>>;

class Value {
 public:
  using Data = std::variant<std::nullptr_t, bool, double, std::string, Array, Object>;
  explicit Value(Data d = nullptr) : data_(std::move(d)) {}
  template <class T>
  T* as() {
    return std::get_if<T>(&data_);
  }
  const Data& data() const { return data_; }

 private:
  Data data_;
};

class Builder {
 public:
  Builder& beginArray() { return open(std::make_shared<Value>(Array{})); }
  Builder& beginObject() { return open(std::make_shared<Value>(Object{})); }
  Builder& key(std::string k) {
    if (stack_.empty() || !stack_.back()->as<Object>() || key_) throw std::logic_error("unexpected key");
    key_ = std::move(k);
    return *this;
  }
  Builder& value(Value::Data d) {
    if (std::holds_alternative<Array>(d) || std::holds_alternative<Object>(d))
      throw std::invalid_argument("scalar expected");
    attach(std::make_shared<Value>(std::move(d)));
    return *this;
  }
  Builder& end() {
    if (stack_.empty() || key_) throw std::logic_error("unbalanced end");
    stack_.pop_back();
    return *this;
  }
  ValuePtr build() {
    if (!root_ || !stack_.empty()) throw std::logic_error("incomplete");
    return std::exchange(root_, nullptr);
  }

 private:
  Builder& open(const ValuePtr& v) { return attach(v), stack_.push_back(v), *this; }
  void attach(const ValuePtr& v) {
    if (stack_.empty()) {
      if (root_) throw std::logic_error("second root");
      root_ = v;
    } else if (auto* list = stack_.back()->as<Array>()) {
      list->push_back(v);
    } else if (key_) {
      if (!stack_.back()->as<Object>()->emplace(*key_, v).second)
        throw std::logic_error("duplicate " + *key_);
      key_.reset();
    } else {
      throw std::logic_error("key missing");
    }
  }

  ValuePtr root_;
  std::vector<ValuePtr> stack_;
  std::optional<std::string> key_;
};

enum class Miss { None, Syntax, BadEscape, BadIndex, PastEnd, NoMember, Scalar, LinkLoop };

class Pointer {
 public:
  static Miss parse(std::string_view text, Pointer& out) {
    out.parts_.clear();
    if (text.empty()) return Miss::None;
    if (text.front() != '/') return Miss::Syntax;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '/') {
        out.parts_.emplace_back();
      } else if (text[i] != '~') {
        out.parts_.back() += text[i];
      } else {
        if (++i >= text.size() || (text[i] != '0' && text[i] != '1')) return Miss::BadEscape;
        out.parts_.back() += text[i] == '0' ? '~' : '/';
      }
    }
    return Miss::None;
  }

  Miss walk(const ValuePtr& root, ValuePtr& out, int hops = 0) const {
    ValuePtr at = root;
    for (const auto& part : parts_) {
      if (auto* list = at->as<Array>()) {
        std::size_t index = 0;
        const auto [end, ec] = std::from_chars(part.data(), part.data() + part.size(), index);
        if (ec != std::errc{} || end != part.data() + part.size() || (part.size() > 1 && part[0] == '0'))
          return Miss::BadIndex;
        if (index >= list->size()) return Miss::PastEnd;
        at = (*list)[index];
      } else if (auto* object = at->as<Object>()) {
        const auto it = object->find(part);
        if (it == object->end()) return Miss::NoMember;
        at = it->second;
      } else {
        return Miss::Scalar;
      }
      if (auto* link = at->as<Object>(); link && link->size() == 1 && link->begin()->first == "$ref") {
        const auto* target = link->begin()->second->as<std::string>();
        Pointer next;
        if (!target || parse(*target, next) != Miss::None) return Miss::Syntax;
        if (hops >= 4) return Miss::LinkLoop;
        if (const Miss m = next.walk(root, at, hops + 1); m != Miss::None) return m;
      }
    }
    out = at;
    return Miss::None;
  }

 private:
  std::vector<std::string> parts_;
};

std::string describe(const ValuePtr& root, std::string_view path) {
  Pointer p;
  ValuePtr found;
  Miss miss = Pointer::parse(path, p);
  if (miss == Miss::None && root) miss = p.walk(root, found);
  if (miss != Miss::None || !found) return "miss " + std::to_string(static_cast<int>(miss));
  static constexpr const char* names[] = {"null", "bool", "number", "string", "array", "object"};
  if (const auto* n = found->as<double>(); n && *n > 0 && std::fmod(*n, 8) == 0) return "octet count";
  return names[found->data().index()];
}

}  // namespace tree
