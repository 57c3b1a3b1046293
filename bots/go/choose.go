// Your idea goes here: choose returns the index of the action to play.
package main

import (
	"math/rand/v2"
	"os"
	"strings"

	pb "meiji-arena-bot/arena/v1"
)

const version = "1.0"

// worth is what the rules think of an action of IKI, by its first word; what is not here is worth 0.
var worth = map[string]float64{
	"foreman_build": 9, "buy_fish": 8, "buy_tobacco": 7, "recruit": 6, "income": 6, "trade": 5, "buy_pipe": 4,
	"buy_koban": 3, "watch": 3, "save": 3, "foreman_rice": 2, "build": 2, "end": 1, "stop": 1,
}

// choose plays IKI by a few rules, and any legal action in other games. `./bot random` plays every game so; `./bot search` looks ahead.
func choose(decision *pb.Decision) int {
	way := strings.Join(os.Args[1:], " ")
	iki := decision.GetObservation().GetIki()
	if way == "search" {
		return search(decision)
	} else if iki == nil || way == "random" {
		return rand.IntN(len(decision.LegalActions))
	}
	best, most := 0, -1.0
	for index, action := range decision.LegalActions {
		if value := rate(action, iki, decision.Seat) + rand.Float64(); value > most { // chance breaks ties
			best, most = index, value
		}
	}
	return best
}

// rate reads the position: feed the artisans, recruit no one too late, and place new ones beside your own.
func rate(action string, iki *pb.IkiObservation, seat uint32) float64 {
	verb, object, _ := strings.Cut(action, " ")
	artisans, neighbours := 0, 0
	for _, room := range iki.Rooms {
		if room.Owner == nil || *room.Owner != seat {
			continue
		}
		if room.Level != nil { // only artisans have one
			artisans++
		}
		if verb == "place" && room.Room[:2] == object[:2] {
			neighbours++
		}
	}
	hungry := int(iki.Players[seat].Rice) < artisans
	switch {
	case hungry && (verb == "buy_rice_pair" || verb == "foreman_rice"):
		return 8
	case verb == "recruit" && iki.Month >= 10:
		return 0
	case verb == "place":
		return float64(neighbours)
	}
	return worth[verb]
}
