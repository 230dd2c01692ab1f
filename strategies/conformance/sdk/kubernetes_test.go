package sdk

import (
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/util/retry"
	"k8s.io/client-go/util/workqueue"

	"retrystorm/strategies"
	. "retrystorm/strategies/conformance"
)

func kubernetes(b wait.Backoff) func() Call {
	return func() Call {
		return func(attempt func() error) {
			wait.ExponentialBackoff(b, func() (bool, error) { return attempt() == nil, nil })
		}
	}
}

func TestKubernetesWait(t *testing.T) {
	p := Preset(t, "kubernetes-wait@0.37.2")
	p.RetryOn = []strategies.Class{strategies.Any} // what is retried is the caller's
	Alike(t, "DefaultBackoff", Theirs(t, Sample, Always(503), kubernetes(retry.DefaultBackoff)), Ours(t, p, Always(503), Sample), 3, 1)
	p.Backoff, p.MaxAttempts = &strategies.Stages{Base: 10 * time.Millisecond, Multiplier: 1, From: 1, To: 1.1}, 5
	Alike(t, "DefaultRetry", Theirs(t, Sample, Always(503), kubernetes(retry.DefaultRetry)), Ours(t, p, Always(503), Sample), 4, 1)
	Report(t, "kubernetes-wait", "DefaultBackoff and DefaultRetry: ends, means, distributions")
}

// The step that reaches the cap is slept, and nothing follows.
func TestKubernetesCapEnds(t *testing.T) {
	theirs := Theirs(t, 1, Always(503), kubernetes(wait.Backoff{Steps: 10, Duration: time.Second, Factor: 2, Cap: 3 * time.Second}))
	p := Preset(t, "kubernetes-wait@0.37.2")
	p.RetryOn, p.MaxAttempts = []strategies.Class{strategies.Any}, 10
	p.Backoff = &strategies.Stages{Base: time.Second, Multiplier: 2, Cap: 3 * time.Second, CapEnds: true, From: 1, To: 1}
	ours := Ours(t, p, Always(503), 1)
	if len(theirs[0].Sent) != 2 || len(ours[0].Sent) != 2 || theirs[0].Sent[1] != ours[0].Sent[1] {
		t.Errorf("theirs left at %v, ours at %v, want two attempts", theirs[0].Sent, ours[0].Sent)
	}
	if got := theirs[0].Over - ours[0].Over; got != 2*time.Second {
		t.Errorf("theirs gives up %v after ours, want 2s later", got)
	}
	Report(t, "kubernetes-wait", "a cap ends the loop: 2 attempts of 10, and a last delay for nothing")
}

func TestWorkqueue(t *testing.T) {
	theirs := Theirs(t, 3, Always(503), func() Call {
		return func(attempt func() error) {
			l := workqueue.NewTypedItemExponentialFailureRateLimiter[string](5*time.Millisecond, 1000*time.Second)
			for range 20 {
				attempt()
				time.Sleep(l.When("item"))
			}
			attempt()
		}
	})
	p := Preset(t, "client-go-workqueue@0.37.2")
	p.MaxAttempts = 21
	Same(t, "workqueue", theirs, Ours(t, p, Always(503), 3))
	Report(t, "client-go-workqueue", "exact instants of 20 retries")
}
