package bot;

import io.grpc.ChannelCredentials;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.TlsChannelCredentials;
import io.grpc.stub.MetadataUtils;
import java.io.File;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Where the arena is, and how it is reached: what the environment says. */
final class Arena {
    private static final Map<String, String> ENV = System.getenv();
    static final String ENDPOINT = setting("ARENA_ENDPOINT"), TOKEN = setting("ARENA_TOKEN");
    static final double GIVE_UP_MS = 1000 * Double.parseDouble(ENV.getOrDefault("ARENA_GIVE_UP_SECONDS", "Infinity"));

    private static String setting(String name) {
        if (ENV.getOrDefault(name, "").isEmpty()) {
            Bot.exit(2, "Set ARENA_ENDPOINT to host:port and ARENA_TOKEN to the bot's token, or use arena local.");
        }
        return ENV.get(name);
    }

    static ManagedChannel dial() throws IOException {
        var headers = new Metadata();
        headers.put(Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER), "Bearer " + TOKEN);
        return Grpc.newChannelBuilder(ENDPOINT, security())
                .intercept(MetadataUtils.newAttachHeadersInterceptor(headers))
                .keepAliveTime(20, TimeUnit.SECONDS)
                .build();
    }

    /** Plain text on this machine, TLS elsewhere; ARENA_CA names a private authority's file. */
    private static ChannelCredentials security() throws IOException {
        if (ENV.containsKey("ARENA_CA")) {
            return TlsChannelCredentials.newBuilder()
                    .trustManager(new File(ENV.get("ARENA_CA")))
                    .build();
        }
        boolean local = ENDPOINT.matches("(localhost|127\\..*|\\[::1\\]):\\d+");
        boolean plain = local || ENV.containsKey("ARENA_PLAIN_TEXT");
        return plain ? InsecureChannelCredentials.create() : TlsChannelCredentials.create();
    }

    /** Why a session ended: what the arena says, or else what went wrong with the connection. */
    static String reason(Status status) {
        return status.getCause() == null
                ? status.getDescription()
                : status.getCause().getMessage();
    }
}
