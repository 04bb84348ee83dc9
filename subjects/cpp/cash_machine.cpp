// A session at a cash machine, and the account behind it.
//
// What makes it hard: calls that throw leave something behind. Three wrong passwords lock
// the session, three overdrafts block the account, and only a test that goes on after the
// exceptions sees what comes then.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <stdexcept>
#include <string>
#include <utility>

namespace cpp {

class WrongPassword : public std::runtime_error {
 public:
  explicit WrongPassword(int attemptsLeft)
      : std::runtime_error(std::to_string(attemptsLeft) + " attempts left"), attemptsLeft_(attemptsLeft) {}
  int attemptsLeft() const { return attemptsLeft_; }

 private:
  int attemptsLeft_;
};

class SessionLocked : public std::logic_error {
 public:
  SessionLocked() : std::logic_error("the session is locked") {}
};

class Session {
 public:
  static constexpr int kAttempts = 3;

  explicit Session(std::string password) : password_(std::move(password)) {
    if (password_.size() < 4) throw std::invalid_argument("the password is too short");
  }

  /// Wrong passwords in a row are counted; the third one locks the session.
  void login(const std::string& password) {
    if (isLocked()) throw SessionLocked();
    if (password != password_) {
      ++wrongAttempts_;
      throw WrongPassword(kAttempts - wrongAttempts_);
    }
    wrongAttempts_ = 0;
    isOpen_ = true;
  }

  /// Whoever is locked out gets in again with the word that was agreed on, but only once.
  bool unlock(const std::string& word) {
    if (!isLocked()) return false;
    if (wasUnlocked_ || word != "let me in") throw SessionLocked();
    wasUnlocked_ = true;
    wrongAttempts_ = 0;
    return true;
  }

  void logout() {
    if (!isOpen_) throw std::logic_error("nobody is logged in");
    isOpen_ = false;
  }

  bool isOpen() const { return isOpen_; }
  bool isLocked() const { return wrongAttempts_ >= kAttempts; }

 private:
  std::string password_;
  int wrongAttempts_ = 0;
  bool isOpen_ = false;
  bool wasUnlocked_ = false;
};

enum class Standing { Good, Warned, Blocked };

class Account {
 public:
  class Overdrawn : public std::runtime_error {
   public:
    using std::runtime_error::runtime_error;
  };

  /// In cents, as all amounts. The limit is how far the balance may fall below zero.
  explicit Account(long limit) : limit_(limit) {
    if (limit < 0 || limit > 1'000'000) throw std::out_of_range("not a limit");
  }

  void deposit(long amount) {
    if (amount <= 0 || amount > 10'000'000) throw std::invalid_argument("not an amount");
    balance_ += amount;
    if (overdrafts_ == 1 && balance_ > 0) overdrafts_ = 0;  // one slip is forgiven
  }

  /// An amount that the account does not have is refused, and remembered.
  long withdraw(long amount) {
    if (standing() == Standing::Blocked) throw std::logic_error("the account is blocked");
    if (amount <= 0) throw std::invalid_argument("not an amount");
    if (amount > balance_ + limit_) {
      ++overdrafts_;
      throw Overdrawn("the limit is " + std::to_string(limit_));
    }
    balance_ -= amount;
    return balance_;
  }

  Standing standing() const {
    if (overdrafts_ == 0) return Standing::Good;
    return overdrafts_ < 3 ? Standing::Warned : Standing::Blocked;
  }

  long balance() const { return balance_; }

 private:
  long limit_;
  long balance_ = 0;
  int overdrafts_ = 0;
};

}  // namespace cpp
