// A lot at an auction, from the catalogue to the hammer and the bill.
//
// What makes it hard: nearly every call asks first for a state that other calls have to bring about; bids
// need a registered paddle, a deposit and the right step, and the end depends on the bids that were
// taken.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace flags::auction {

enum class State { Draft, Listed, Open, Sold, Unsold, Settled };

class Lot {
 public:
  void describe(const std::string& title, long long estimate) {
    require(State::Draft);
    if (title.size() < 5 || title.size() > 80) throw std::invalid_argument("a title has 5 to 80 characters");
    if (estimate < 5'000 || estimate > 1'000'000'000) throw std::out_of_range("no such estimate");
    estimate_ = estimate;
    state_ = State::Listed;
  }

  void setReserve(long long cents) {
    require(State::Listed);
    if (cents <= 0 || cents > estimate_) throw std::out_of_range("a reserve is below the estimate");
    reserve_ = cents;
  }

  /// Paddles have three digits; a deposit of a tenth of the estimate makes one good.
  bool enrol(int paddle, long long deposit) {
    if (state_ == State::Draft || paddle < 100 || paddle > 999) return false;
    if (find(paddle)) return false;
    bidders_.push_back({paddle, deposit >= estimate_ / 10});
    return true;
  }

  void open() {
    require(State::Listed);
    if (std::none_of(bidders_.begin(), bidders_.end(), [](const Bidder& bidder) { return bidder.isGood; })) {
      state_ = State::Unsold;
      return;
    }
    state_ = State::Open;
  }

  bool bid(int paddle, long long cents) {
    require(State::Open);
    const std::optional<Bidder> bidder = find(paddle);
    if (!bidder || !bidder->isGood) return false;
    if (paddle == leader_ || !isStep(cents)) return false;
    price_ = cents;
    leader_ = paddle;
    ++bids_;
    return true;
  }

  State hammer() {
    require(State::Open);
    state_ = isReached() ? State::Sold : State::Unsold;
    return state_;
  }

  /// With the premium: 25 per cent, above 100 000 only 20.
  long long settle(int paddle) {
    require(State::Sold);
    if (paddle != leader_) throw std::invalid_argument("somebody else's lot");
    state_ = State::Settled;
    if (price_ > 10'000'000) return price_ + price_ / 5;
    return price_ + price_ / 4;
  }

  /// Whether it may be put up once more.
  bool relist() {
    if (state_ != State::Unsold || relists_ == 2) return false;
    if (bids_ == 0) estimate_ -= estimate_ / 4;
    ++relists_;
    price_ = 0;
    leader_ = 0;
    bids_ = 0;
    reserve_ = std::min(reserve_, estimate_);
    state_ = State::Listed;
    return true;
  }

 private:
  struct Bidder {
    int paddle = 0;
    bool isGood = false;
  };

  void require(State state) const {
    if (state_ != state) throw std::logic_error("not now");
  }

  std::optional<Bidder> find(int paddle) const {
    for (const Bidder& bidder : bidders_) {
      if (bidder.paddle == paddle) return bidder;
    }
    return std::nullopt;
  }

  bool isStep(long long cents) const {
    if (bids_ == 0) return cents >= estimate_ / 2 && cents <= estimate_ * 2;
    const long long step = price_ < 100'000 ? 5'000 : 10'000;
    if (cents < price_ + step || cents > std::min(price_ * 3, kMost)) return false;
    return cents % step == 0;
  }

  bool isReached() const {
    if (bids_ == 0) return false;
    if (price_ >= reserve_) return true;
    return bids_ >= 5 && price_ >= reserve_ - reserve_ / 10;
  }

  static constexpr long long kMost = 100'000'000'000;

  State state_ = State::Draft;
  long long estimate_ = 0;
  long long reserve_ = 0;
  long long price_ = 0;
  int leader_ = 0;
  int bids_ = 0;
  int relists_ = 0;
  std::vector<Bidder> bidders_;
};

}  // namespace flags::auction
