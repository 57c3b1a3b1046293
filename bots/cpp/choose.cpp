// Your idea goes here: Choose returns the index of the action to play.
#include "choose.h"

#include <map>
#include <random>
#include <string_view>

namespace {

thread_local std::mt19937 chance{std::random_device{}()};

// What the rules think of an action of IKI, by its first word; what is not here is worth 0.
const std::map<std::string_view, int> kWorth = {
    {"foreman_build", 9}, {"buy_fish", 8}, {"buy_tobacco", 7}, {"recruit", 6}, {"income", 6},
    {"trade", 5},         {"buy_pipe", 4}, {"buy_koban", 3},   {"watch", 3},   {"save", 3},
    {"foreman_rice", 2},  {"build", 2},    {"end", 1},         {"stop", 1},
};

// Reads the position: feed the artisans, recruit no one too late, and place new ones beside your own.
int Rate(std::string_view action, const arena::v1::IkiObservation& iki, unsigned seat) {
  const std::string_view verb = action.substr(0, action.find(' ')), place = action.substr(action.find(' ') + 1);
  unsigned artisans = 0;
  int neighbours = 0;
  for (const auto& room : iki.rooms()) {
    if (!room.has_owner() || room.owner() != seat) continue;
    if (room.has_level()) ++artisans;  // only artisans have one
    if (room.room().starts_with(place.substr(0, 2))) ++neighbours;
  }
  const bool hungry = iki.players(seat).rice() < artisans;
  if (hungry && (verb == "buy_rice_pair" || verb == "foreman_rice")) return 8;
  if (verb == "recruit" && iki.month() >= 10) return 0;
  if (verb == "place") return neighbours;
  const auto known = kWorth.find(verb);
  return known == kWorth.end() ? 0 : known->second;
}

}  // namespace

// Plays IKI by a few rules, and any legal action in other games; `bot random` does so in every game.
int Choose(const arena::v1::Decision& decision) {
  const int actions = decision.legal_actions_size();
  if (!decision.observation().has_iki() || random_in_every_game)
    return std::uniform_int_distribution(0, actions - 1)(chance);
  int best = 0;
  double most = -1;
  for (int index = 0; index < actions; ++index) {
    double value = Rate(decision.legal_actions(index), decision.observation().iki(), decision.seat());
    value += std::uniform_real_distribution()(chance);  // breaks ties
    if (value > most) {
      most = value;
      best = index;
    }
  }
  return best;
}
