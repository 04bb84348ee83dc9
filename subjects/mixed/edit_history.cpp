// An editor's changes, which can be undone, redone and merged.
//
// What makes it hard: states that only a history of changes has.
// Expected: every branch can be covered.
// Infeasible: none.
#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace edit {

struct Insert {
  std::size_t at;
  std::string text;
};
struct Erase {
  std::size_t at;
  std::string removed;
};
struct Replace {
  std::size_t at;
  std::string before, after;
};
using Change = std::variant<Insert, Erase, Replace>;

template <class... Fs>
struct Overloaded : Fs... {
  using Fs::operator()...;
};

class Buffer {
 public:
  explicit Buffer(std::size_t historyLimit = 8) : limit_(std::max<std::size_t>(historyLimit, 1)) {}

  bool insert(std::size_t at, const std::string& text) {
    if (at > text_.size() || text.empty()) return false;
    if (auto* last = mergeable(); last != nullptr && last->at + last->text.size() == at && text != "\n") {
      text_.insert(at, text);
      last->text += text;
      redo_.clear();
      return true;
    }
    commit(Insert{at, text});
    return true;
  }

  bool erase(std::size_t at, std::size_t length) {
    if (at >= text_.size() || length == 0) return false;
    commit(Erase{at, text_.substr(at, length)});
    return true;
  }

  int replaceAll(std::string_view what, std::string_view with) {
    if (what.empty()) return 0;
    int count = 0;
    auto from = text_.begin();
    while (true) {
      const auto hit = std::search(from, text_.end(), std::boyer_moore_searcher(what.begin(), what.end()));
      if (hit == text_.end()) return count;
      const auto at = static_cast<std::size_t>(hit - text_.begin());
      commit(Replace{at, std::string(what), std::string(with)});
      from = text_.begin() + static_cast<std::ptrdiff_t>(at + with.size());
      ++count;
    }
  }

  bool undo() {
    if (undo_.empty()) return false;
    Change change = std::move(undo_.back());
    undo_.pop_back();
    std::visit(Overloaded{
                   [this](const Insert& c) { text_.erase(c.at, c.text.size()); },
                   [this](const Erase& c) { text_.insert(c.at, c.removed); },
                   [this](const Replace& c) { text_.replace(c.at, c.after.size(), c.before); },
               },
               change);
    redo_.push_back(std::move(change));
    sealed_ = true;
    if (savedDepth_ && undo_.size() < *savedDepth_ && lost_ > 0) savedDepth_.reset();
    return true;
  }

  bool redo() {
    if (redo_.empty()) return false;
    apply(redo_.back());
    undo_.push_back(std::move(redo_.back()));
    redo_.pop_back();
    return true;
  }

  void save() {
    savedDepth_ = undo_.size();
    sealed_ = true;
  }

  std::string status() const {
    if (!savedDepth_) return lost_ > 0 ? "unsaved, truncated" : "unsaved";
    if (*savedDepth_ == undo_.size()) return redo_.empty() ? "clean" : "clean, redo available";
    return *savedDepth_ > undo_.size() ? "behind" : "ahead";
  }

  const std::string& text() const { return text_; }
  std::size_t lost() const { return lost_; }

 private:
  Insert* mergeable() {
    if (sealed_ || undo_.empty()) return nullptr;
    return std::get_if<Insert>(&undo_.back());
  }

  void apply(const Change& change) {
    if (const auto* i = std::get_if<Insert>(&change)) {
      text_.insert(i->at, i->text);
    } else if (const auto* e = std::get_if<Erase>(&change)) {
      text_.erase(e->at, e->removed.size());
    } else {
      const auto& r = std::get<Replace>(change);
      text_.replace(r.at, r.before.size(), r.after);
    }
  }

  void commit(Change change) {
    apply(change);
    if (savedDepth_ && *savedDepth_ > undo_.size()) savedDepth_.reset();
    redo_.clear();
    undo_.push_back(std::move(change));
    sealed_ = false;
    if (undo_.size() > limit_) {
      undo_.erase(undo_.begin());
      ++lost_;
      if (savedDepth_) savedDepth_ = *savedDepth_ == 0 ? std::nullopt : std::optional(*savedDepth_ - 1);
    }
  }

  std::string text_;
  std::vector<Change> undo_, redo_;
  std::optional<std::size_t> savedDepth_;
  std::size_t limit_, lost_ = 0;
  bool sealed_ = false;
};

}  // namespace edit
