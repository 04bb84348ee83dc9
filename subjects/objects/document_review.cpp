// The review of documents: sections with annotations, roles, and the way from draft to published.
//
// What makes it hard: a document is approved by others than its author, of certain roles, only when the
// threads of annotations in all of its sections, also nested ones, are settled; states are reached by calls.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace objects::review {

enum class Role { Writer, Reviewer, Lawyer, Publisher };

class Person {
 public:
  Person(std::string name, Role role) : name_(std::move(name)), role_(role) {}

  const std::string& name() const { return name_; }
  Role role() const { return role_; }

 private:
  std::string name_;
  Role role_;
};

class Annotation {
 public:
  Annotation(std::shared_ptr<const Person> author, bool isBlocking)
      : author_(std::move(author)), isBlocking_(isBlocking) {
    if (!author_) throw std::invalid_argument("no author");
  }

  const Person& author() const { return *author_; }
  bool isSettled() const { return isSettled_; }
  bool blocks() const { return isBlocking_ && !isSettled_; }
  int replies() const { return replies_; }
  void reply(const Person& by) {
    const bool isAuthor = &by == author_.get();
    if (isAuthor && hasAuthorSpokenLast_) throw std::logic_error("has spoken last");
    hasAuthorSpokenLast_ = isAuthor;
    ++replies_;
  }
  /// Who wrote it settles it at any time; a publisher only after some talk.
  bool settle(const Person& by) {
    if (&by != author_.get() && (by.role() != Role::Publisher || replies_ < 2)) return false;
    isSettled_ = true;
    return true;
  }

 private:
  std::shared_ptr<const Person> author_;
  bool isBlocking_;
  bool hasAuthorSpokenLast_ = true;
  bool isSettled_ = false;
  int replies_ = 0;
};

class Section {
 public:
  Section(std::string title, bool isLegal) : title_(std::move(title)), isLegal_(isLegal) {}
  Section(const Section&) = delete;
  Section& operator=(const Section&) = delete;

  const std::string& title() const { return title_; }
  Section& add(const std::string& title, bool isLegal) {
    return *sections_.emplace_back(std::make_unique<Section>(title, isLegal));
  }
  void annotate(std::shared_ptr<Annotation> annotation) {
    if (!annotation) throw std::invalid_argument("no annotation");
    annotations_.push_back(std::move(annotation));
  }
  Section* find(const std::string& title) {
    if (title_ == title) return this;
    for (const auto& section : sections_) {
      if (Section* const found = section->find(title)) return found;
    }
    return nullptr;
  }
  bool isBlocked() const {
    int open = 0;
    for (const auto& annotation : annotations_) {
      if (annotation->blocks()) return true;
      if (!annotation->isSettled()) ++open;
    }
    if (open >= 3) return true;
    return std::any_of(sections_.begin(), sections_.end(),
                       [](const auto& section) { return section->isBlocked(); });
  }
  bool hasLegalPart() const {
    return isLegal_ || std::any_of(sections_.begin(), sections_.end(),
                                   [](const auto& section) { return section->hasLegalPart(); });
  }

 private:
  std::string title_;
  bool isLegal_;
  std::vector<std::unique_ptr<Section>> sections_;
  std::vector<std::shared_ptr<Annotation>> annotations_;
};

class Document {
 public:
  enum class State { Draft, InReview, Approved, Published, Withdrawn };

  explicit Document(std::shared_ptr<const Person> author) : author_(std::move(author)), root_("", false) {
    if (!author_) throw std::invalid_argument("no author");
  }

  State state() const { return state_; }
  int round() const { return round_; }
  Section& root() { return root_; }
  bool submit(const Person& by) {
    if (state_ != State::Draft || &by != author_.get()) return false;
    if (round_ > 0 && root_.isBlocked()) return false;
    state_ = State::InReview;
    approvals_.clear();
    ++round_;
    return true;
  }
  bool approve(const std::shared_ptr<const Person>& by) {
    if (!by || state_ != State::InReview || by == author_) return false;
    if (by->role() != Role::Reviewer && by->role() != Role::Lawyer) return false;
    if (root_.isBlocked()) return false;
    if (std::find(approvals_.begin(), approvals_.end(), by) != approvals_.end()) return false;
    approvals_.push_back(by);
    if (isApprovedBy(Role::Reviewer) && (!root_.hasLegalPart() || isApprovedBy(Role::Lawyer))) {
      state_ = State::Approved;
    }
    return true;
  }
  bool reject(const Person& by) {
    if (state_ != State::InReview || by.role() == Role::Writer) return false;
    state_ = round_ >= 3 ? State::Withdrawn : State::Draft;
    return true;
  }
  void publish(const Person& by) {
    if (state_ != State::Approved || by.role() != Role::Publisher) throw std::logic_error("cannot publish");
    if (root_.isBlocked()) {
      state_ = State::InReview;
      approvals_.clear();
      return;
    }
    state_ = State::Published;
  }

 private:
  bool isApprovedBy(Role role) const {
    return std::any_of(approvals_.begin(), approvals_.end(),
                       [role](const auto& person) { return person->role() == role; });
  }

  std::shared_ptr<const Person> author_;
  Section root_;
  State state_ = State::Draft;
  int round_ = 0;
  std::vector<std::shared_ptr<const Person>> approvals_;
};

}  // namespace objects::review
