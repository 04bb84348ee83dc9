// What does it cost to send a parcel?
//
// What makes it hard: thirteen arguments. Sizes are floating-point numbers that must fit
// each other, countries and the coupon are texts, and most surcharges need two or three of
// the arguments to be right at once.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>

namespace wide {

enum class Delivery { Economy, Standard, Express, SameDay };

namespace {

/// Zones by distance: 0 within the country, 1 on the continent, 2 beyond.
int zoneBetween(const std::string& from, const std::string& to) {
  if (from == to) return 0;
  const bool isNear = to == "AT" || to == "CH" || to == "DE" || to == "FR";
  return isNear ? 1 : 2;
}

bool isCountry(const std::string& code) {
  return code.size() == 2 && code[0] >= 'A' && code[0] <= 'Z' && code[1] >= 'A' && code[1] <= 'Z';
}

}  // namespace

/// In cents. Sizes are in centimetres, the weight is in kilograms. Throws std::invalid_argument for what
/// cannot be sent.
long quote(const std::string& from, const std::string& to, double weight, double length, double width,
           double height, long declaredCents, Delivery delivery, bool isFragile, bool isDangerous,
           int hourOfPickup, std::optional<int> customerLevel, const std::string& coupon) {
  if (!isCountry(from) || !isCountry(to)) throw std::invalid_argument("not a country");
  if (!(weight > 0) || weight > 70) throw std::invalid_argument("not a weight that can be carried");
  // NaN is none of these.
  if (!(length >= width && width >= height && height > 0)) {
    throw std::invalid_argument("the longest side comes first");
  }
  const double girth = length + 2 * (width + height);
  if (length > 270 || girth > 330) throw std::invalid_argument("too large");
  if (declaredCents < 0 || declaredCents > 5'000'000) throw std::invalid_argument("not a value to insure");
  if (hourOfPickup < 0 || hourOfPickup > 23) throw std::invalid_argument("not an hour");

  const int zone = zoneBetween(from, to);
  if (isDangerous && (delivery == Delivery::SameDay || delivery == Delivery::Express || zone == 2)) {
    throw std::invalid_argument("dangerous goods go neither fast nor far");
  }
  if (delivery == Delivery::SameDay && (zone != 0 || hourOfPickup > 11)) {
    throw std::invalid_argument("too far or too late for the same day");
  }

  // Large parcels count by their volume.
  const double counted = std::max(weight, length * width * height / 5000);
  double price = 390 + 150 * zone;
  if (counted > 31.5) {
    price += 2500 + 90 * (counted - 31.5);
  } else if (counted > 5) {
    price += 45 * (counted - 5);
  }
  if (delivery == Delivery::Economy && zone > 0) price *= 0.8;
  if (delivery == Delivery::Express) price = std::max(price * 1.7, 1290.0);
  if (delivery == Delivery::SameDay) price += counted > 10 ? 2900 : 1500;
  if (isFragile && (counted > 20 || girth > 200)) price += 1200;
  if (isFragile && delivery != Delivery::Economy) price += 250;
  if (isDangerous) price += counted <= 1 ? 900 : 2400;
  if (declaredCents > 50'000)
    price += static_cast<double>(declaredCents - 50'000) * (zone == 2 ? 0.03 : 0.01);
  // Customs want a form for what has a value.
  if (zone == 2 && declaredCents >= 2'200) price += 750;

  if (customerLevel) {
    if (*customerLevel < 1 || *customerLevel > 5) throw std::invalid_argument("not a level");
    if (*customerLevel >= 3) price *= *customerLevel == 5 ? 0.85 : 0.93;
  }
  if (coupon == "FIRST10" && !customerLevel) {
    price *= 0.9;
  } else if (coupon == "HEAVY" && weight >= 25 && zone == 0) {
    price -= 500;
  } else if (!coupon.empty()) {
    throw std::invalid_argument("not a coupon for this parcel");
  }
  return std::lround(price);
}

}  // namespace wide
