// A good order book in C++ for the same recorded flow as bench/book.ts, to measure ours against.
//
// Orders are one struct each in a pool, queues are intrusive lists of pool indexes, levels stand in a
// sorted vector with the best at the end, ids are dense and index a vector: the layout one would choose
// for speed without tying the book to a fixed window of prices.
//
// usage: book-peer FLOW-FILE REPETITIONS      prints one line of JSON

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

constexpr int32_t kNone = -1;
enum Kind : uint8_t { kGtc, kIoc, kFok, kPostOnly, kCancel, kShrink };

struct Flow {
  int32_t length = 0;
  int32_t orders = 0;
  std::vector<double> price, quantity;
  std::vector<int32_t> id, owner;
  std::vector<uint8_t> kind, is_buy;
};

struct Order {
  int64_t remaining;
  int32_t level, next, previous, owner, id;
};

struct Level {
  int64_t key, quantity;
  int32_t head, tail, orders;
  bool is_buy;
};

struct Entry {
  int64_t key;
  int32_t level;
};

class Book {
 public:
  explicit Book(int32_t orders) : slot_of_(orders, kNone) {
    orders_.reserve(16384);
    levels_.reserve(4096);
    buys_.reserve(4096);
    sells_.reserve(4096);
  }

  void place(Kind kind, bool is_buy, int64_t price, int64_t quantity, int32_t owner, int32_t id) {
    auto& opposite = is_buy ? sells_ : buys_;
    const int64_t crossing = is_buy ? -price : price;
    int64_t remaining = quantity;
    if (!opposite.empty() && opposite.back().key >= crossing) {
      if (kind == kPostOnly) return;
      if (kind == kFok && !fillable(opposite, crossing, quantity, owner)) return;
      bool stopped = false;
      while (remaining > 0 && !opposite.empty() && opposite.back().key >= crossing) {
        Level& level = levels_[opposite.back().level];
        Order& maker = orders_[level.head];
        if (maker.owner == owner) {
          stopped = true;
          break;
        }
        const int64_t filled = maker.remaining < remaining ? maker.remaining : remaining;
        remaining -= filled;
        record(maker.id, level.key < 0 ? -level.key : level.key, filled);
        if (filled == maker.remaining) {
          unlink(level.head);
        } else {
          maker.remaining -= filled;
          level.quantity -= filled;
        }
      }
      if (stopped || remaining == 0) return;
    }
    if (kind == kIoc || kind == kFok) return;
    rest(is_buy, price, remaining, owner, id);
  }

  void cancel(int32_t id) {
    const int32_t slot = slot_of_[id];
    if (slot != kNone) unlink(slot);
  }

  void shrink(int32_t id, int64_t quantity) {
    const int32_t slot = slot_of_[id];
    if (slot == kNone) return;
    Order& order = orders_[slot];
    if (quantity <= 0 || quantity >= order.remaining) return;
    levels_[order.level].quantity -= order.remaining - quantity;
    order.remaining = quantity;
  }

  int64_t trades = 0, volume = 0;
  uint32_t checksum = 0;

 private:
  void record(int32_t maker, int64_t price, int64_t quantity) {
    trades++;
    volume += quantity;
    checksum = (checksum ^ static_cast<uint32_t>(maker)) * 16777619u;
    checksum = (checksum ^ static_cast<uint32_t>(price)) * 16777619u;
    checksum = (checksum ^ static_cast<uint32_t>(quantity)) * 16777619u;
  }

  bool fillable(const std::vector<Entry>& opposite, int64_t crossing, int64_t quantity, int32_t owner) const {
    int64_t found = 0;
    for (auto entry = opposite.rbegin(); entry != opposite.rend() && entry->key >= crossing; ++entry) {
      for (int32_t slot = levels_[entry->level].head; slot != kNone; slot = orders_[slot].next) {
        if (orders_[slot].owner == owner) return false;
        found += orders_[slot].remaining;
        if (found >= quantity) return true;
      }
    }
    return false;
  }

  void rest(bool is_buy, int64_t price, int64_t quantity, int32_t owner, int32_t id) {
    const int32_t level_index = open_level(is_buy ? buys_ : sells_, is_buy ? price : -price, is_buy);
    int32_t slot = free_order_;
    if (slot == kNone) {
      slot = static_cast<int32_t>(orders_.size());
      orders_.emplace_back();
    } else {
      free_order_ = orders_[slot].next;
    }
    Level& level = levels_[level_index];
    orders_[slot] = Order{quantity, level_index, kNone, level.tail, owner, id};
    if (level.tail == kNone) level.head = slot;
    else orders_[level.tail].next = slot;
    level.tail = slot;
    level.quantity += quantity;
    level.orders++;
    slot_of_[id] = slot;
  }

