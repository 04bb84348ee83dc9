// A model of a file system: folders, files, owners and links.
//
// What makes it hard: what may be read is decided by owner and mode of the file and of all folders above it;
// files are found by name in folders that were filled by calls.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

namespace objects::files {

class Node {
 public:
  Node(int owner, int mode) : owner_(owner), mode_(mode & 0777) {}

  int owner() const { return owner_; }
  int mode() const { return mode_; }
  void chown(int owner) { owner_ = owner; }
  void chmod(int mode) {
    if (mode < 0 || mode > 0777) throw std::invalid_argument("no such mode");
    mode_ = mode;
  }
  bool isReadableBy(int user) const { return (mode_ & (user == owner_ ? 0400 : 0004)) != 0; }
  bool isWritableBy(int user) const { return (mode_ & (user == owner_ ? 0200 : 0002)) != 0; }

 private:
  int owner_;
  int mode_;
};

class File : public Node {
 public:
  File(int owner, int mode) : Node(owner, mode) {}

  void append(const std::string& text) { contents_ += text; }
  size_t size() const { return contents_.size(); }
  void lock(int user) { lockedBy_ = user; }
  int lockedBy() const { return lockedBy_; }

 private:
  std::string contents_;
  int lockedBy_ = 0;
};

class Folder : public Node {
 public:
  Folder(int owner, int mode) : Node(owner, mode) {}

  void put(const std::string& name, std::shared_ptr<File> file) {
    if (name.empty() || !file) throw std::invalid_argument("no such file");
    files_[name] = std::move(file);
  }
  void put(const std::string& name, std::shared_ptr<Folder> folder) {
    if (name.empty() || !folder || folder.get() == this) throw std::invalid_argument("no such folder");
    folders_[name] = std::move(folder);
  }
  const File* file(const std::string& name) const {
    const auto found = files_.find(name);
    return found == files_.end() ? nullptr : found->second.get();
  }
  const Folder* folder(const std::string& name) const {
    const auto found = folders_.find(name);
    return found == folders_.end() ? nullptr : found->second.get();
  }
  size_t size() const { return files_.size() + folders_.size(); }

 private:
  std::map<std::string, std::shared_ptr<File>> files_;
  std::map<std::string, std::shared_ptr<Folder>> folders_;
};

class Shell {
 public:
  Shell(std::shared_ptr<Folder> root, int user) : root_(std::move(root)), user_(user) {}

  enum class Answer { NotFound, Forbidden, Locked, Empty, Read };

  Answer read(const std::string& folder, const std::string& name) const {
    if (!root_) return Answer::NotFound;
    const Folder* const where = folder.empty() ? root_.get() : root_->folder(folder);
    if (where == nullptr) return Answer::NotFound;
    if (!root_->isReadableBy(user_) || !where->isReadableBy(user_)) return Answer::Forbidden;
    const File* const file = where->file(name);
    if (file == nullptr) return Answer::NotFound;
    if (!file->isReadableBy(user_)) return Answer::Forbidden;
    if (file->lockedBy() != 0 && file->lockedBy() != user_) return Answer::Locked;
    return file->size() == 0 ? Answer::Empty : Answer::Read;
  }
  bool mayRemove(const std::string& name) const {
    if (!root_ || !root_->isWritableBy(user_)) return false;
    const Folder* const folder = root_->folder(name);
    return folder != nullptr && folder->size() == 0;
  }

 private:
  std::shared_ptr<Folder> root_;
  int user_;
};

}  // namespace objects::files
