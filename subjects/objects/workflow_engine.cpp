// Documents that go through a workflow: drafted, reviewed, approved, published, with people who may.
//
// What makes it hard: states that only a sequence of calls reaches, each asking for a person with a role and
// a document in the state before.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace objects::workflow {

enum class Role { Author, Reviewer, Editor };

class Person {
 public:
  Person(std::string name, Role role) : name_(std::move(name)), role_(role) {}

  const std::string& name() const { return name_; }
  Role role() const { return role_; }
  void block() { isBlocked_ = true; }
  bool isBlocked() const { return isBlocked_; }

 private:
  std::string name_;
  Role role_;
  bool isBlocked_ = false;
};

class Document {
 public:
  enum class State { Draft, InReview, Approved, Rejected, Published };

  explicit Document(std::string title) : title_(std::move(title)) {}

  const std::string& title() const { return title_; }
  State state() const { return state_; }
  void write(const std::string& text) {
    if (state_ != State::Draft) throw std::logic_error("not a draft any more");
    text_ += text;
  }
  void submit(const Person& author) {
    require(author, Role::Author);
    if (state_ != State::Draft || text_.size() < 5) throw std::logic_error("not ready");
    state_ = State::InReview;
  }
  void review(const Person& reviewer, int score) {
    require(reviewer, Role::Reviewer);
    if (state_ != State::InReview) throw std::logic_error("not in review");
    scores_.push_back(score);
    if (score < 0) state_ = State::Rejected;
  }
  void approve(const Person& editor) {
    require(editor, Role::Editor);
    if (state_ != State::InReview || scores_.size() < 3) throw std::logic_error("not reviewed");
    int sum = 0;
    for (const int score : scores_) sum += score;
    state_ = sum > 20 ? State::Approved : State::Draft;
    if (state_ == State::Draft) scores_.clear();
  }
  void publish() {
    if (state_ != State::Approved) throw std::logic_error("not approved");
    state_ = State::Published;
  }
  size_t reviews() const { return scores_.size(); }

 private:
  static void require(const Person& person, Role role) {
    if (person.isBlocked() || person.role() != role) throw std::invalid_argument("may not");
  }

  std::string title_;
  std::string text_;
  State state_ = State::Draft;
  std::vector<int> scores_;
};

class Archive {
 public:
  void keep(std::shared_ptr<Document> document) { documents_.push_back(std::move(document)); }
  /// Of published documents with more than three reviews.
  int classics() const {
    int found = 0;
    for (const auto& document : documents_) {
      if (!document) continue;
      if (document->state() == Document::State::Published && document->reviews() > 3) ++found;
    }
    return found;
  }
  std::string verdict() const {
    const int found = classics();
    if (found == 0) return "none";
    return found > 1 ? "several" : "one";
  }

 private:
  std::vector<std::shared_ptr<Document>> documents_;
};

}  // namespace objects::workflow
