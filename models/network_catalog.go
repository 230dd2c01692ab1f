package models

import (
	"time"

	"retrystorm/sim/catalog"
)

// Networks lists the kinds of network. A bare duration, or a distribution, is a wire
// with that delay. The profiles are wires with other defaults, so each number can be
// changed; their Source names where each comes from. Measured are round trips, of which
// a delay is half.
func Networks() []catalog.Row[Network] {
	type row = catalog.Row[Network]
	return []row{
		{Name: "wire", Doc: "A delay and a loss for each direction; bandwidth, handshakes and outages if they matter.", Source: "own", Short: "delay",
			New: func() Network { return &Wire{} }},
		{Name: "lan", Doc: "Inside a data centre: 0.25 ms one way, 1 ms at the 99th percentile.", Source: "assumed: round trips of about 0.5 ms",
			New: func() Network { return &Wire{Delay: NewLognormal(250*time.Microsecond, time.Millisecond)} }},
		{Name: "wan", Doc: "Between regions of a continent: 20 ms one way, 40 ms at the 99th percentile.", Source: "assumed: round trips of about 40 ms",
			New: func() Network { return &Wire{Delay: NewLognormal(20*time.Millisecond, 40*time.Millisecond)} }},
		{Name: "wifi", Doc: "A home or an office: 10.5 ms one way, 135 ms at the 99th percentile; 45 Mbit/s up, 85 Mbit/s down; hardly anything is lost.",
			Source: "median and bandwidth: fixed lines in the Speedtest Global Index, September 2020 (21 ms, 85.73 and 45.74 Mbit/s); " +
				"99th percentile: half of 250 ms for the wireless hop, Sui et al., MobiSys 2016, added to it; handshakes: " + handshakeSource + "; loss assumed",
			New: wifi},
		{Name: "mobile", Doc: "A phone on the move: 20 ms one way, 250 ms at the 99th percentile; 11 Mbit/s up, 36 Mbit/s down; some seconds in ten minutes without a connection.",
			Source: "median and bandwidth: mobile networks in the Speedtest Global Index, September 2020 (40 ms, 35.96 and 11.22 Mbit/s); handshakes: " +
				handshakeSource + "; 99th percentile, loss and outages assumed",
			New: mobile},
		{Name: "satellite", Doc: "A geostationary satellite: 314 ms one way, 440 ms at the 99th percentile; 2.8 Mbit/s up, 22 Mbit/s down; a minute in six hours is lost to rain.",
			Source: "median and bandwidth: Viasat in the first quarter of 2022, Ookla (628 ms, 22.31 and 2.81 Mbit/s), of which at least 240 ms one way are the speed of light, RFC 2488, section 2; handshakes: " +
				handshakeSource + "; 99th percentile, loss and outages assumed",
			New: satellite},
	}
}

// handshakeSource is why a connection takes two round trips: one of TCP and one of TLS.
const handshakeSource = "RFC 9293, section 3.5, and RFC 8446, section 2"

func wifi() Network {
	return &Wire{
		Delay:       NewLognormal(10500*time.Microsecond, 135*time.Millisecond),
		RequestLoss: 0.001, ResponseLoss: 0.001,
		Up: 45e6, Down: 85e6, Handshakes: 2,
	}
}

func mobile() Network {
	return &Wire{
		Delay:       NewLognormal(20*time.Millisecond, 250*time.Millisecond),
		RequestLoss: 0.005, ResponseLoss: 0.005,
		Up: 11e6, Down: 36e6, Handshakes: 2,
		Outages: &Outages{Every: &Exponential{MeanTime: 10 * time.Minute}, For: NewLognormal(5*time.Second, time.Minute)},
	}
}

func satellite() Network {
	return &Wire{
		Delay:       &Shifted{By: 240 * time.Millisecond, Time: NewLognormal(74*time.Millisecond, 200*time.Millisecond)},
		RequestLoss: 0.002, ResponseLoss: 0.002,
		Up: 2.8e6, Down: 22e6, Handshakes: 2,
		Outages: &Outages{Every: &Exponential{MeanTime: 6 * time.Hour}, For: &Exponential{MeanTime: time.Minute}},
	}
}
