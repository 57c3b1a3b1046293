package bot;

import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.stub.BlockingClientCall;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import meiji.arena.v1.ArenaMessage;
import meiji.arena.v1.BotGatewayGrpc;
import meiji.arena.v1.BotMessage;
import meiji.arena.v1.Decision;
import sun.misc.Signal;

/** The connection: dials the arena, keeps a stream open, and answers with what choose returns. */
public final class Bot {
    private static final long FIRST_WAIT_MS = 100, LONGEST_WAIT_MS = 10_000, FINISH_WAIT_MS = 5_000;
    private static Chooser chooser;
    private static BlockingClientCall<BotMessage, ArenaMessage> stream; // null unless welcomed
    private static volatile long finishing; // since when; 0 before the first Ctrl-C or SIGTERM

    public static void main(String[] words) throws IOException, InterruptedException {
        List.of("INT", "TERM").forEach(name -> Signal.handle(new Signal(name), signal -> finish()));
        Thread.setDefaultUncaughtExceptionHandler((thread, error) -> {
            if (error instanceof IOException) {
                exit(2, "ARENA_CA: " + error.getMessage());
            }
            error.printStackTrace();
            exit(1, "stopped by an error");
        });
        chooser = new Chooser(List.of(words).contains("random"));
        long wait = FIRST_WAIT_MS, lost = System.currentTimeMillis();
        for (String said = ""; ; ) {
            long began = System.currentTimeMillis(), redialMs = 0;
            var channel = Arena.dial();
            try {
                redialMs = play(BotGatewayGrpc.newBlockingV2Stub(channel).play());
                if (finishing > 0 && redialMs == 0) {
                    exit(0, "finished"); // the arena ended the stream with OK
                }
            } catch (StatusException error) {
                String reason = Arena.reason(error.getStatus());
                var code = error.getStatus().getCode();
                if (code == Status.Code.UNAUTHENTICATED || code == Status.Code.ABORTED) {
                    exit(2, reason); // a bad token, or another session took over
                } else if (!said.equals(reason)) {
                    said = reason;
                    System.err.printf("no connection to %s: %s; dialling again%n", Arena.ENDPOINT, said);
                }
            }
            channel.shutdownNow();
            lost = stream != null ? System.currentTimeMillis() : lost;
            setOpen(null);
            wait = lost - began > wait ? FIRST_WAIT_MS : Math.min(2 * wait, LONGEST_WAIT_MS);
            if (System.currentTimeMillis() - lost > (finishing > 0 ? FINISH_WAIT_MS : Arena.GIVE_UP_MS)) {
                exit(1, "gave up: no connection to " + Arena.ENDPOINT);
            }
            Thread.sleep(redialMs > 0 ? redialMs : ThreadLocalRandom.current().nextLong(wait / 2, wait));
        }
    }

    /** One session, to the end of the stream. Returns after how long to dial again, if asked to. */
    private static long play(BlockingClientCall<BotMessage, ArenaMessage> call)
            throws InterruptedException, StatusException {
        var hello = BotMessage.newBuilder();
        hello.getHelloBuilder().setBotVersion(Chooser.VERSION).setLanguage("java");
        call.write(hello.build());
        while (true) {
            ArenaMessage message = call.read();
            if (message == null) {
                return 0;
            }
            switch (message.getKindCase()) {
                case WELCOME -> {
                    System.out.printf(
                            "connected to %s as %s%n",
                            Arena.ENDPOINT, message.getWelcome().getBotName());
                    setOpen(call);
                    message.getWelcome().getPendingList().forEach(Bot::answer);
                }
                case DECISION -> answer(message.getDecision());
                case PING ->
                    send(pong ->
                            pong.getPongBuilder().setNonce(message.getPing().getNonce()));
                case MATCH_RESULT -> {
                    var r = message.getMatchResult();
                    Object[] cells = {r.getGame(), r.getMatchId(), r.getPlace(), r.getPlacesCount(), r.getPage()};
                    System.out.printf("%s %s: place %d of %d %s%n", cells);
                }
                case SET_RESULT -> {
                    var r = message.getSetResult(); // with a reason it is void; a notice tells the rating
                    System.out.printf("%s %s set over %s%n", r.getGame(), r.getKind(), r.getReason());
                }
                case NOTICE ->
                    System.err.println("notice: " + message.getNotice().getText());
                case REDIAL -> {
                    return Math.max(1, message.getRedial().getAfterMs());
                }
                default -> {} // MATCH_STARTED, and kinds of later versions
            }
        }
    }

    /** Sets the way out; null closes it. A bot that is finishing says so again. */
    private static synchronized void setOpen(BlockingClientCall<BotMessage, ArenaMessage> call) {
        stream = call;
        if (finishing > 0) {
            send(BotMessage.Builder::getFinishBuilder);
        }
    }

    /** The first signal finishes the sets under way; a second one stops at once. */
    private static void finish() {
        if (finishing == 0) {
            finishing = System.currentTimeMillis();
            send(BotMessage.Builder::getFinishBuilder);
        } else if (System.currentTimeMillis() - finishing > 500) { // `timeout` sends two at once
            exit(1, "stopped");
        }
    }

    /** Thinks in another thread, so that a slow decision never holds up the stream. */
    private static void answer(Decision decision) {
        Runnable think = () -> {
            int index = chooser.choose(decision);
            send(choice ->
                    choice.getChoiceBuilder().setDecision(decision.getId()).setIndex(index));
        };
        new Thread(think).start();
    }

    private static synchronized void send(Consumer<BotMessage.Builder> fill) {
        var message = BotMessage.newBuilder();
        fill.accept(message);
        try {
            if (stream != null) {
                stream.write(message.build());
            }
        } catch (InterruptedException | StatusException error) {
            // the stream is lost: reading it says why
        }
    }

    static void exit(int code, String reason) {
        System.err.println(reason);
        Runtime.getRuntime().halt(code); // threads may be thinking
    }
}
