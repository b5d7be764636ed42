package network

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestRetryAfterIsSecondsOrADate(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	tests := []struct {
		value, date string
		want        time.Duration
	}{
		{"120", "", 2 * time.Minute}, {" 7 ", "", 7 * time.Second}, {"0", "", 0}, {"", "", 0}, {"-5", "", 0}, {"soon", "", 0}, {"1e9", "", 0}, {"99999999999999", "", 0},
		{"Sun, 01 Mar 2026 12:01:30 GMT", "", 90 * time.Second}, {"Sunday, 01-Mar-26 12:00:30 GMT", "", 30 * time.Second},
		{"Sun, 01 Mar 2026 11:00:00 GMT", "", 0},
		{"Sun, 01 Mar 2026 09:00:10 GMT", "Sun, 01 Mar 2026 09:00:00 GMT", 10 * time.Second},
	}
	for _, tt := range tests {
		header := http.Header{"Retry-After": {tt.value}, "Date": {tt.date}}
		if got := retryAfter(header, now); got != tt.want {
			t.Errorf("Retry-After %q, Date %q: %v, want %v", tt.value, tt.date, got, tt.want)
		}
	}
}

// A body counts calls of Close.
type body struct {
	io.Reader
	closed *int
}

func (b body) Close() error { *b.closed++; return nil }

func TestABusyHostIsAskedAgain(t *testing.T) {
	const minute = time.Minute
	patience := Patience{Tries: 4, First: time.Second, Longest: minute}
	busy := func(after time.Duration) Answer { return Answer{Status: 503, RetryAfter: after} }
	tests := []struct {
		name    string
		answers []Answer
		want    string
		waited  time.Duration
	}{
		{"an answer at once", []Answer{{Status: 200}}, "200", 0},
		{"another failure is an answer", []Answer{{Status: 500}}, "500", 0},
		{"waits double", []Answer{busy(0), {Status: 429}, busy(0), {Status: 200}}, "200", 7 * time.Second},
		{"the host says how long", []Answer{busy(20 * time.Second), {Status: 200}}, "200", 20 * time.Second},
		{"a host that says less is asked no sooner", []Answer{busy(0), busy(time.Second), {Status: 204}}, "204", 3 * time.Second},
		{"busy to the end", []Answer{busy(0), busy(0), busy(0), busy(0)}, "it is busy (requests sent: 4): try again later", 7 * time.Second},
		{"too long to wait for", []Answer{busy(0), busy(time.Hour)}, "it is busy (requests sent: 2): try again in 1h0m0s", time.Second},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				asked, closed, begin := 0, 0, time.Now()
				answer, err := patience.Ask(t.Context(), func(context.Context) (*Answer, error) {
					next := tt.answers[asked]
					next.Body = body{strings.NewReader(""), &closed}
					asked++
					return &next, nil
				})
				got := ""
				if err != nil {
					got = err.Error()
				} else {
					got = http.StatusText(answer.Status)
					tt.want = http.StatusText(map[string]int{"200": 200, "204": 204, "500": 500}[tt.want])
					answer.Body.Close()
				}
				if diff := cmp.Diff(tt.want, got); diff != "" || time.Since(begin) != tt.waited || asked != len(tt.answers) || closed != asked {
					t.Errorf("%s after %v, %d requests, %d bodies closed", diff, time.Since(begin), asked, closed)
				}
			})
		})
	}
}

func TestWaitingForABusyHostEndsWithTheRequest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		begin := time.Now()
		_, err := Patience{Tries: 3, First: time.Minute, Longest: time.Hour}.Ask(ctx, func(context.Context) (*Answer, error) {
			return &Answer{Status: 503, Body: http.NoBody}, nil
		})
		if !errors.Is(err, context.DeadlineExceeded) || time.Since(begin) != time.Second {
			t.Error(err, time.Since(begin))
		}
	})
}
