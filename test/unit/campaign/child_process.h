// Parts of a test in a process of their own, which may be killed.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <functional>
#include <string>

namespace covolve::campaign::stored {

/// Forks; the child does its work with the pipe's end to write to, and is never seen again.
class Child {
 public:
  explicit Child(const std::function<void(int)>& work) {
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0) return;
    id_ = fork();
    if (id_ == 0) {
      close(ends[0]);
      work(ends[1]);
      _exit(0);
    }
    close(ends[1]);
    end_ = ends[0];
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    if (!hasEnded_) wait();
    close(end_);
  }

  /// One byte from it; false: it has closed its end.
  bool read(char& byte) const { return ::read(end_, &byte, 1) == 1; }
  std::string readAll() const {
    std::string text;
    for (char byte = 0; read(byte);) text += byte;
    return text;
  }
  void kill() const { ::kill(id_, SIGKILL); }
  /// Its status, as waitpid has it.
  int wait() {
    int status = -1;
    waitpid(id_, &status, 0);
    hasEnded_ = true;
    return status;
  }

 private:
  pid_t id_ = -1;
  int end_ = -1;
  bool hasEnded_ = false;
};

inline void send(int end, const std::string& text) {
  if (::write(end, text.data(), text.size()) < 0) _exit(1);
}

/// Root may write everywhere, so the child is somebody else then.
inline std::string outputOfUnprivilegedChild(const std::function<std::string()>& work) {
  constexpr uid_t kNobody = 65534;
  Child child([&](int end) {
    if (geteuid() == 0 && setuid(kNobody) != 0) _exit(1);
    send(end, work());
  });
  return child.readAll();
}

}  // namespace covolve::campaign::stored
