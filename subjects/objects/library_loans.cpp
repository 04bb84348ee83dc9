// The loans of a library: copies, members, holds, renewals and fees.
//
// What makes it hard: most answers depend on who has which copy since when; a member is blocked by fees that
// only late returns bring about, a child by its guarantor's, and a hold counts only once a copy came back.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace objects::library {

enum class Kind { Book, Film, Reference };
enum class Answer { Done, Blocked, NotForLoan, NeedsGuarantor, Out, Held, TooMany };

class Member {
 public:
  Member(int id, int age) : id_(id), age_(age) {}
  Member(const Member&) = delete;
  Member& operator=(const Member&) = delete;

  int id() const { return id_; }
  bool isChild() const { return age_ < 14; }
  unsigned owed() const { return owed_; }
  const std::shared_ptr<Member>& guarantor() const { return guarantor_; }
  void setGuarantor(std::shared_ptr<Member> guarantor) {
    if (!isChild()) throw std::logic_error("needs none");
    if (!guarantor || guarantor->isChild()) throw std::invalid_argument("cannot vouch");
    guarantor_ = std::move(guarantor);
  }
  bool isBlocked() const {
    if (owed_ > 600 || lateReturns_ >= 3) return true;
    return guarantor_ && guarantor_->isBlocked();
  }
  void pay(unsigned cents) {
    owed_ -= std::min(cents, owed_);
    if (owed_ == 0) lateReturns_ = 0;
  }

 private:
  friend class Library;

  int id_;
  int age_;
  unsigned owed_ = 0;
  int lateReturns_ = 0;
  std::shared_ptr<Member> guarantor_;
};

class Copy {
 public:
  explicit Copy(Kind kind) : kind_(kind) {}

  Kind kind() const { return kind_; }
  const std::optional<int>& borrower() const { return borrower_; }
  unsigned dueDay() const { return dueDay_; }
  const std::vector<int>& holds() const { return holds_; }

 private:
  friend class Library;

  Kind kind_;
  std::optional<int> borrower_;
  unsigned dueDay_ = 0;
  int renewals_ = 0;
  std::vector<int> holds_;
  unsigned keptUntil_ = 0;
};

class Library {
 public:
  void enrol(const std::shared_ptr<Member>& member) {
    if (!member) throw std::invalid_argument("no member");
    members_.try_emplace(member->id(), member);
  }
  const Copy& acquire(const std::string& barcode, Kind kind) {
    return copies_.try_emplace(barcode, kind).first->second;
  }
  int loansOf(int memberId) const {
    return static_cast<int>(std::count_if(copies_.begin(), copies_.end(), [memberId](const auto& entry) {
      return entry.second.borrower() == memberId;
    }));
  }
  Answer lend(const std::string& barcode, int memberId, unsigned day) {
    const Member& reader = *members_.at(memberId);
    Copy& wanted = copies_.at(barcode);
    if (wanted.kind_ == Kind::Reference) return Answer::NotForLoan;
    if (reader.isBlocked()) return Answer::Blocked;
    if (reader.isChild() && wanted.kind_ == Kind::Film && !reader.guarantor_) return Answer::NeedsGuarantor;
    if (wanted.borrower_) return Answer::Out;
    if (!wanted.holds_.empty() && wanted.holds_.front() != memberId && day <= wanted.keptUntil_) {
      return Answer::Held;
    }
    if (loansOf(memberId) >= (reader.isChild() ? 2 : 4)) return Answer::TooMany;
    std::erase(wanted.holds_, memberId);
    wanted.borrower_ = memberId;
    wanted.dueDay_ = day + (wanted.kind_ == Kind::Film ? 7 : 21);
    wanted.renewals_ = 0;
    return Answer::Done;
  }
  /// The place in the queue; 0: no hold is taken.
  size_t hold(const std::string& barcode, int memberId) {
    if (!members_.contains(memberId)) return 0;
    Copy& wanted = copies_.at(barcode);
    if (!wanted.borrower_ || wanted.borrower_ == memberId) return 0;
    if (std::find(wanted.holds_.begin(), wanted.holds_.end(), memberId) != wanted.holds_.end()) return 0;
    wanted.holds_.push_back(memberId);
    return wanted.holds_.size();
  }
  bool renew(const std::string& barcode, unsigned day) {
    Copy& lent = copies_.at(barcode);
    if (!lent.borrower_) return false;
    if (!lent.holds_.empty() || day > lent.dueDay_) return false;
    if (lent.renewals_ == 2) return false;
    ++lent.renewals_;
    lent.dueDay_ = std::max(lent.dueDay_, day + 14);
    return true;
  }
  /// The member whom the copy is kept for from now on, if any; a late return costs the borrower or guarantor.
  std::optional<int> giveBack(const std::string& barcode, unsigned day) {
    Copy& returned = copies_.at(barcode);
    if (!returned.borrower_) throw std::logic_error("not lent");
    Member& reader = *members_.at(*returned.borrower_);
    if (day > returned.dueDay_) {
      const unsigned fee = std::min(400u, (day - returned.dueDay_) * 20);
      Member& payer = reader.guarantor_ ? *reader.guarantor_ : reader;
      payer.owed_ += fee;
      ++reader.lateReturns_;
    }
    returned.borrower_.reset();
    if (returned.holds_.empty()) return std::nullopt;
    returned.keptUntil_ = day + 7;
    return returned.holds_.front();
  }

 private:
  std::map<int, std::shared_ptr<Member>> members_;
  std::map<std::string, Copy> copies_;
};

}  // namespace objects::library
