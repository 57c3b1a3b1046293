# frozen_string_literal: true

# Plays through the bridge: one JSON line comes in, one index goes out. Your idea goes into choose.
require "json"

$stdout.sync = true # every answer goes out at once

# What the rules think of an action of IKI, by its first word; what is not here is worth 0.
WORTH = {
  "foreman_build" => 9, "buy_fish" => 8, "buy_tobacco" => 7, "recruit" => 6, "income" => 6, "trade" => 5,
  "buy_pipe" => 4, "buy_koban" => 3, "watch" => 3, "save" => 3, "foreman_rice" => 2, "build" => 2,
  "end" => 1, "stop" => 1
}.freeze

# The index of the action to play: IKI by a few rules, other games at random.
def choose(decision)
  legal, view, seat = decision.values_at("legal", "view", "seat")
  return rand(legal.size) unless decision["game"] == "iki"

  legal.each_index.max_by { |index| rate(legal[index], view, seat) + rand } # chance breaks ties
end

# Reads the position: feed the artisans, recruit no one too late, and place new ones beside your own.
def rate(action, view, seat)
  verb, object = action.split
  mine = view["rooms"].select { |room| room["owner"] == seat }
  hungry = view["players"][seat]["rice"] < mine.count { |room| room["level"] } # only artisans have a level
  return 8 if hungry && %w[buy_rice_pair foreman_rice].include?(verb)
  return 0 if verb == "recruit" && view["month"] >= 10
  return mine.count { |room| room["room"][0, 2] == object[0, 2] } if verb == "place"

  WORTH.fetch(verb, 0)
end

$stdin.each_line { |line| puts choose(JSON.parse(line)) }
