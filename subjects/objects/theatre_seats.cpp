// The seats of a theatre: performances in a hall, bookings that are held, paid, cancelled and collected.
//
// What makes it hard: whether seats can be had depends on the states of the bookings around them and on what
// the customer has; prices and refunds depend on what the same customer paid for before.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

namespace objects::theatre {

enum class Use { Normal, Wheelchair, Companion };

class Hall {
 public:
  explicit Hall(const std::vector<size_t>& rows) {
    for (const size_t seats : rows) rows_.emplace_back(std::min(seats, size_t{60}), Use::Normal);
  }
  /// Takes the seat and the next one, for who comes along.
  void makeWheelchairPlace(size_t row, size_t seat) {
    rows_.at(row).at(seat + 1) = Use::Companion;
    rows_.at(row).at(seat) = Use::Wheelchair;
  }
  size_t seatCount(size_t row) const { return rows_.at(row).size(); }
  Use use(size_t row, size_t seat) const { return rows_.at(row).at(seat); }

 private:
  std::vector<std::vector<Use>> rows_;
};

class Customer {
 public:
  explicit Customer(bool usesWheelchair) : usesWheelchair_(usesWheelchair) {}

  bool usesWheelchair() const { return usesWheelchair_; }
  size_t seatsPaid() const { return seatsPaid_; }
  bool isRegular() const { return seatsPaid_ >= 8 && noShows_ == 0; }

 private:
  friend class Performance;

  bool usesWheelchair_;
  size_t seatsPaid_ = 0;
  int noShows_ = 0;
};

struct Booking {
  enum class State { Held, Paid, Collected, Cancelled };

  std::shared_ptr<Customer> customer;
  size_t row = 0;
  size_t first = 0;
  size_t count = 0;
  long heldUntil = 0;
  State state = State::Held;

  bool isLive(long now) const { return state == State::Held ? now <= heldUntil : state != State::Cancelled; }
};

class Performance {
 public:
  Performance(std::shared_ptr<const Hall> hall, int starts) : hall_(std::move(hall)), starts_(starts) {
    if (!hall_) throw std::invalid_argument("no hall");
  }

  bool isTaken(size_t row, size_t seat, int now) const {
    return std::any_of(bookings_.begin(), bookings_.end(), [&](const Booking& other) {
      return other.isLive(now) && other.row == row && seat >= other.first && seat - other.first < other.count;
    });
  }
  /// The index of the booking, if the seats can be had.
  std::optional<size_t> hold(const std::shared_ptr<Customer>& customer, size_t row, size_t first,
                             size_t count, int now) {
    if (!customer || count == 0) return std::nullopt;
    const size_t seats = hall_->seatCount(row);
    if (count > seats || first > seats - count) return std::nullopt;
    for (size_t seat = first; seat < first + count; ++seat) {
      if (isTaken(row, seat, now)) return std::nullopt;
      const Use use = hall_->use(row, seat);
      if (use == Use::Wheelchair && !customer->usesWheelchair()) return std::nullopt;
      if (use == Use::Companion && seat == first && !endsAt(*customer, row, seat, now)) return std::nullopt;
    }
    // One free seat alone between others is not sold any more.
    const size_t next = first + count;
    if (next + 1 < seats && !isTaken(row, next, now) && isTaken(row, next + 1, now)) return std::nullopt;
    bookings_.push_back({customer, row, first, count, now + 30L, Booking::State::Held});
    return bookings_.size() - 1;
  }
  /// The price in cents.
  size_t pay(size_t index, int now) {
    Booking& booking = bookings_.at(index);
    if (booking.state != Booking::State::Held || !booking.isLive(now)) throw std::logic_error("not held");
    booking.state = Booking::State::Paid;
    const size_t price = booking.count * 4000;
    const size_t reduction = booking.customer->isRegular() ? price / 10 : 0;
    booking.customer->seatsPaid_ += booking.count;
    return price - reduction;
  }
  bool collect(size_t index, const Customer& customer) {
    Booking& booking = bookings_.at(index);
    if (booking.customer.get() != &customer || booking.state != Booking::State::Paid) return false;
    booking.state = Booking::State::Collected;
    return true;
  }
  /// The part of the price that is given back, in percent.
  int cancel(size_t index, int now) {
    Booking& booking = bookings_.at(index);
    if (booking.state == Booking::State::Collected) throw std::logic_error("collected");
    const bool isPaid = booking.state == Booking::State::Paid;
    booking.state = Booking::State::Cancelled;
    if (!isPaid) return 0;
    booking.customer->seatsPaid_ -= booking.count;
    if (booking.customer->isRegular()) return 100;
    return starts_ - now >= 1440 ? 80 : 0;
  }
  /// Remembers those who paid and did not come; how many seats stayed empty.
  size_t close() {
    size_t empty = 0;
    for (Booking& booking : bookings_) {
      if (booking.state != Booking::State::Paid) continue;
      booking.state = Booking::State::Cancelled;
      ++booking.customer->noShows_;
      empty += booking.count;
    }
    return empty;
  }

 private:
  /// Whether the seats that the customer has end at the one given.
  bool endsAt(const Customer& customer, size_t row, size_t seat, int now) const {
    return std::any_of(bookings_.begin(), bookings_.end(), [&](const Booking& own) {
      return own.customer.get() == &customer && own.isLive(now) && own.row == row &&
             own.first + own.count == seat;
    });
  }

  std::shared_ptr<const Hall> hall_;
  long starts_;
  std::vector<Booking> bookings_;
};

}  // namespace objects::theatre