  void unlink(int32_t slot) {
    Order& order = orders_[slot];
    Level& level = levels_[order.level];
    if (order.previous == kNone) level.head = order.next;
    else orders_[order.previous].next = order.next;
    if (order.next == kNone) level.tail = order.previous;
    else orders_[order.next].previous = order.previous;
    level.quantity -= order.remaining;
    slot_of_[order.id] = kNone;
    if (--level.orders == 0) {
      close_level(level.is_buy ? buys_ : sells_, level.key);
      level.head = free_level_;
      free_level_ = order.level;
    }
    order.next = free_order_;
    free_order_ = slot;
  }

  // Looks from the best price outwards in doubling steps: nearly everything happens near it.
  static int64_t at_or_below(const std::vector<Entry>& side, int64_t key) {
    int64_t above = static_cast<int64_t>(side.size()), at = above - 1, step = 1;
    while (at >= 0 && side[at].key > key) {
      above = at;
      at -= step;
      step *= 2;
    }
    if (at < 0) at = -1;
    while (above - at > 1) {
      const int64_t middle = (at + above) >> 1;
      if (side[middle].key > key) above = middle;
      else at = middle;
    }
    return at;
  }

  int32_t open_level(std::vector<Entry>& side, int64_t key, bool is_buy) {
    const int64_t at = at_or_below(side, key);
    if (at >= 0 && side[at].key == key) return side[at].level;
    int32_t index = free_level_;
    if (index == kNone) {
      index = static_cast<int32_t>(levels_.size());
      levels_.emplace_back();
    } else {
      free_level_ = levels_[index].head;
    }
    levels_[index] = Level{key, 0, kNone, kNone, 0, is_buy};
    side.insert(side.begin() + at + 1, Entry{key, index});
    return index;
  }

  static void close_level(std::vector<Entry>& side, int64_t key) {
    if (side.back().key == key) side.pop_back();
    else side.erase(side.begin() + at_or_below(side, key));
  }

  std::vector<Order> orders_;
  std::vector<Level> levels_;
  std::vector<Entry> buys_, sells_;
  std::vector<int32_t> slot_of_;
  int32_t free_order_ = kNone, free_level_ = kNone;
};

template <typename T>
void read_column(std::FILE* file, std::vector<T>& column, int32_t length) {
  column.resize(length);
  if (std::fread(column.data(), sizeof(T), length, file) != static_cast<size_t>(length)) std::exit(2);
}

Flow read_flow(const char* path) {
  Flow flow;
  std::FILE* file = std::fopen(path, "rb");
  if (!file) std::exit(2);
  int32_t head[2];
  if (std::fread(head, sizeof head, 1, file) != 1) std::exit(2);
  flow.length = head[0];
  flow.orders = head[1];
  read_column(file, flow.price, flow.length);
  read_column(file, flow.quantity, flow.length);
  read_column(file, flow.id, flow.length);
  read_column(file, flow.owner, flow.length);
  read_column(file, flow.kind, flow.length);
  read_column(file, flow.is_buy, flow.length);
  std::fclose(file);
  return flow;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const Flow flow = read_flow(argv[1]);
  const int repetitions = std::atoi(argv[2]);
  std::printf("{\"ns\":[");
  int64_t trades = 0, volume = 0;
  uint32_t checksum = 0;
  for (int r = 0; r < repetitions; r++) {
    Book book(flow.orders);
    const auto start = std::chrono::steady_clock::now();
    for (int32_t i = 0; i < flow.length; i++) {
      const Kind kind = static_cast<Kind>(flow.kind[i]);
      if (kind == kCancel) book.cancel(flow.id[i]);
      else if (kind == kShrink) book.shrink(flow.id[i], static_cast<int64_t>(flow.quantity[i]));
      else
        book.place(kind, flow.is_buy[i] == 1, static_cast<int64_t>(flow.price[i]),
                   static_cast<int64_t>(flow.quantity[i]), flow.owner[i], flow.id[i]);
    }
    const auto ns = std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - start);
    std::printf("%s%lld", r ? "," : "", static_cast<long long>(ns.count()));
    trades = book.trades;
    volume = book.volume;
    checksum = book.checksum;
  }
  std::printf("],\"trades\":%lld,\"volume\":%lld,\"checksum\":%u}\n", static_cast<long long>(trades),
              static_cast<long long>(volume), checksum);
  return 0;
}
