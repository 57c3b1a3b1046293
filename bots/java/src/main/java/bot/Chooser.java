package bot;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import meiji.arena.v1.Decision;
import meiji.arena.v1.IkiObservation;
import meiji.arena.v1.IkiRoom;

/** Your idea goes here: {@code choose} returns the index of the action to play. */
record Chooser(boolean randomInEveryGame) {
  static final String VERSION = "1.0";

  /** What the rules think of an action of IKI, by its first word; what is not here is worth 0. */
  private static final Map<String, Integer> WORTH =
      Map.ofEntries(
          Map.entry("foreman_build", 9),
          Map.entry("buy_fish", 8),
          Map.entry("buy_tobacco", 7),
          Map.entry("recruit", 6),
          Map.entry("income", 6),
          Map.entry("trade", 5),
          Map.entry("buy_pipe", 4),
          Map.entry("buy_koban", 3),
          Map.entry("watch", 3),
          Map.entry("save", 3),
          Map.entry("foreman_rice", 2),
          Map.entry("build", 2),
          Map.entry("end", 1),
          Map.entry("stop", 1));

  /** Plays IKI by a few rules, and any legal action in other games. */
  int choose(Decision decision) {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    if (!decision.getObservation().hasIki() || randomInEveryGame) {
      return random.nextInt(decision.getLegalActionsCount());
    }
    int best = 0;
    double most = -1;
    for (int index = 0; index < decision.getLegalActionsCount(); index++) {
      String action = decision.getLegalActions(index);
      double value = rate(action, decision.getObservation().getIki(), decision.getSeat());
      value += random.nextDouble(); // breaks ties
      if (value > most) {
        most = value;
        best = index;
      }
    }
    return best;
  }

  /** Reads the position: feed artisans, recruit no one too late, place new ones beside your own. */
  private static long rate(String action, IkiObservation iki, int seat) {
    String[] words = action.split(" ");
    List<IkiRoom> mine =
        iki.getRoomsList().stream().filter(r -> r.hasOwner() && r.getOwner() == seat).toList();
    long artisans = mine.stream().filter(IkiRoom::hasLevel).count(); // only artisans have a level
    boolean hungry = iki.getPlayers(seat).getRice() < artisans;
    return switch (words[0]) {
      case "buy_rice_pair", "foreman_rice" -> hungry ? 8 : WORTH.getOrDefault(words[0], 0);
      case "recruit" -> iki.getMonth() < 10 ? WORTH.get("recruit") : 0;
      case "place" ->
          mine.stream().filter(r -> r.getRoom().startsWith(words[1].substring(0, 2))).count();
      default -> WORTH.getOrDefault(words[0], 0);
    };
  }
}
