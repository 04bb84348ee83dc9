// Geometry of segments, circles and triangles with floating coordinates.
//
// What makes it hard: touching and right angles are equations of products of differences, which must hold
// exactly or within a thousandth.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <cmath>

namespace constraints::geometry {

struct Point {
  double x;
  double y;
};

enum class Meeting { Degenerate, Apart, Parallel, Collinear, Crossing, AtEnd };
enum class Contact { Invalid, Same, Apart, TouchingOutside, TouchingInside, Inside, Crossing };

namespace {

bool isUsual(Point point) { return std::fabs(point.x) <= 1e6 && std::fabs(point.y) <= 1e6; }

double cross(Point origin, Point one, Point other) {
  return (one.x - origin.x) * (other.y - origin.y) - (one.y - origin.y) * (other.x - origin.x);
}

}  // namespace

Meeting meet(Point a, Point b, Point c, Point d) {
  if (!isUsual(a) || !isUsual(b) || !isUsual(c) || !isUsual(d)) return Meeting::Degenerate;
  if ((a.x == b.x && a.y == b.y) || (c.x == d.x && c.y == d.y)) return Meeting::Degenerate;
  const double atC = cross(a, b, c);
  const double atD = cross(a, b, d);
  if (atC == atD) return atC == 0 ? Meeting::Collinear : Meeting::Parallel;
  if ((atC > 0 && atD > 0) || (atC < 0 && atD < 0)) return Meeting::Apart;
  const double atA = cross(c, d, a);
  const double atB = cross(c, d, b);
  if ((atA > 0 && atB > 0) || (atA < 0 && atB < 0)) return Meeting::Apart;
  if (atA == 0 || atB == 0 || atC == 0 || atD == 0) return Meeting::AtEnd;
  return Meeting::Crossing;
}

Contact touch(Point centre, double radius, Point other, double otherRadius) {
  if (!isUsual(centre) || !isUsual(other) || !(radius > 0) || !(otherRadius > 0) || radius > 1e6 ||
      otherRadius > 1e6) {
    return Contact::Invalid;
  }
  const double dx = other.x - centre.x;
  const double dy = other.y - centre.y;
  const double distance = std::sqrt(dx * dx + dy * dy);
  if (distance == 0 && radius == otherRadius) return Contact::Same;
  if (std::fabs(distance - (radius + otherRadius)) < 1e-3) return Contact::TouchingOutside;
  if (std::fabs(distance - std::fabs(radius - otherRadius)) < 1e-3) return Contact::TouchingInside;
  if (distance > radius + otherRadius) return Contact::Apart;
  if (distance < std::fabs(radius - otherRadius)) return Contact::Inside;
  return Contact::Crossing;
}

bool isRightAngled(double a, double b, double c) {
  if (!(a > 0 && b > a && c > b) || c > 1e6) return false;
  return a * a + b * b == c * c;
}

}  // namespace constraints::geometry
