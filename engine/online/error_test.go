package online

import (
	"errors"
	"fmt"
	"testing"
	"time"
)

func TestABusySourceSaysHowLong(t *testing.T) {
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
		if busy, seconds := Waits(tt.err); busy != tt.busy || seconds < tt.seconds-1 || seconds > tt.seconds {
			t.Errorf("Waits(%v) = %v, %d, want %v, %d", tt.err, busy, seconds, tt.busy, tt.seconds)
		}
	}
}
