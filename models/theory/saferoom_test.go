package theory

import (
	"math"
	"testing"
)

func TestSafeRoom(t *testing.T) {
	check(t, []value{
		{"280 of 300, 1 retry: less than C x timeout = 300", thirty(280, 1, 0).SafeRoom(), "264"},
		{"280 of 300, 3 retries", thirty(280, 3, 0).SafeRoom(), "250"},
		{"200 of 300, 3 retries: the fluid's bound", thirty(200, 3, 0).SafeRoom(), "300"},
		{"below the threshold no bound is needed", thirty(140, 1, 0).SafeRoom(), "+Inf"},
		{"no retries need no bound", thirty(280, 0, 0).SafeRoom(), "+Inf"},
		{"overload", thirty(310, 1, 0).SafeRoom(), "NaN"},
		{"no workers", Retrying{Lambda: 1, Mu: 1, Timeout: 1}.SafeRoom(), "NaN"},
	})
}

func TestSafeRoomIsTheEdge(t *testing.T) {
	for _, r := range []Retrying{thirty(280, 3, 0), single(6, 1)} {
		room := r.SafeRoom()
		if math.IsInf(room, 0) || math.IsNaN(room) {
			t.Fatalf("%+v: safe room = %g, want a number", r, room)
		}
		for extra, want := range map[int]int{0: 1, 1: 3} {
			r.Room = int(room) + extra
			if got := len(r.States()); got != want {
				t.Errorf("%+v: got %d states, want %d", r, got, want)
			}
		}
	}
}
