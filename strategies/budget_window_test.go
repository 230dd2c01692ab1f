package strategies

import (
	"testing"
	"time"

	"retrystorm/sim"
)

func TestWindowBudgets(t *testing.T) {
	dotnet := WindowBudget{Ratio: 0.1, MinCalls: 10, AtLeast: 1}
	gateway := WindowBudget{Ratio: 0.2, AtLeast: 100}
	tests := []struct {
		reason  string
		budget  WindowBudget
		calls   int
		after   time.Duration // the calls
		retries int           // that are allowed; 1000 is no bound
	}{
		{".NET enforces nothing below 10 calls", dotnet, 9, 0, 1000},
		{".NET allows one in any case", dotnet, 10, 0, 1},
		{".NET rounds down", dotnet, 39, 0, 3},
		{".NET allows a tenth", dotnet, 40, 0, 4},
		{"what is older than 10 s does not count", dotnet, 400, 10 * time.Second, 1000},
		{"what is younger does", dotnet, 400, 8 * time.Second, 40},
		{"the gateway allows 10 a second in any case", gateway, 0, 0, 100},
		{"or a fifth", gateway, 1000, 0, 200},
		{"the SRE book a tenth, and nothing else", WindowBudget{Ratio: 0.1}, 9, 0, 0},
	}
	for _, tt := range tests {
		g := tt.budget.New(sim.Scopes{Clients: 1, PerProcess: 1})
		for range tt.calls {
			g.Left(0, 0, &sim.Call{})
		}
		got, now := 0, sim.Time(tt.after)
		for got < 1000 && g.Ask(now, 0, &sim.Call{Attempts: 1}).Verb == sim.Go {
			g.Take(now, 0, &sim.Call{Attempts: 1})
			got++
		}
		if got != tt.retries {
			t.Errorf("%s: got %d retries, want %d", tt.reason, got, tt.retries)
		}
	}
}

// A retry counts until it is out of the window, and then makes room for another.
func TestWindowBudgetForgetsRetries(t *testing.T) {
	g := WindowBudget{Ratio: 0.1, AtLeast: 1}.New(sim.Scopes{Clients: 1, PerProcess: 1})
	c := &sim.Call{Attempts: 1}
	g.Take(0, 0, c)
	for _, tt := range []struct {
		at   time.Duration
		want sim.Verb
	}{{0, sim.Stop}, {9 * time.Second, sim.Stop}, {10 * time.Second, sim.Go}} {
		if got := g.Ask(sim.Time(tt.at), 0, c).Verb; got != tt.want {
			t.Errorf("%v after a retry: got %v, want %v", tt.at, got, tt.want)
		}
	}
}
