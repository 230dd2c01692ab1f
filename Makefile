# make test is the whole suite: Go alone, a few minutes on two cores. make test-all
# adds what takes longer.

GO ?= go
STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2

# Trials run side by side here; the kernel itself knows no concurrency.
CONCURRENT = ./experiments ./internal/cli

.PHONY: test test-all race long lint bench mutants golden conformance

test:
	$(GO) test ./...

test-all: lint test race long mutants conformance

# The race detector needs a C compiler.
race:
	$(GO) test -race -short $(CONCURRENT)

# The proofs with all the trials they are about.
long:
	$(GO) test -tags long -timeout 60m ./experiments/proof

lint:
	@test -z "$$(gofmt -l .)" || { echo "gofmt these files:"; gofmt -l .; exit 1; }
	$(GO) vet ./...
	$(GO) run $(STATICCHECK) ./...

# Events, attempts and calls per second, bytes per client.
bench:
	$(GO) test ./sim ./experiments -run '^$$' -bench . -benchtime 1x

# Plants faults one at a time; the test that is there for each must fail.
mutants:
	$(GO) run ./internal/mutants

# Writes expected outputs anew, those of README.md included. Read the difference.
golden:
	$(GO) test ./internal/cli ./internal/tidy ./report ./experiments/document -update

# The real libraries against the presets; docs/conformance.md says which. It fetches them.
conformance:
	strategies/conformance/run
