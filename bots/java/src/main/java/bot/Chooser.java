package bot;

import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import meiji.arena.v1.Decision;
import meiji.arena.v1.IkiObservation;
import meiji.arena.v1.IkiRoom;

/** Your idea goes here: {@code choose} returns the index of the action to play. */
record Chooser(boolean randomInEveryGame) {
    static final String VERSION = "1.0";

    /** Plays IKI by a few rules, and any legal action in other games. */
    int choose(Decision decision) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        if (!decision.getObservation().hasIki() || randomInEveryGame) {
            return random.nextInt(decision.getLegalActionsCount());
        }
        IkiObservation iki = decision.getObservation().getIki();
        List<Double> values = // chance breaks ties
                decision.getLegalActionsList().stream()
                        .map(action -> rate(action, iki, decision.getSeat()) + random.nextDouble())
                        .toList();
        return IntStream.range(0, values.size())
                .boxed()
                .max(Comparator.comparing(values::get))
                .orElseThrow();
    }

    /** Reads the position: feed artisans, recruit no one too late, place new ones beside your own. */
    private static long rate(String action, IkiObservation iki, int seat) {
        String[] words = action.split(" ");
        List<IkiRoom> mine = iki.getRoomsList().stream()
                .filter(r -> r.hasOwner() && r.getOwner() == seat)
                .toList();
        long artisans = mine.stream().filter(IkiRoom::hasLevel).count(); // only artisans have a level
        boolean hungry = iki.getPlayers(seat).getRice() < artisans;
        return switch (words[0]) {
            case "buy_rice_pair" -> hungry ? 8 : 0;
            case "foreman_rice" -> hungry ? 8 : 2;
            case "recruit" -> iki.getMonth() < 10 ? 6 : 0;
            case "place" ->
                mine.stream()
                        .filter(r -> r.getRoom().startsWith(words[1].substring(0, 2)))
                        .count();
            case "foreman_build" -> 9;
            case "buy_fish" -> 8;
            case "buy_tobacco" -> 7;
            case "income" -> 6;
            case "trade" -> 5;
            case "buy_pipe" -> 4;
            case "buy_koban", "watch", "save" -> 3;
            case "build" -> 2;
            case "end", "stop" -> 1;
            default -> 0;
        };
    }
}
