package online

import (
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"
)

// arXiv responds with status 500 to queries it cannot process, and with 429 to clients that are too
// fast.
func TestFailuresOfAServiceHaveTheirTexts(t *testing.T) {
	until := time.Date(2026, 5, 4, 3, 2, 1, 0, time.Local)
	for want, err := range map[string]error{
		"arxiv failed to process the request (HTTP 500): try again later":                      &Error{Source: "arxiv", Kind: Unreachable, Status: 500},
		"arxiv is not accepting requests (HTTP 429): try again later":                          &Error{Source: "arxiv", Kind: Busy, Status: 429},
		"arxiv is not accepting requests until 2026-05-04 03:02:01 (HTTP 429): try again then": &Error{Source: "arxiv", Kind: Busy, Status: 429, Until: until},
		"arxiv is busy until 2026-05-04 03:02:01 (HTTP 503): try again then":                   &Error{Source: "arxiv", Kind: Busy, Status: 503, Until: until},
		"arxiv cannot be reached (HTTP 502)":                                                   &Error{Source: "arxiv", Kind: Unreachable, Status: 502},
		"arxiv cannot be reached: no route to host":                                            &Error{Source: "arxiv", Kind: Unreachable, Err: errors.New("no route to host")},
	} {
		if err.Error() != want {
			t.Errorf("%q, want %q", err, want)
		}
	}
}

func TestABusySourceSaysHowLong(t *testing.T) { synctest.Test(t, testBusyTimes) }

func testBusyTimes(t *testing.T) {
	for _, tt := range []struct {
		err     error
		busy    bool
		seconds int
	}{
		{nil, false, 0},
		{errors.New("broken"), false, 0},
		{&Error{Source: "arxiv", Kind: Unreachable, Until: time.Now().Add(time.Hour)}, false, 0},
		{&Error{Source: "arxiv", Kind: Busy}, true, 0},
		{fmt.Errorf("later: %w", &Error{Source: "arxiv", Kind: Busy, Until: time.Now().Add(time.Hour + time.Second/2)}), true, 3601},
		{&Error{Source: "arxiv", Kind: Busy, Until: time.Now().Add(-time.Hour)}, true, 1},
	} {
		if busy, seconds := Waits(tt.err); busy != tt.busy || seconds != tt.seconds {
			t.Errorf("Waits(%v) = %v, %d, want %v, %d", tt.err, busy, seconds, tt.busy, tt.seconds)
		}
	}
}
