package trace

import (
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"

	"retrystorm/sim"
)

// everything is a record of each kind, status and reason, on both links.
func everything() (recs []sim.Record) {
	for k := sim.Kind(0); sim.AllKinds>>k&1 == 1; k++ {
		recs = append(recs, sim.Record{At: 17, D: -1, Call: 1, Kind: k})
	}
	for st := range sim.Statuses {
		recs = append(recs, sim.Record{At: 1 << 62, D: 1 << 62, Seq: 1<<32 - 1, Client: 1<<32 - 1, Link: 1, Status: sim.Status(st)})
	}
	for r := range reasons {
		recs = append(recs, sim.Record{Attempt: 1<<16 - 1, Call: 1<<32 - 1, Reason: r})
	}
	return recs
}

// TestRoundTrip: what is written is read back, whatever it is.
func TestRoundTrip(t *testing.T) {
	recs := everything()
	got, err := Read(strings.NewReader(written(t, recs...)))
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got.Records, recs) {
		t.Errorf("read %v, want %v", got.Records, recs)
	}
	want := []Link{{"fleet/gateway", "gateway"}, {`gateway/store, "big"`, `store, "big"`}}
	if !reflect.DeepEqual(got.Links, want) {
		t.Errorf("links %q, want %q", got.Links, want)
	}
}

// TestAllReasons fails when a reason is added that Read does not know.
func TestAllReasons(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Errorf("there is a reason %q beyond the last that is read", reasons)
		}
	}()
	_ = reasons.String()
}

// TestLines pins the format.
func TestLines(t *testing.T) {
	got := written(t,
		sim.Record{At: 1500, Kind: sim.CallBegan, Call: 1, Client: 7, D: 3_000_000},
		sim.Record{At: 1700, Kind: sim.LateReply, Seq: 4, Attempt: 2, Link: 1, D: 200, Status: sim.Unavailable, Replica: 3},
		sim.Record{At: 1800, Kind: sim.CallStopped, Call: 1, Attempt: 65535, Client: 7, Status: sim.GateClosed, Reason: sim.AttemptLimit})
	want := `time_ns,kind,call,attempt,seq,client,link,node,status,reason,d_ns,replica
1500,call-began,1,0,0,7,fleet/gateway,gateway,ok,,3000000,0
1700,late-reply,0,2,4,0,"gateway/store, ""big""","store, ""big""",503,,200,3
1800,call-stopped,1,65535,0,7,fleet/gateway,gateway,gate,"limit of 65,535 attempts",0,0
`
	if got != want {
		t.Errorf("wrote\n%swant\n%s", got, want)
	}
}

// TestNoAllocation: a trace may be of a hundred million records.
func TestNoAllocation(t *testing.T) {
	w := NewWriter(io.Discard, gateway)
	r := sim.Record{At: 1 << 62, D: 1 << 62, Call: 1<<32 - 1, Seq: 1<<32 - 1, Client: 1<<32 - 1, Attempt: 1<<16 - 1, Link: 1, Reason: sim.AttemptLimit}
	if got := testing.AllocsPerRun(1000, func() { w.Observe(&r) }); got != 0 {
		t.Errorf("%v allocations per record, want 0", got)
	}
}

// full is a disk without room.
type full struct{ room int }

var errFull = errors.New("no space left")

func (f *full) Write(b []byte) (int, error) {
	if f.room -= len(b); f.room < 0 {
		return 0, errFull
	}
	return len(b), nil
}

// TestWriteError: an error on the way or at the end is kept for Close.
func TestWriteError(t *testing.T) {
	for _, row := range []struct {
		records int
		why     string
	}{
		{1, "all in the buffer: Close meets the error"},
		{10_000, "Observe meets it"},
	} {
		w := NewWriter(&full{room: 10}, gateway)
		for range row.records {
			w.Observe(&sim.Record{})
		}
		if err := w.Close(); !errors.Is(err, errFull) {
			t.Errorf("%s: error %v, want %v", row.why, err, errFull)
		}
	}
}

const header = "time_ns,kind,call,attempt,seq,client,link,node,status,reason,d_ns,replica\n"

// TestReadErrors: a message says where and what.
func TestReadErrors(t *testing.T) {
	for _, row := range []struct{ file, want, why string }{
		{"", "the file is empty", "nothing at all"},
		{"a,b\n", `line 1, column 1: the header is "a,b"`, "another file"},
		{header + "1,call-began,1,0,0,7,a/b,b,ok,,0,0\n1,call-begun,1,0,0,7,a/b,b,ok,,0,0\n", `line 3, column 3: unknown kind "call-begun"`, "misspelt kind"},
		{header + "1,replied,0,1,1,0,a/b,b,999,,0,0\n", `line 2, column 25: unknown status "999"`, "unknown status"},
		{header + "1,replied,0,1,1,0,a/b,b,ok,why,0,0\n", `line 2, column 28: unknown reason "why"`, "unknown reason"},
		{header + "-1,replied,0,1,1,0,a/b,b,ok,,0,0\n", `line 2, column 1: time_ns is "-1", want a whole number from 0`, "before the run"},
		{header + "1,replied,0,65536,1,0,a/b,b,ok,,0,0\n", `line 2, column 13: attempt is "65536", want a whole number from 0 to 65535`, "beyond the range"},
		{header + "1,replied,0,1,1,0,a/b,b,ok,,0.5,0\n", `line 2, column 29: d_ns is "0.5"`, "a fraction"},
		{header + "1,replied,0\n", "line 2, column 1: want 12 fields; is the line cut off?", "cut off"},
		{header + "1,\"replied,0,1,1,0,a/b,b,ok,,0,0\n", "line 2, column", "a quote left open"},
	} {
		_, err := Read(strings.NewReader(row.file))
		if err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: error %v, want %q", row.why, err, row.want)
		}
	}
}

// TestManyLinks: the 256th link is one too many.
func TestManyLinks(t *testing.T) {
	var b strings.Builder
	b.WriteString(header)
	for i := range 256 {
		b.WriteString("1,replied,0,1,1,0,a/" + strings.Repeat("b", i) + ",b,ok,,0,0\n")
	}
	if _, err := Read(strings.NewReader(b.String())); err == nil || !strings.Contains(err.Error(), "line 257, column 19") {
		t.Errorf("error %v, want one of line 257, column 19", err)
	}
}

// FuzzRead: no file makes Read or Story panic, and what can be read is told.
func FuzzRead(f *testing.F) {
	f.Add(header + "1,call-began,1,0,0,7,a/b,b,ok,,0,0\n1,attempt-sent,1,1,1,7,a/b,b,ok,,0,0\n1,call-began,2,0,1,0,b/c,c,ok,,0,0\n")
	f.Add(header + "1,\"call-began\",1,0,0,7,\"a\"\"\",b,ok,,-5\r\n")
	f.Add("\n")
	f.Fuzz(func(t *testing.T, file string) {
		tr, err := Read(strings.NewReader(file))
		if err != nil {
			return
		}
		for call := range uint32(3) {
			var b strings.Builder
			if err := Story(&b, tr, call); err == nil && !strings.HasPrefix(b.String(), "call ") {
				t.Errorf("the story of call %d begins %.20q", call, b.String())
			}
		}
	})
}
