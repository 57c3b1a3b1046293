package bot;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.stub.BlockingClientCall;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import meiji.arena.v1.ArenaMessage;
import meiji.arena.v1.BotGatewayGrpc;
import meiji.arena.v1.BotMessage;
import meiji.arena.v1.Choice;
import meiji.arena.v1.Decision;
import meiji.arena.v1.Finish;
import meiji.arena.v1.Hello;
import meiji.arena.v1.MatchResult;
import meiji.arena.v1.Pong;
import meiji.arena.v1.SetResult;
import sun.misc.Signal;

/** The connection: dials the arena, keeps a stream open, and answers with what choose returns. */
public final class Bot {
  private static final long FIRST_WAIT_MS = 100;
  private static final long LONGEST_WAIT_MS = 10_000;
  private static final long FINISH_WAIT_MS = 5_000;
  private static final Set<Status.Code> REFUSED = // or taken over by another session
      Set.of(Status.Code.UNAUTHENTICATED, Status.Code.ABORTED);

  private static Chooser chooser;
  private static BlockingClientCall<BotMessage, ArenaMessage> stream; // null unless welcomed
  private static volatile long finishing; // since when; 0 before the first Ctrl-C or SIGTERM

  public static void main(String[] words) throws IOException, InterruptedException {
    if (Arena.ENDPOINT.isEmpty() || Arena.TOKEN.isEmpty()) {
      exit(2, "Set ARENA_ENDPOINT to host:port and ARENA_TOKEN to the bot's token.");
    }
    List.of("INT", "TERM").forEach(name -> Signal.handle(new Signal(name), signal -> finish()));
    chooser = new Chooser(List.of(words).contains("random"));
    String said = "";
    long wait = FIRST_WAIT_MS;
    for (long lost = System.currentTimeMillis(); ; ) {
      long began = System.currentTimeMillis();
      long redialMs = 0;
      ManagedChannel channel = Arena.dial();
      try {
        redialMs = play(BotGatewayGrpc.newBlockingV2Stub(channel).play());
        if (finishing > 0 && redialMs == 0) {
          exit(0, "finished"); // the arena ended the stream with OK
        }
      } catch (StatusException error) {
        Throwable cause = error.getStatus().getCause();
        String reason = (cause == null ? error : cause).getMessage();
        if (REFUSED.contains(error.getStatus().getCode())) {
          exit(2, reason);
        } else if (!said.equals(reason)) {
          said = reason;
          System.err.printf("no connection to %s: %s; dialling again%n", Arena.ENDPOINT, said);
        }
      }
      channel.shutdownNow();
      lost = stream != null ? System.currentTimeMillis() : lost;
      setOpen(null);
      wait = lost - began > wait ? FIRST_WAIT_MS : Math.min(2 * wait, LONGEST_WAIT_MS);
      double patience = finishing > 0 ? FINISH_WAIT_MS : Arena.GIVE_UP_MS;
      if (System.currentTimeMillis() - lost > patience) {
        exit(1, "gave up: no connection to " + Arena.ENDPOINT);
      }
      Thread.sleep(redialMs > 0 ? redialMs : ThreadLocalRandom.current().nextLong(wait / 2, wait));
    }
  }

  /** One session, to the end of the stream. Returns after how long to dial again, if asked to. */
  private static long play(BlockingClientCall<BotMessage, ArenaMessage> opened)
      throws InterruptedException, StatusException {
    Hello.Builder hello = Hello.newBuilder().setBotVersion(Chooser.VERSION).setLanguage("java");
    opened.write(BotMessage.newBuilder().setHello(hello).build());
    for (ArenaMessage message; (message = opened.read()) != null; ) {
      switch (message.getKindCase()) {
        case WELCOME -> {
          System.out.println("connected as " + message.getWelcome().getBotName());
          setOpen(opened);
          message.getWelcome().getPendingList().forEach(Bot::answer);
        }
        case DECISION -> answer(message.getDecision());
        case PING -> {
          Pong.Builder pong = Pong.newBuilder().setNonce(message.getPing().getNonce());
          send(BotMessage.newBuilder().setPong(pong));
        }
        case MATCH_RESULT -> {
          MatchResult r = message.getMatchResult();
          String place = "place %d of %d".formatted(r.getPlace(), r.getPlacesCount());
          System.out.printf("%s %s: %s %s%n", r.getGame(), r.getMatchId(), place, r.getPage());
        }
        case SET_RESULT -> { // with a reason it is void
          SetResult r = message.getSetResult();
          System.out.printf("%s set: rating %.0f %s%n", r.getGame(), r.getRating(), r.getReason());
        }
        case NOTICE -> System.err.println("notice: " + message.getNotice().getText());
        case REDIAL -> {
          return Math.max(1, message.getRedial().getAfterMs());
        }
        default -> {} // MATCH_STARTED, and kinds of later versions
      }
    }
    return 0;
  }

  /** Sets the way out; null closes it. A bot that is finishing says so again. */
  private static synchronized void setOpen(BlockingClientCall<BotMessage, ArenaMessage> now) {
    stream = now;
    if (finishing > 0) {
      send(BotMessage.newBuilder().setFinish(Finish.getDefaultInstance()));
    }
  }

  /** The first signal finishes the sets under way; a second one stops at once. */
  private static void finish() {
    if (finishing == 0) {
      finishing = System.currentTimeMillis();
      send(BotMessage.newBuilder().setFinish(Finish.getDefaultInstance()));
    } else if (System.currentTimeMillis() - finishing > 500) {
      exit(1, "stopped");
    }
  }

  /** Thinks in another thread, so that a slow decision never holds up the stream. */
  private static void answer(Decision decision) {
    Choice.Builder choice = Choice.newBuilder().setDecision(decision.getId());
    BotMessage.Builder message = BotMessage.newBuilder();
    new Thread(() -> send(message.setChoice(choice.setIndex(chooser.choose(decision))))).start();
  }

  private static synchronized void send(BotMessage.Builder message) {
    try {
      if (stream != null) {
        stream.write(message.build());
      }
    } catch (InterruptedException | StatusException error) {
      // the stream is lost: reading it says why
    }
  }

  private static void exit(int code, String reason) {
    System.err.println(reason);
    Runtime.getRuntime().halt(code);
  }
}
