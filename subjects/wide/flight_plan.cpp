// Is a flight plan accepted?
//
// What makes it hard: a plan of nested structures, with more than thirty numbers and texts
// of which fuel, times, heights and runways must fit each other, and a list of legs.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <optional>
#include <string>
#include <vector>

namespace wide {

struct Airport {
  std::string code;   // four capital letters
  int elevation = 0;  // feet
  int runway = 0;     // metres
  int opens = 0;      // minute of the day
  int closes = 1440;
  bool hasInstruments = false;
};

struct Leg {
  int distance = 0;  // nautical miles
  int tailwind = 0;  // knots; negative against
  int altitude = 0;  // feet
  int highestObstacle = 0;
};

struct Aircraft {
  std::string registration;
  int seats = 0;
  int cruiseSpeed = 0;   // knots
  int ceiling = 0;       // feet
  int neededRunway = 0;  // metres
  int fuelCapacity = 0;  // kilograms
  int fuelPerHour = 0;
  bool hasOxygen = false;
  bool hasInstruments = false;
};

enum class Rules { Visual, Instrument };

struct FlightPlan {
  Aircraft aircraft;
  Airport from;
  Airport to;
  std::optional<Airport> alternate;
  std::vector<Leg> legs;
  Rules rules = Rules::Visual;
  int persons = 1;
  int pilots = 1;
  int departure = 0;        // minute of the day
  int visibility = 10'000;  // metres
  int fuel = 0;
};

enum class Objection {
  None,
  Aircraft,
  Airport,
  Runway,
  Persons,
  Weather,
  Route,
  Altitude,
  Oxygen,
  Equipment,
  Alternate,
  Fuel,
  Hours,
};

/// The parts are private: each relies on those before it.
class FlightDesk {
 public:
  static Objection review(const FlightPlan& plan) {
    if (!isAircraftPlausible(plan.aircraft)) return Objection::Aircraft;
    if (!isAirportPlausible(plan.from) || !isAirportPlausible(plan.to)) return Objection::Airport;
    if (plan.from.runway < plan.aircraft.neededRunway || plan.to.runway < plan.aircraft.neededRunway) {
      return Objection::Runway;
    }
    if (plan.pilots < 1 || plan.persons < plan.pilots || plan.persons > plan.aircraft.seats) {
      return Objection::Persons;
    }
    if (const Objection objection = reviewRules(plan); objection != Objection::None) return objection;
    if (const Objection objection = reviewLegs(plan); objection != Objection::None) return objection;

    const int minutes = minutesOf(plan);
    if (plan.departure < plan.from.opens || plan.departure > plan.from.closes) return Objection::Hours;
    const int arrival = (plan.departure + minutes) % kDay;
    if (arrival < plan.to.opens || arrival > plan.to.closes) return Objection::Hours;

    const int reserve = plan.rules == Rules::Instrument ? 45 : 30;
    const long needed = static_cast<long>(minutes + reserve) * plan.aircraft.fuelPerHour / 60;
    if (plan.fuel > plan.aircraft.fuelCapacity || plan.fuel < needed) return Objection::Fuel;
    return Objection::None;
  }

 private:
  static constexpr int kDay = 24 * 60;

  static bool isAircraftPlausible(const Aircraft& aircraft) {
    if (aircraft.registration.empty()) return false;
    if (aircraft.seats < 1) return false;
    if (aircraft.cruiseSpeed < 40 || aircraft.cruiseSpeed > 650) return false;
    return aircraft.fuelPerHour >= 1 && aircraft.fuelPerHour <= 20'000;
  }

  static bool isAirportPlausible(const Airport& airport) {
    if (airport.code.size() != 4) return false;
    for (const char letter : airport.code) {
      if (letter < 'A' || letter > 'Z') return false;
    }
    if (airport.elevation < -1'500 || airport.elevation > 15'000) return false;
    return airport.opens >= 0 && airport.opens < airport.closes && airport.closes <= kDay;
  }

  static Objection reviewRules(const FlightPlan& plan) {
    if (plan.rules == Rules::Visual) return plan.visibility < 5'000 ? Objection::Weather : Objection::None;
    if (!plan.aircraft.hasInstruments) return Objection::Equipment;
    if (!plan.to.hasInstruments && plan.visibility < 1'500) return Objection::Weather;
    if (!plan.alternate) return plan.visibility < 8'000 ? Objection::Alternate : Objection::None;
    const Airport& alternate = *plan.alternate;
    if (!isAirportPlausible(alternate) || alternate.code == plan.to.code) return Objection::Alternate;
    if (alternate.runway < plan.aircraft.neededRunway || !alternate.hasInstruments)
      return Objection::Alternate;
    return Objection::None;
  }

  static Objection reviewLegs(const FlightPlan& plan) {
    if (plan.legs.empty() || plan.legs.size() > 20) return Objection::Route;
    for (const Leg& leg : plan.legs) {
      if (leg.distance < 1 || leg.distance > 6'000) return Objection::Route;
      if (leg.tailwind < -250 || leg.tailwind > 250) return Objection::Route;
      if (plan.aircraft.cruiseSpeed + leg.tailwind < 30) return Objection::Route;
      if (leg.altitude > plan.aircraft.ceiling || leg.altitude <= plan.from.elevation)
        return Objection::Altitude;
      if (leg.highestObstacle < 0 || leg.highestObstacle > leg.altitude - 1'000) return Objection::Altitude;
      if (plan.rules == Rules::Visual && leg.altitude > 19'500) return Objection::Altitude;
      if (leg.altitude > 12'500 && !plan.aircraft.hasOxygen) return Objection::Oxygen;
    }
    return Objection::None;
  }

  static int minutesOf(const FlightPlan& plan) {
    int minutes = 0;
    for (const Leg& leg : plan.legs)
      minutes += leg.distance * 60 / (plan.aircraft.cruiseSpeed + leg.tailwind);
    return minutes;
  }
};

}  // namespace wide
