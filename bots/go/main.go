// The connection: dials the arena, keeps one stream open, and answers with what choose returns.
package main

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	pb "meiji-arena-bot/arena/v1"
)

//go:generate sh generate.sh

const firstWait, longestWait, finishWait = 100 * time.Millisecond, 10 * time.Second, 5 * time.Second

var endpoint, token = os.Getenv("ARENA_ENDPOINT"), os.Getenv("ARENA_TOKEN")

func main() {
	if endpoint == "" || token == "" {
		exit(2, "Set ARENA_ENDPOINT to host:port and ARENA_TOKEN to the bot's token, or start this with arena local.")
	}
	finishing := untilSignal()
	giveUp, unset := time.ParseDuration(os.Getenv("ARENA_GIVE_UP_SECONDS") + "s")
	conn, err := grpc.NewClient(endpoint, grpc.WithTransportCredentials(security()), grpc.WithNoProxy(),
		grpc.WithKeepaliveParams(keepalive.ClientParameters{Time: 20 * time.Second, PermitWithoutStream: true}))
	if err != nil {
		exit(2, err)
	}
	gateway, wait, lost, said := pb.NewBotGatewayClient(conn), firstWait, time.Now(), ""
	for {
		began := time.Now()
		welcomed, redial, err := play(gateway, finishing)
		isFinishing := finishing.Err() != nil
		switch end := status.Convert(err); {
		case end.Code() == codes.Unauthenticated || end.Code() == codes.Aborted: // a bad token, or another session took over
			exit(2, end.Message())
		case isFinishing && err == io.EOF: // the arena ended the stream with OK
			return
		case err != nil && end.Message() != said:
			said = end.Message()
			fmt.Fprintf(os.Stderr, "no connection to %s: %s; dialling again\n", endpoint, said)
		}
		if welcomed {
			lost = time.Now()
		}
		if wait = min(2*wait, longestWait); lost.Sub(began) > wait {
			wait = firstWait
		}
		if away := time.Since(lost); isFinishing && away > finishWait || unset == nil && away > giveUp {
			exit(1, "gave up: no connection to "+endpoint)
		}
		time.Sleep(max(redial, time.Duration(float64(wait)*(0.5+rand.Float64()/2))))
		conn.ResetConnectBackoff() // the pause was ours
	}
}

// play is one session, from Hello to the end of the stream. It returns how long to wait if the arena asked for a new dial.
func play(gateway pb.BotGatewayClient, finishing context.Context) (welcomed bool, redial time.Duration, err error) {
	ctx, cancel := context.WithCancel(metadata.AppendToOutgoingContext(context.Background(), "authorization", "Bearer "+token))
	defer cancel()
	stream, err := gateway.Play(ctx)
	if err != nil {
		return false, 0, err
	}
	var sending sync.Mutex
	send := func(message *pb.BotMessage) {
		sending.Lock()
		defer sending.Unlock()
		_ = stream.Send(message) // if the stream is lost, Recv says why
	}
	answer := func(decision *pb.Decision) {
		choice := &pb.Choice{Decision: decision.Id, Index: uint32(choose(decision))}
		send(&pb.BotMessage{Kind: &pb.BotMessage_Choice{Choice: choice}})
	}
	send(&pb.BotMessage{Kind: &pb.BotMessage_Hello{Hello: &pb.Hello{BotVersion: version, Language: "go"}}})
	for {
		message, err := stream.Recv()
		if err != nil {
			return welcomed, 0, err
		}
		switch kind := message.Kind.(type) { // kinds of later versions are ignored
		case *pb.ArenaMessage_Welcome:
			welcomed = true
			fmt.Printf("connected to %s as %s\n", endpoint, kind.Welcome.BotName)
			defer context.AfterFunc(finishing, func() { send(&pb.BotMessage{Kind: &pb.BotMessage_Finish{Finish: &pb.Finish{}}}) })()
			for _, decision := range kind.Welcome.Pending {
				go answer(decision)
			}
		case *pb.ArenaMessage_Decision:
			go answer(kind.Decision)
		case *pb.ArenaMessage_Ping:
			send(&pb.BotMessage{Kind: &pb.BotMessage_Pong{Pong: &pb.Pong{Nonce: kind.Ping.Nonce}}})
		case *pb.ArenaMessage_MatchResult:
			r := kind.MatchResult
			fmt.Printf("%s %s: place %d of %d %s\n", r.Game, r.MatchId, r.Place, len(r.Places), r.Page)
		case *pb.ArenaMessage_SetResult:
			r := kind.SetResult
			fmt.Printf("%s %s set over %s\n", r.Game, r.Kind, r.Reason) // with a reason it is void; a notice tells the rating
		case *pb.ArenaMessage_Notice:
			fmt.Fprintln(os.Stderr, "notice:", kind.Notice.Text)
		case *pb.ArenaMessage_Redial:
			return welcomed, time.Duration(kind.Redial.AfterMs) * time.Millisecond, nil
		}
	}
}

// untilSignal ends at the first Ctrl-C or SIGTERM, to finish the sets under way; a second one stops the bot at once.
func untilSignal() context.Context {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, func() { time.AfterFunc(500*time.Millisecond, stop) }) // `timeout` sends two at once
	return ctx
}

// security is plain text on this machine, TLS elsewhere; ARENA_CA names the file of a private authority.
func security() credentials.TransportCredentials {
	host, _, _ := net.SplitHostPort(endpoint)
	file, local := os.Getenv("ARENA_CA"), host == "localhost" || net.ParseIP(host).IsLoopback()
	if file == "" && (local || os.Getenv("ARENA_PLAIN_TEXT") != "") {
		return insecure.NewCredentials()
	} else if file == "" {
		return credentials.NewTLS(&tls.Config{})
	}
	authority, err := credentials.NewClientTLSFromFile(file, "")
	if err != nil {
		exit(2, err)
	}
	return authority
}

func exit(code int, reason any) {
	fmt.Fprintln(os.Stderr, reason)
	os.Exit(code)
}
