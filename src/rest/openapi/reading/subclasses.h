// Who inherits from whom: in OpenAPI a base class has a discriminator, and its
// subclasses are those named schemas that name it in their allOf.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "rest/openapi/reading/references.h"

namespace covolve::rest::openapi {

class Subclasses {
 public:
  struct Subclass {
    std::string name;
    Site site;
  };

  explicit Subclasses(References& references) : references_(references) {}

  /// Direct ones of the schema at the node and their own, each once.
  std::vector<const Subclass*> of(const Node* base);

 private:
  void findAll();
  void find(const Site& schemas);

  References& references_;
  bool isKnown_ = false;
  std::unordered_map<const Node*, std::vector<Subclass>> direct_;
};

}  // namespace covolve::rest::openapi
