#include "rest/resource/slots.h"

#include <algorithm>
#include <cctype>
#include <deque>
#include <span>

#include "base/json_pointer.h"
#include "rest/genes/data_rules.h"
#include "rest/resource/names_in_schema.h"

namespace covolve::rest {

namespace {

bool isScalar(const Json& value) { return value.is_string() || value.is_number() || value.is_boolean(); }

/// The first operations' segments agree up to and without `end`, whatever their parameters are called.
bool sharePrefix(const std::vector<std::string>& one, const std::vector<std::string>& other, size_t end) {
  if (one.size() < end || other.size() < end) return false;
  for (size_t i = 0; i < end; ++i) {
    const bool bothParameters = isParameterSegment(one[i]) && isParameterSegment(other[i]);
    if (!bothParameters && one[i] != other[i]) return false;
  }
  return true;
}

bool isInPath(const Slots::Slot& slot) {
  return slot.parameter != nullptr && slot.parameter->place == Parameter::Place::Path;
}

/// An empty identifier would make the path another one, a line break in a header another header. What the
/// service itself calls a thing is not doubted otherwise: "main/two", or "\"tag\"" for If-Match.
bool arrives(const Slots::Slot& slot, const Json& value) {
  if (slot.parameter == nullptr) return true;
  DataRules rules = rulesFor(*slot.parameter);
  if (slot.pointer.empty()) rules.forbidden.clear();
  return rules.accept(value);
}

/// A name as general as "id" says nothing about whose identifier it is.
bool saysMuch(const std::string& name) { return name.size() > 4; }

/// The thing that a slot identifies: "pet" for petId, and for {id} below /pets.
std::string resourceOf(const Slots::Slot& slot, const std::vector<std::string>& path) {
  const std::string name = likeName(slot.name);
  for (const std::string_view ending : {"id", "uuid", "key", "name", "slug", "code", "number"}) {
    if (name.size() > ending.size() && name.ends_with(ending)) {
      return name.substr(0, name.size() - ending.size());
    }
  }
  if (isInPath(slot) && slot.segment > 0 && !isParameterSegment(path[slot.segment - 1])) {
    return singular(likeName(path[slot.segment - 1]));
  }
  return name;
}

/// The thing that an operation is about: its last literal segment.
std::string resourceOf(const std::vector<std::string>& path) {
  for (auto segment = path.rbegin(); segment != path.rend(); ++segment) {
    if (!isParameterSegment(*segment)) return singular(likeName(*segment));
  }
  return "";
}

/// The nearest scalar in a response whose name `fits`: outer ones first, of a list the first element.
template <class Fits>
std::optional<std::pair<std::string, Json>> findNamed(const Json& json, const Fits& fits) {
  constexpr size_t kMostNodes = 200;
  constexpr int kDeepest = 4;
  struct Node {
    const Json* json;
    std::string pointer;
    int depth;
  };
  std::deque<Node> nodes{{&json, "", 0}};
  for (size_t seen = 0; !nodes.empty() && seen < kMostNodes; ++seen) {
    const Node node = std::move(nodes.front());
    nodes.pop_front();
    if (node.json->is_object()) {
      for (const auto& [name, value] : node.json->items()) {
        if (isScalar(value) && fits(name)) return std::pair(pointerTo(node.pointer, name), value);
      }
      if (node.depth == kDeepest) continue;
      for (const auto& [name, value] : node.json->items()) {
        if (value.is_structured()) nodes.push_back({&value, pointerTo(node.pointer, name), node.depth + 1});
      }
    } else if (node.json->is_array() && !node.json->empty() && node.depth < kDeepest) {
      nodes.push_back({&(*node.json)[0], pointerTo(node.pointer, "0"), node.depth + 1});
    }
  }
  return std::nullopt;
}

}  // namespace

const std::string* expressionFor(const Link& link, const std::string& parameter) {
  for (const auto& [name, expression] : link.parameters) {
    if (name == parameter || name.ends_with("." + parameter)) return &expression;
  }
  return nullptr;
}

Slots::Slots(const Api& api) : api_(api) {
  for (size_t i = 0; i < api.operations.size(); ++i) {
    const Operation& operation = api.operations[i];
    const auto& path = paths_.emplace_back(segmentsOf(operation.path));
    resources_.push_back(resourceOf(path));
    if (operation.method == "DELETE") continue;  // gives nothing
    byShape_[shapeOf(path)].push_back(i);
    if (!path.empty() && !isParameterSegment(path.back())) byResource_[resources_.back()].push_back(i);
    for (const std::string& name : namesInResponses(operation)) byResponseName_[name].push_back(i);
    for (const ResponseDeclaration& response : operation.responses) {
      for (const Link& link : response.links) links_[link.operation].push_back(i);
    }
  }
}

struct Slots::Wanted {
  std::string resource;
  std::string name;
  std::string collection;  // of a path parameter: the shape of the path before it
  bool isInPath = false;
  /// Names of data are trusted only where they speak of identifiers.
  bool isIdentifier = false;
};

Slots::Wanted Slots::wantedBy(const Slot& slot) const {
  const auto& path = paths_[slot.operation];
  Wanted wanted{resourceOf(slot, path), likeName(slot.name), "", rest::isInPath(slot), false};
  if (wanted.isInPath) wanted.collection = shapeOf(std::span(path).first(slot.segment));
  wanted.isIdentifier = wanted.isInPath || isIdentifierName(slot.name);
  return wanted;
}

std::optional<uint32_t> Slots::find(size_t operation, const Parameter* parameter, const std::string& pointer,
                                    const std::string& name) {
  const Key key{operation, parameter, withoutIndices(pointer)};
  const std::scoped_lock lock(mutex_);
  if (const auto found = bySlot_.find(key); found != bySlot_.end()) return found->second;
  auto& number = bySlot_[key];
  Slot slot{operation, parameter, std::get<2>(key), name, 0, {}};
  if (isInPath(slot)) {
    const auto& path = paths_[operation];
    const auto found = std::ranges::find(path, "{" + name + "}");
    if (found == path.end()) return std::nullopt;
    slot.segment = static_cast<size_t>(found - path.begin());
  }
  slot.producers = producersOf(slot);
  if (slot.producers.empty()) return std::nullopt;
  slots_.push_back(std::move(slot));
  number = static_cast<uint32_t>(slots_.size() - 1);
  return number;
}

std::optional<uint32_t> Slots::known(size_t operation, const Parameter* parameter,
                                     const std::string& pointer) const {
  const std::scoped_lock lock(mutex_);
  const auto found = bySlot_.find({operation, parameter, withoutIndices(pointer)});
  return found == bySlot_.end() ? std::nullopt : found->second;
}

bool Slots::canFill(uint32_t slot, size_t producer) const {
  const auto& producers = (*this)[slot].producers;
  return std::ranges::find(producers, producer) != producers.end();
}

std::vector<size_t> Slots::producersOf(const Slot& slot) const {
  const Wanted wanted = wantedBy(slot);
  std::vector<std::pair<int, size_t>> found;
  for (const size_t producer : candidatesFor(slot, wanted)) {
    if (const int score = suitability(slot, wanted, producer); score > 0)
      found.emplace_back(-score, producer);
  }
  std::ranges::sort(found);
  std::vector<size_t> producers;
  for (const auto& [score, producer] : found) producers.push_back(producer);
  return producers;
}

/// All that suitability() may like, each once.
std::vector<size_t> Slots::candidatesFor(const Slot& slot, const Wanted& wanted) const {
  std::vector<size_t> candidates;
  const auto add = [&](const auto& index, const auto& key) {
    const auto found = index.find(key);
    if (found != index.end()) candidates.insert(candidates.end(), found->second.begin(), found->second.end());
  };
  add(links_, slot.operation);
  if (wanted.isInPath) {
    add(byShape_, wanted.collection);
    add(byShape_, wanted.collection + "/{}");
  }
  if (wanted.isIdentifier) {
    add(byResource_, wanted.resource);
    if (saysMuch(wanted.name)) add(byResponseName_, wanted.name);
  }
  std::ranges::sort(candidates);
  candidates.erase(std::ranges::unique(candidates).begin(), candidates.end());
  return candidates;
}

int Slots::suitability(const Slot& slot, const Wanted& wanted, size_t producer) const {
  const Operation& operation = api_.operations[producer];
  for (const ResponseDeclaration& response : operation.responses) {
    for (const Link& link : response.links) {
      if (link.operation != slot.operation) continue;
      if (expressionFor(link, slot.name) != nullptr) return 6;
    }
  }
  const auto& path = paths_[producer];
  const auto& own = paths_[slot.operation];
  if (wanted.isInPath && sharePrefix(own, path, slot.segment)) {
    const bool isCollection = path.size() == slot.segment;
    if (isCollection && operation.method == "POST") return 5;
    const bool isSame = path.size() == slot.segment + 1 && isParameterSegment(path.back());
    if (isSame && operation.method == "PUT") return 3;
    if (isCollection && operation.method == "GET") return 2;
  }
  if (!wanted.isIdentifier) return 0;
  if (producer == slot.operation && operation.method != "POST") return 0;

  const bool isAboutIt = !wanted.resource.empty() && resources_[producer] == wanted.resource;
  if (isAboutIt && !isParameterSegment(path.back())) {
    if (operation.method == "POST") return 4;
    if (operation.method == "GET") return 2;
  }
  if (!saysMuch(wanted.name)) return 0;
  const auto named = byResponseName_.find(wanted.name);
  const bool isNamed = named != byResponseName_.end() && std::ranges::binary_search(named->second, producer);
  if (!isNamed) return 0;
  return operation.method == "POST" ? 2 : 1;
}

std::optional<Slots::Taken> Slots::take(uint32_t number, const Call& producer, size_t index) const {
  const Slot& slot = (*this)[number];
  auto taken = findIn(slot, producer, index);
  return taken && arrives(slot, taken->value) ? std::move(taken) : std::nullopt;
}

std::optional<Slots::Taken> Slots::findIn(const Slot& slot, const Call& producer, size_t index) const {
  if (producer.succeeded() && !producer.isUnsupportedMethod) {
    if (auto taken = byLink(slot, producer, index)) return taken;
    if (auto taken = byLocation(slot, producer, index)) return taken;
  }
  // Where the same resource was addressed before, its identifier is in the request.
  if (auto taken = byRequest(slot, producer)) return taken;
  if (producer.succeeded() && !producer.isUnsupportedMethod) return byBody(slot, producer, index);
  return std::nullopt;
}

std::optional<Slots::Taken> Slots::byLink(const Slot& slot, const Call& producer, size_t index) const {
  const ResponseDeclaration* declared = producer.operation->response(producer.status());
  if (declared == nullptr) return std::nullopt;
  for (const Link& link : declared->links) {
    if (link.operation != slot.operation) continue;
    const std::string* expression = expressionFor(link, slot.name);
    if (expression == nullptr) continue;
    if (auto taken = evaluate(*expression, producer, index)) return taken;
  }
  return std::nullopt;
}

std::optional<Slots::Taken> Slots::evaluate(const std::string& expression, const Call& producer,
                                            size_t index) {
  constexpr std::string_view kBody = "$response.body#";
  constexpr std::string_view kHeader = "$response.header.";
  constexpr std::string_view kRequestBody = "$request.body#";
  if (!expression.starts_with('$')) {
    // One expression in braces is that expression; several, or one within a text, would have to be put
    // together.
    if (!expression.contains("{$")) return Taken{expression, std::nullopt};
    const bool isOne =
        expression.starts_with('{') && expression.find_first_of("{}", 1) + 1 == expression.size();
    return isOne && expression.ends_with('}')
               ? evaluate(expression.substr(1, expression.size() - 2), producer, index)
               : std::nullopt;
  }
  if (expression.starts_with(kBody)) {
    const std::string pointer = expression.substr(kBody.size());
    const Json* found =
        producer.json && pointer.starts_with('/') ? findPointer(*producer.json, pointer) : nullptr;
    if (found == nullptr || !isScalar(*found)) return std::nullopt;
    return Taken{*found, Extraction{index, Extraction::Kind::Body, pointer}};
  }
  if (expression.starts_with(kHeader)) {
    const std::string header = expression.substr(kHeader.size());
    const std::string* value = producer.response()->header(header);
    if (value == nullptr) return std::nullopt;
    return Taken{*value, Extraction{index, Extraction::Kind::Header, header}};
  }
  // What the request had was perhaps taken from an earlier answer.
  const auto sent = [&](const Argument& argument, const std::string& pointer) -> std::optional<Taken> {
    const Json* value = pointer.empty() ? &argument.value : findPointer(argument.value, pointer);
    if (value == nullptr || !isScalar(*value)) return std::nullopt;
    Taken taken{*value, std::nullopt};
    for (const auto& [place, from] : argument.taken) {
      if (place == pointer) taken.from = from;
    }
    return taken;
  };
  constexpr std::pair<std::string_view, Parameter::Place> kPlaces[] = {
      {"$request.path.", Parameter::Place::Path},
      {"$request.query.", Parameter::Place::Query},
      {"$request.header.", Parameter::Place::Header}};
  for (const Argument& argument : producer.arguments) {
    if (argument.parameter == nullptr) {
      const bool isPointer =
          expression.starts_with(kRequestBody) && expression.substr(kRequestBody.size()).starts_with('/');
      if (isPointer) return sent(argument, expression.substr(kRequestBody.size()));
      continue;
    }
    for (const auto& [beginning, place] : kPlaces) {
      const bool isIt = expression.starts_with(beginning) && argument.parameter->place == place &&
                        expression.substr(beginning.size()) == argument.parameter->name;
      if (isIt) return sent(argument, "");
    }
  }
  return std::nullopt;
}

std::optional<Slots::Taken> Slots::byLocation(const Slot& slot, const Call& producer, size_t index) const {
  const std::string* location = producer.response()->header("Location");
  const auto& path = paths_[slot.operation];
  if (location == nullptr || !isInPath(slot) || slot.segment == 0 ||
      isParameterSegment(path[slot.segment - 1])) {
    return std::nullopt;
  }
  const std::string before = "/" + path[slot.segment - 1] + "/";
  const size_t start = location->rfind(before);
  if (start == std::string::npos) return std::nullopt;
  const size_t begin = start + before.size();
  const std::string value = location->substr(begin, location->find_first_of("/?#", begin) - begin);
  if (value.empty()) return std::nullopt;
  return Taken{value, Extraction{index, Extraction::Kind::LocationSegment, before + "{}"}};
}

std::optional<Slots::Taken> Slots::byRequest(const Slot& slot, const Call& producer) const {
  if (!isInPath(slot)) return std::nullopt;
  const auto& own = paths_[slot.operation];
  const auto theirs = segmentsOf(producer.operation->path);
  if (theirs.size() <= slot.segment || !sharePrefix(own, theirs, slot.segment + 1)) return std::nullopt;
  for (const Argument& argument : producer.arguments) {
    if (argument.parameter == nullptr || argument.parameter->place != Parameter::Place::Path) continue;
    if (theirs[slot.segment] != "{" + argument.parameter->name + "}") continue;
    // Of a list in the path one element is taken for an element.
    const bool isElement = !slot.pointer.empty() && argument.value.is_array() && !argument.value.empty();
    Taken taken{isElement ? argument.value[0] : argument.value, std::nullopt};
    if (!isScalar(taken.value)) return std::nullopt;
    for (const auto& [pointer, from] : argument.taken) {
      if (pointer == (isElement ? "/0" : "")) taken.from = from;
    }
    return taken;
  }
  return std::nullopt;
}

std::optional<Slots::Taken> Slots::byBody(const Slot& slot, const Call& producer, size_t index) const {
  if (!producer.json) return std::nullopt;
  const auto taken = [&](std::pair<std::string, Json> found) {
    return Taken{std::move(found.second), Extraction{index, Extraction::Kind::Body, std::move(found.first)}};
  };
  if (isScalar(*producer.json) && !producer.json->is_boolean()) return taken({"", *producer.json});
  const std::string name = likeName(slot.name);
  const bool isGeneral = name == "id" || name == "uuid" || name == "key";
  if (!isGeneral) {
    const auto exact = [&](const std::string& field) { return likeName(field) == name; };
    if (auto found = findNamed(*producer.json, exact)) return taken(std::move(*found));
  }
  const std::string resource = resourceOf(slot, paths_[slot.operation]);
  if (resourceOf(segmentsOf(producer.operation->path)) != resource && !isGeneral) return std::nullopt;
  for (const std::string_view usual : {"id", "uuid", "key", "guid", "slug", "code", "name"}) {
    const auto fits = [&](const std::string& field) {
      const std::string plain = likeName(field);
      return plain == usual || plain == resource + std::string(usual);
    };
    if (auto found = findNamed(*producer.json, fits)) return taken(std::move(*found));
  }
  return std::nullopt;
}

}  // namespace covolve::rest
