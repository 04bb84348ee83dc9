#include "gene/structure/object_gene.h"

#include <algorithm>

namespace covolve::gene {

ObjectGene::ObjectGene(std::vector<Field> fields) {
  auto shapes = std::make_shared<std::vector<Shape>>();
  for (Field& field : fields) {
    shapes->push_back({std::move(field.name), field.required});
    genes_.push_back(field.required ? std::move(field.gene)
                                    : std::make_unique<OptionalGene>(std::move(field.gene), field.presence));
  }
  shapes_ = std::move(shapes);
}

ObjectGene::ObjectGene(const ObjectGene& other)
    : Gene(other), shapes_(other.shapes_), genes_(copyAll(other.genes_)) {}

void ObjectGene::sample(Source& source) {
  for (const auto& gene : genes_) gene->sample(source);
}

void ObjectGene::mutate(Source& source) {
  if (Gene* gene = chooseMutable(genes_, source.rng)) gene->mutate(source);
}

std::vector<std::string> ObjectGene::fieldNames() const {
  std::vector<std::string> names;
  for (const Shape& shape : *shapes_) names.push_back(shape.name);
  return names;
}

bool ObjectGene::hasField(std::string_view name) const {
  return std::ranges::find(*shapes_, name, &Shape::name) != shapes_->end();
}

size_t ObjectGene::fieldCount() const {
  size_t count = 0;
  for (size_t i = 0; i < genes_.size(); ++i) count += isPresent(i) ? 1 : 0;
  return count;
}

void ObjectGene::write(ValueSink& sink) const {
  sink.object(fieldCount());
  writeFields(sink);
}

void ObjectGene::writeFields(ValueSink& sink) const {
  for (size_t i = 0; i < genes_.size(); ++i) {
    if (!isPresent(i)) continue;
    sink.field((*shapes_)[i].name);
    ((*shapes_)[i].required ? *genes_[i] : optional(i).held()).write(sink);
  }
}

bool ObjectGene::assign(const Value& value) {
  if (value.kind != Value::Kind::Object) return false;
  std::vector<bool> given(genes_.size(), false);
  for (const Value& field : value.children) {
    const auto shape = std::ranges::find(*shapes_, field.text, &Shape::name);
    if (shape == shapes_->end() || field.children.size() != 1) return false;
    const auto i = static_cast<size_t>(shape - shapes_->begin());
    if (given[i]) return false;
    given[i] = true;
    const bool taken = shape->required ? genes_[i]->assign(field.children[0])
                                       : static_cast<OptionalGene&>(*genes_[i]).hold(field.children[0]);
    if (!taken) return false;
  }
  for (size_t i = 0; i < genes_.size(); ++i) {
    if (given[i]) continue;
    if ((*shapes_)[i].required) return false;
    static_cast<OptionalGene&>(*genes_[i]).drop();
  }
  return true;
}

std::vector<std::unique_ptr<Gene>> ObjectGene::simpler() const {
  std::vector<std::unique_ptr<Gene>> candidates;
  forEachSimpler(genes_, [&](size_t i, std::unique_ptr<Gene> gene) {
    auto changed = std::make_unique<ObjectGene>(*this);
    changed->genes_[i] = std::move(gene);
    candidates.push_back(std::move(changed));
  });
  return candidates;
}

}  // namespace covolve::gene
