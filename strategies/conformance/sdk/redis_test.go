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

	. "retrystorm/strategies/conformance"
)

// A server that answers LOADING takes no time: the instants at which commands arrive are
// those at which they left.
func TestGoRedis(t *testing.T) {
	const calls = 3000
	traces := make([]Trace, calls)
	synctest.Test(t, func(t *testing.T) {
		for i := range traces {
			start := time.Now()
			c := redis.NewClient(&redis.Options{
				Addr: "127.0.0.1:6379", Protocol: 2, DisableIdentity: true, PoolSize: 1, ContextTimeoutEnabled: false,
				Dialer: func(context.Context, string, string) (net.Conn, error) {
					client, server := net.Pipe()
					go loading(server, &traces[i], start)
					return client, nil
				},
			})
			c.Get(context.Background(), "key")
			traces[i].Over = time.Since(start)
			c.Close()
		}
	})
	ours := Ours(t, Preset(t, "go-redis@9.23.0"), Always(503), calls)
	Alike(t, "LOADING", traces, ours, 3, 1)
	Report(t, "go-redis@9.23.0", "delays of 3 retries after LOADING: ends, means, distributions")
}

// loading is a server that has not loaded its data yet.
func loading(conn net.Conn, tr *Trace, start time.Time) {
	defer conn.Close()
	r := bufio.NewReader(conn)
	for {
		cmd, err := command(r)
		if err != nil {
			return
		}
		answer := "+OK\r\n"
		switch cmd {
		case "get", "GET":
			tr.Sent = append(tr.Sent, time.Since(start))
			time.Sleep(Latency)
			answer = "-LOADING Redis is loading the dataset in memory\r\n"
		case "hello", "HELLO":
			answer = "-ERR unknown command\r\n"
		}
		if _, err := conn.Write([]byte(answer)); err != nil {
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
