// The menus of a program: items in submenus, shortcuts, and what a key does.
//
// What makes it hard: a key only does something where an item with that shortcut hangs in the tree, enabled,
// below menus that are visible; items are put into the tree by value of a unique_ptr.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace objects::menus {

struct Shortcut {
  char key = 0;
  bool control = false;
  bool shift = false;
};

class Item {
 public:
  explicit Item(int command) : command_(command) {}

  int command() const { return command_; }
  void setShortcut(const Shortcut& shortcut) {
    if (shortcut.key < 'a' || shortcut.key > 'z') throw std::invalid_argument("no such key");
    shortcut_ = shortcut;
  }
  const Shortcut& shortcut() const { return shortcut_; }
  void disable() { isEnabled_ = false; }
  bool isEnabled() const { return isEnabled_; }
  void check(bool checked) { isChecked_ = checked; }
  bool isChecked() const { return isChecked_; }

 private:
  int command_;
  Shortcut shortcut_;
  bool isEnabled_ = true;
  bool isChecked_ = false;
};

class Menu {
 public:
  explicit Menu(std::string title) : title_(std::move(title)) {}

  const std::string& title() const { return title_; }
  Item& add(std::unique_ptr<Item> item) {
    if (!item) throw std::invalid_argument("no item");
    items_.push_back(std::move(item));
    return *items_.back();
  }
  Menu& add(std::unique_ptr<Menu> menu) {
    if (!menu) throw std::invalid_argument("no menu");
    submenus_.push_back(std::move(menu));
    return *submenus_.back();
  }
  void hide() { isHidden_ = true; }
  bool isHidden() const { return isHidden_; }
  size_t size() const { return items_.size(); }
  size_t submenuCount() const { return submenus_.size(); }
  const Item* find(const Shortcut& shortcut) const {
    if (isHidden_) return nullptr;
    for (const auto& item : items_) {
      const Shortcut& own = item->shortcut();
      if (own.key == shortcut.key && own.control == shortcut.control && own.shift == shortcut.shift)
        return item.get();
    }
    for (const auto& menu : submenus_) {
      if (const Item* const found = menu->find(shortcut)) return found;
    }
    return nullptr;
  }
  int depth() const {
    int deepest = 0;
    for (const auto& menu : submenus_) {
      if (menu->depth() > deepest) deepest = menu->depth();
    }
    return deepest + 1;
  }

 private:
  std::string title_;
  std::vector<std::unique_ptr<Item>> items_;
  std::vector<std::unique_ptr<Menu>> submenus_;
  bool isHidden_ = false;
};

class Window {
 public:
  void setMenu(std::unique_ptr<Menu> menu) { menu_ = std::move(menu); }
  void setReadOnly(bool readOnly) { isReadOnly_ = readOnly; }

  enum class Effect { None, Beep, Toggled, Done };

  Effect press(char key, bool control, bool shift) const {
    if (!menu_ || key < 'a' || key > 'z') return Effect::None;
    const Item* const item = menu_->find({key, control, shift});
    if (item == nullptr) return Effect::None;
    if (!item->isEnabled()) return Effect::Beep;
    if (item->isChecked() && isReadOnly_) return Effect::Beep;
    return item->isChecked() ? Effect::Toggled : Effect::Done;
  }
  /// 0: fine; 1: nested too deep; 2: too many on one level; 3: no menu.
  int layoutProblem() const {
    if (!menu_) return 3;
    if (menu_->depth() > 3) return 1;
    if (menu_->size() + menu_->submenuCount() > 5) return 2;
    return 0;
  }

 private:
  std::unique_ptr<Menu> menu_;
  bool isReadOnly_ = false;
};

}  // namespace objects::menus
