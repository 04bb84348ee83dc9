// May a job be printed, and how many sheets does it take?
//
// What makes it hard: a job of fifteen members, among them lists of page ranges, that
// must fit each other, the trays of the printer and the account of its owner, all at once.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace wide {

enum class Paper { A5, A4, A3, Letter, Envelope };
enum class Medium { Plain, Heavy, Glossy, Transparency };
enum class Duplex { Off, LongEdge, ShortEdge };
enum class Finishing { None, Staple, Punch, Booklet };

struct PrintJob {
  std::string title;
  int pages = 1;                            // of the document
  std::vector<std::pair<int, int>> ranges;  // first and last page; none: all
  int copies = 1;
  bool isCollated = true;
  Paper paper = Paper::A4;
  Medium medium = Medium::Plain;
  bool isColour = false;
  int resolution = 600;
  Duplex duplex = Duplex::Off;
  int pagesPerSide = 1;
  Finishing finishing = Finishing::None;
  int tray = 0;  // 0: whichever fits
  std::optional<int> pin;
  int hour = 12;  // when it is printed
};

struct Account {
  bool isGuest = false;
  bool mayPrintColour = false;
  int sheetsLeft = 100;
  int colourSidesLeft = 0;
};

enum class Problem {
  None,
  NoTitle,
  BadPages,
  BadRange,
  BadCopies,
  BadLayout,
  BadResolution,
  WrongTray,
  NoDuplex,
  BadFinishing,
  BadPin,
  NotForGuests,
  NoColour,
  OutOfQuota,
  Closed,
};

/// The parts are private: each relies on those before it.
class PrintQueue {
 public:
  /// The first problem and the sheets that the job takes; no sheets where there is a problem.
  static std::pair<Problem, int> admit(const PrintJob& job, const Account& account) {
    Problem problem = documentProblem(job);
    if (problem == Problem::None) problem = paperProblem(job);
    if (problem == Problem::None) problem = finishingProblem(job);
    if (problem == Problem::None) problem = accountProblem(job, account);
    if (problem != Problem::None) return {problem, 0};
    const int sheets = sheetsOf(job);
    if (sheets > account.sheetsLeft) return {Problem::OutOfQuota, 0};
    if (job.isColour && sidesOf(job) > account.colourSidesLeft) return {Problem::OutOfQuota, 0};
    // Large jobs are left to the night.
    if (sheets > 500 && job.hour >= 8 && job.hour < 18) return {Problem::Closed, 0};
    return {Problem::None, sheets};
  }

 private:
  static constexpr int kMostPages = 5'000;
  static constexpr int kMostCopies = 99;

  static Problem documentProblem(const PrintJob& job) {
    if (job.title.empty()) return Problem::NoTitle;
    if (job.pages < 1 || job.pages > kMostPages) return Problem::BadPages;
    int last = 0;
    for (const auto& [from, to] : job.ranges) {
      if (from <= last || to < from || to > job.pages) return Problem::BadRange;
      last = to;
    }
    if (job.copies < 1 || job.copies > kMostCopies) return Problem::BadCopies;
    if (job.pagesPerSide < 1 || job.pagesPerSide > 16) return Problem::BadLayout;
    if (job.pagesPerSide > 1 && job.paper == Paper::Envelope) return Problem::BadLayout;
    if (job.resolution < 150 || job.resolution > 1200) return Problem::BadResolution;
    if (job.pin && (*job.pin < 1000 || *job.pin > 9999)) return Problem::BadPin;
    return Problem::None;
  }

  /// Trays: 1 for A4 and Letter, 2 for A3 and A4, 3 by hand for anything.
  static bool fitsTray(Paper paper, Medium medium, int tray) {
    if (tray == 0 || tray == 3) return true;
    if (medium != Medium::Plain) return false;
    if (paper == Paper::A4) return true;
    return tray == 1 ? paper == Paper::Letter : paper == Paper::A3;
  }

  static Problem paperProblem(const PrintJob& job) {
    if (job.tray < 0 || job.tray > 3) return Problem::WrongTray;
    if (!fitsTray(job.paper, job.medium, job.tray)) return Problem::WrongTray;
    if (job.duplex == Duplex::Off) return Problem::None;
    if (job.medium == Medium::Transparency || job.paper == Paper::Envelope) return Problem::NoDuplex;
    return Problem::None;
  }

  static Problem finishingProblem(const PrintJob& job) {
    if (job.finishing == Finishing::None) return Problem::None;
    if (job.medium == Medium::Transparency || job.paper == Paper::Envelope) return Problem::BadFinishing;
    const int sheets = sheetsOfCopy(job);
    if (job.finishing == Finishing::Staple) {
      return sheets < 2 || sheets > 50 || !job.isCollated ? Problem::BadFinishing : Problem::None;
    }
    if (job.finishing == Finishing::Punch)
      return job.paper == Paper::A5 ? Problem::BadFinishing : Problem::None;
    // A booklet is folded across its sheets.
    if (job.duplex != Duplex::ShortEdge || job.pagesPerSide != 2) return Problem::BadFinishing;
    return sheets > 20 ? Problem::BadFinishing : Problem::None;
  }

  static Problem accountProblem(const PrintJob& job, const Account& account) {
    const bool isModest = job.copies <= 5 && job.finishing != Finishing::Booklet;
    if (account.isGuest && !isModest) return Problem::NotForGuests;
    if (job.isColour && !account.mayPrintColour) return Problem::NoColour;
    return Problem::None;
  }

  static int sidesOfCopy(const PrintJob& job) {
    int pages = job.ranges.empty() ? job.pages : 0;
    for (const auto& [from, to] : job.ranges) pages += to - from + 1;
    return (pages + job.pagesPerSide - 1) / job.pagesPerSide;
  }

  static int sheetsOfCopy(const PrintJob& job) {
    const int sides = sidesOfCopy(job);
    return job.duplex == Duplex::Off ? sides : (sides + 1) / 2;
  }

  static int sidesOf(const PrintJob& job) { return sidesOfCopy(job) * job.copies; }

  static int sheetsOf(const PrintJob& job) { return sheetsOfCopy(job) * job.copies; }
};

}  // namespace wide
