package sdk

import (
	"bufio"
	"context"
	"errors"
	"net"
	"testing"
	"testing/synctest"
	"time"

	"github.com/redis/go-redis/v9"

	"retrystorm/strategies"
	. "retrystorm/strategies/conformance"
)

// redisTraces is calls one after the other, each of a client of its own. Every attempt
// takes its time and gets an answer; an empty one closes the connection.
func redisTraces(t *testing.T, calls int, answer string, more func(*redis.Options)) []Trace {
	traces := make([]Trace, calls)
	synctest.Test(t, func(t *testing.T) {
		for i := range traces {
			start := time.Now()
			o := &redis.Options{
				Addr: "127.0.0.1:6379", Protocol: 2, DisableIdentity: true, PoolSize: 1, ContextTimeoutEnabled: false,
				Dialer: func(context.Context, string, string) (net.Conn, error) {
					client, server := net.Pipe()
					go serve(server, answer, &traces[i], start)
					return client, nil
				},
			}
			more(o)
			c := redis.NewClient(o)
			c.Get(context.Background(), "key")
			traces[i].Over = time.Since(start)
			c.Close()
		}
	})
	return traces
}

const loading = "-LOADING Redis is loading the dataset in memory\r\n"

func TestGoRedis(t *testing.T) {
	const calls = 3000
	usual := func(*redis.Options) {}
	for _, tt := range []struct {
		what, answer string
		code         int
		retries      int
	}{
		{"LOADING", loading, 503, 3},
		{"READONLY", "-READONLY You can't write against a read only replica.\r\n", 503, 3},
		{"too many clients", "-ERR max number of clients reached\r\n", 503, 3},
		{"a connection that breaks", "", 0, 3},
		{"an error of the command", "-WRONGTYPE Operation against a key holding the wrong kind of value\r\n", 404, 0},
	} {
		Alike(t, tt.what, redisTraces(t, calls, tt.answer, usual), Ours(t, Preset(t, "go-redis@9.23.0"), Always(tt.code), calls), tt.retries, 1)
	}
	Report(t, "go-redis@9.23.0", "delays of 5 scripts: LOADING, READONLY, too many clients, broken connections, errors of a command")
}

func TestGoRedisCurve(t *testing.T) {
	const calls, retries = 3000, 9
	p := Preset(t, "go-redis@9.23.0")
	p.MaxAttempts = retries + 1
	theirs := redisTraces(t, calls, loading, func(o *redis.Options) { o.MaxRetries = retries })
	AlikeWithin(t, "curve", theirs, Ours(t, p, Always(503), calls), retries)
	Report(t, "go-redis@9.23.0", "delays of so many retries that the cap is passed: means, distributions")
}

// A server that takes a command and does not answer is left after the timeout that the
// preset states.
func TestGoRedisTimeout(t *testing.T) {
	p, err := strategies.FindPreset("go-redis@9.23.0")
	if err != nil {
		t.Fatal(err)
	}
	for _, tr := range redisTraces(t, 100, silent, func(*redis.Options) {}) {
		if len(tr.Sent) != 4 {
			t.Fatalf("%d attempts, want 4", len(tr.Sent))
		}
		for k := range 3 {
			wait := tr.Sent[k+1] - tr.Sent[k] - p.Timeouts.Attempt
			if most := 10*time.Millisecond + 20*time.Millisecond<<k; wait < 10*time.Millisecond || wait > most {
				t.Fatalf("retry %d comes %v after the timeout, want 10 ms to %v", k+1, wait, most)
			}
		}
	}
	Report(t, "go-redis@9.23.0", "a server that never answers: timeout of an attempt, and another one")
}

// silent is the answer that does not come.
const silent = "silent"

// serve is a server of one connection.
func serve(conn net.Conn, answer string, tr *Trace, start time.Time) {
	defer conn.Close()
	r := bufio.NewReader(conn)
	for {
		cmd, err := command(r)
		if err != nil {
			return
		}
		reply := "+OK\r\n"
		switch cmd {
		case "get", "GET":
			tr.Sent = append(tr.Sent, time.Since(start))
			if answer == silent {
				continue
			}
			time.Sleep(Latency)
			if reply = answer; reply == "" {
				return
			}
		case "hello", "HELLO":
			reply = "-ERR unknown command\r\n"
		}
		if _, err := conn.Write([]byte(reply)); err != nil {
			return
		}
	}
}

// command reads an array of bulk strings and returns its first.
func command(r *bufio.Reader) (first string, err error) {
	line, err := r.ReadString('\n')
	if err != nil {
		return "", err
	}
	if line[0] != '*' {
		return "", errors.New("no array")
	}
	n := 0
	for _, c := range line[1 : len(line)-2] {
		n = 10*n + int(c-'0')
	}
	for i := range n {
		if _, err := r.ReadString('\n'); err != nil { // $len
			return "", err
		}
		word, err := r.ReadString('\n')
		if err != nil {
			return "", err
		}
		if i == 0 {
			first = word[:len(word)-2]
		}
	}
	return first, nil
}
