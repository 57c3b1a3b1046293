// A searching player for every game: `arena simulator` tells what each action leads to, in several worlds that fit the observation.
package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"sync"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	pb "meiji-arena-bot/arena/v1"
)

const worlds, ahead = 8, 8

// simulator is dialled once; ARENA_SIMULATOR names another address than that of `arena simulator`.
var simulator = sync.OnceValue(func() pb.SimulatorServiceClient {
	address := os.Getenv("ARENA_SIMULATOR")
	if address == "" {
		address = "127.0.0.1:50061"
	}
	conn, err := grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithNoProxy())
	if err != nil {
		exit(2, err)
	}
	return pb.NewSimulatorServiceClient(conn)
})

// search returns the action after which this seat has the most points, a few random choices later.
func search(decision *pb.Decision) int {
	points, err := look(decision)
	if err != nil {
		fmt.Fprintf(os.Stderr, "no search, the first action is played: %v (is `arena simulator` running?)\n", err)
		return 0
	}
	return slices.Index(points, slices.Max(points))
}

// look adds up the points that each action leads to in every world. A stream is a search tree: it ends with the search.
func look(decision *pb.Decision) ([]int32, error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	stream, err := simulator().Search(ctx)
	if err != nil {
		return nil, err
	}
	ask := func(request *pb.SearchRequest) (*pb.SearchResponse, error) {
		_ = stream.Send(request) // if it failed, Recv says why
		return stream.Recv()
	}
	draw := &pb.Draw{Observation: decision.Observation, Worlds: worlds}
	drawn, err := ask(&pb.SearchRequest{Step: &pb.SearchRequest_Draw{Draw: draw}})
	if err != nil {
		return nil, err
	}
	looks := &pb.Looks{Ahead: ahead}
	for _, position := range drawn.GetPositions().Positions {
		looks.Positions = append(looks.Positions, position.Number)
	}
	looked, err := ask(&pb.SearchRequest{Step: &pb.SearchRequest_Looks{Looks: looks}})
	if err != nil {
		return nil, err
	}
	points := make([]int32, len(decision.LegalActions))
	for _, result := range looked.GetLooks().Results {
		for action, standing := range result.Standings {
			points[action] += standing
		}
	}
	return points, nil
}
