// Shapes on layers of a canvas.
//
// What makes it hard: abstract classes, smart pointers, factories with private constructors, a
// singleton, objects that belong to other objects and are used through references.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace cpp {

class Shape {
 public:
  virtual ~Shape() = default;
  virtual double area() const = 0;
  bool isLarge() const { return area() > 100; }
};

class Circle : public Shape {
 public:
  explicit Circle(double radius) : radius_(radius) {
    if (radius < 0) throw std::invalid_argument("negative radius");
  }
  double area() const override { return 3 * radius_ * radius_; }

 private:
  double radius_;
};

class Square : public Shape {
 public:
  explicit Square(int side) : side_(side) {}
  double area() const override { return double(side_) * side_; }

 private:
  int side_;
};

std::string sizeOf(const Shape& shape) {
  if (shape.area() == 0) return "nothing";
  return shape.isLarge() ? "large" : "small";
}

class Layer {
 public:
  void add(std::unique_ptr<Shape> shape) {
    if (!shape) throw std::invalid_argument("no shape");
    shapes_.push_back(std::move(shape));
  }
  Shape* largest() const {
    Shape* found = nullptr;
    for (const auto& shape : shapes_) {
      if (found == nullptr || shape->area() > found->area()) found = shape.get();
    }
    return found;
  }
  std::size_t size() const { return shapes_.size(); }

 private:
  std::vector<std::unique_ptr<Shape>> shapes_;
};

class Canvas {
 public:
  static std::shared_ptr<Canvas> create(const std::string& name) {
    return std::shared_ptr<Canvas>(new Canvas(name));
  }
  Layer& layer(const std::string& name) {
    if (name.empty()) throw std::invalid_argument("no name");
    return layers_[name];
  }
  int layers() const { return int(layers_.size()); }
  bool isCluttered() const { return layers_.size() > 2; }

 private:
  explicit Canvas(const std::string& name) : name_(name) {}
  std::string name_;
  std::map<std::string, Layer> layers_;
};

class Registry {
 public:
  static Registry& instance() {
    static Registry registry;
    return registry;
  }
  void count(int n) { total_ += n; }
  bool isFull() const { return total_ > 10; }

 private:
  Registry() = default;
  ~Registry() = default;
  int total_ = 0;
};

int watch(std::weak_ptr<Canvas> canvas) {
  auto held = canvas.lock();
  if (!held) return -1;
  return held->layers();
}

}  // namespace cpp
