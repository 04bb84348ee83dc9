// Shapes of the plane, turned and compared.
//
// What makes it hard: lengths that are equal but for a tolerance.
// Expected: every branch can be covered.
// Infeasible: none.
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numbers>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace geo {

struct Point {
  double x = 0, y = 0;
};

inline double cross(Point o, Point a, Point b) {
  return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}
inline bool near(double a, double b) {
  return std::fabs(a - b) <= 1e-6 * std::max({1.0, std::fabs(a), std::fabs(b)});
}

class Matrix {
 public:
  Matrix() : m_{1, 0, 0, 0, 1, 0} {}
  explicit Matrix(std::array<double, 6> m) : m_(m) {}
  double determinant() const { return m_[0] * m_[4] - m_[1] * m_[3]; }
  Point apply(Point p) const {
    return {m_[0] * p.x + m_[1] * p.y + m_[2], m_[3] * p.x + m_[4] * p.y + m_[5]};
  }
  std::optional<Matrix> inverse() const {
    const double d = determinant();
    if (std::fabs(d) < 1e-9) return std::nullopt;
    const double a = m_[4] / d, b = -m_[1] / d, c = -m_[3] / d, e = m_[0] / d;
    return Matrix({a, b, -(a * m_[2] + b * m_[5]), c, e, -(c * m_[2] + e * m_[5])});
  }
  bool rigid() const {
    const bool unitColumns = near(m_[0] * m_[0] + m_[3] * m_[3], 1) && near(m_[1] * m_[1] + m_[4] * m_[4], 1);
    return unitColumns && near(determinant(), 1);
  }

 private:
  std::array<double, 6> m_;
};

class Shape {
 public:
  virtual ~Shape() = default;
  virtual double area() const = 0;
  virtual bool contains(Point p) const = 0;
  virtual std::string kind() const = 0;
};

class Circle final : public Shape {
 public:
  Circle(Point centre, double radius) : centre_(centre), radius_(radius) {}
  double area() const override { return std::numbers::pi * radius_ * radius_; }
  bool contains(Point p) const override { return std::hypot(p.x - centre_.x, p.y - centre_.y) <= radius_; }
  std::string kind() const override { return "circle"; }

 private:
  Point centre_;
  double radius_;
};

class Polygon final : public Shape {
 public:
  explicit Polygon(std::vector<Point> points) : points_(std::move(points)) {}

  double area() const override {
    double twice = 0;
    for (std::size_t i = 0; i < points_.size(); ++i) twice += cross({}, points_[i], next(i));
    return std::fabs(twice) / 2;
  }
  bool contains(Point p) const override {
    bool inside = false;
    for (std::size_t i = 0; i < points_.size(); ++i) {
      const Point a = points_[i], b = next(i);
      if ((a.y > p.y) == (b.y > p.y)) continue;
      if (p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x)) inside = !inside;
    }
    return inside;
  }
  std::string kind() const override {
    int left = 0, right = 0;
    for (std::size_t i = 0; i < points_.size(); ++i) {
      const double turn = cross(points_[i], next(i), next(i + 1));
      left += turn > 0;
      right += turn < 0;
    }
    if (left > 0 && right > 0) return "concave";
    if (left + right != static_cast<int>(points_.size())) return "degenerate";
    return points_.size() == 3                       ? triangle()
           : points_.size() == 4 && equalDiagonals() ? "rectangle"
                                                     : "convex";
  }

 private:
  Point next(std::size_t i) const { return points_[(i + 1) % points_.size()]; }
  double side(std::size_t i, std::size_t j) const {
    return std::hypot(points_[i].x - points_[j].x, points_[i].y - points_[j].y);
  }
  std::string triangle() const {
    std::array<double, 3> s{side(0, 1), side(1, 2), side(2, 0)};
    std::ranges::sort(s);
    if (near(s[0], s[2])) return "equilateral";
    if (near(s[0] * s[0] + s[1] * s[1], s[2] * s[2])) return "right";
    return near(s[0], s[1]) || near(s[1], s[2]) ? "isosceles" : "scalene";
  }
  bool equalDiagonals() const {
    return near(side(0, 2), side(1, 3)) && near(side(0, 1), side(2, 3)) && near(side(1, 2), side(3, 0));
  }

  std::vector<Point> points_;
};

std::unique_ptr<Shape> makeShape(std::span<const Point> points, double radius) {
  if (points.size() == 1 && radius > 0) return std::make_unique<Circle>(points.front(), radius);
  if (points.size() < 3 || points.size() > 12) return nullptr;
  return std::make_unique<Polygon>(std::vector<Point>(points.begin(), points.end()));
}

class Scene {
 public:
  bool add(std::unique_ptr<Shape> shape) {
    if (!shape || shape->area() < 1e-9) return false;
    shapes_.push_back(std::move(shape));
    return true;
  }
  void transform(const Matrix& m) { view_ = m; }
  std::string pick(Point screen) const {
    const auto back = view_.inverse();
    if (!back) return "flat view";
    const Point p = back->apply(screen);
    std::vector<const Shape*> hits;
    for (const auto& s : shapes_)
      if (s->contains(p)) hits.push_back(s.get());
    if (hits.empty()) return "nothing";
    const auto smallest = std::ranges::min_element(hits, {}, &Shape::area);
    if (hits.size() >= 3 && smallest == hits.begin() && (*smallest)->kind() == "equilateral")
      return view_.rigid() ? "beacon" : "distorted beacon";
    return (*smallest)->kind();
  }

 private:
  std::vector<std::unique_ptr<Shape>> shapes_;
  Matrix view_;
};

}  // namespace geo
