package server

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/remote"
)

// An Error is the body of an answer with an error's status.
type Error struct {
	Error Problem `json:"error"`
}

// A Problem says why there is no answer.
type Problem struct {
	Code    string `json:"code"`    // for programs
	Message string `json:"message"` // for people
	// RetryAfter is how many seconds to wait before the same question may be answered.
	RetryAfter int `json:"retryAfter,omitempty"`
}

// A refusal is an error with its answer.
type refusal struct {
	status int
	Problem
}

func (e *refusal) Error() string { return e.Message }

// The refusals that say the same each time.
var (
	errNoRoute  = &refusal{http.StatusNotFound, Problem{Code: "no_route", Message: "there is nothing at this path: /v1/openapi.json has all there is"}}
	errLate     = &refusal{http.StatusGatewayTimeout, Problem{Code: "late", Message: "the answer took too long: ask for less, or again when the server has less to do"}}
	errInternal = &refusal{http.StatusInternalServerError, Problem{Code: "internal", Message: "the server failed at this: who runs it finds the reason in its log by the request's id"}}
	errNothing  = &refusal{http.StatusServiceUnavailable, Problem{Code: "nothing", Message: "no index can be searched now: who runs this server finds the reason in its log", RetryAfter: 15}}
	errHost     = &refusal{http.StatusMisdirectedRequest, Problem{Code: "host", Message: "without tokens this server answers to localhost, 127.0.0.1 and [::1] alone: another name could be a stranger's page that leads here"}}
	errVersion  = &refusal{http.StatusBadRequest, Problem{Code: "version", Message: "this server speaks version " + remote.Version + " of the API: bring the older one of it and your program up to date"}}
	errOrigin   = &refusal{http.StatusForbidden, Problem{Code: "origin", Message: "the request comes from another site's page"}}
	errToken    = &refusal{http.StatusUnauthorized, Problem{Code: "token", Message: "give a token that this server knows: Authorization: Bearer TOKEN"}}
	errGuessing = &refusal{http.StatusTooManyRequests, Problem{Code: "guessing", Message: "too many unknown tokens came from your address", RetryAfter: 10}}
	errMedia    = &refusal{http.StatusUnsupportedMediaType, Problem{Code: "media", Message: "send the question as application/json"}}
)

func badQuestion(message string) *refusal {
	return &refusal{http.StatusBadRequest, Problem{Code: "question", Message: message}}
}

func tooManyPapers(most int) string {
	return fmt.Sprintf("at most %d papers are answered at a time with your token", most)
}

// refusalOf is the answer to an error. What is not about the question is not told.
func refusalOf(err error) *refusal {
	var known *refusal
	var wrong *app.QuestionError
	var wire *remote.QuestionError
	var large *http.MaxBytesError
	var nothing *app.NothingError
	switch {
	case errors.As(err, &known):
		return known
	case errors.As(err, &large):
		return &refusal{http.StatusRequestEntityTooLarge, Problem{Code: "too_large", Message: fmt.Sprintf("the question has more than %d KB", large.Limit>>10)}}
	case errors.As(err, &wrong), errors.As(err, &wire), errors.Is(err, app.ErrNoClaim), errors.Is(err, app.ErrNoQuestion):
		return badQuestion(err.Error())
	case errors.Is(err, app.ErrNotFound):
		return &refusal{http.StatusNotFound, Problem{Code: "no_paper", Message: "no index of this server has the paper"}}
	case errors.Is(err, engine.ErrNoCorpus):
		return &refusal{http.StatusNotFound, Problem{Code: "no_corpus", Message: err.Error() + ": /v1/corpora lists them"}}
	case errors.As(err, &nothing), errors.Is(err, engine.ErrNoIndex):
		return errNothing
	case errors.Is(err, context.DeadlineExceeded):
		return errLate
	}
	return errInternal
}

// fail answers with an error, unless the client left.
func fail(w http.ResponseWriter, r *http.Request, err error) {
	c := callOf(r.Context())
	if errors.Is(r.Context().Err(), context.Canceled) {
		c.code = "cancelled"
		w.WriteHeader(statusLeft)
		return
	}
	answer := refusalOf(err)
	c.code = answer.Code
	if answer == errInternal || answer == errNothing {
		c.log.LogAttrs(r.Context(), slog.LevelError, "a request failed", slog.String("id", c.id), slog.String("error", err.Error()))
	}
	if answer.RetryAfter > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(answer.RetryAfter))
	}
	if answer.status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", `Bearer realm="scilit-lsp"`)
	}
	if wantsPage(r) {
		writeErrorPage(w, r, answer)
		return
	}
	writeJSON(w, r, answer.status, Error{answer.Problem})
}

// statusLeft is logged for clients that did not wait; none of them reads it.
const statusLeft = 499

func writeJSON(w http.ResponseWriter, r *http.Request, status int, answer any) {
	body, err := json.Marshal(answer)
	if err != nil {
		fail(w, r, err)
		return
	}
	writeBody(w, r, status, "application/json", append(body, '\n'))
}

// writeBody leaves out the body of what the client has already. The next request has its
// turn before it writes, so that a slow reader keeps no one waiting.
func writeBody(w http.ResponseWriter, r *http.Request, status int, media string, body []byte) {
	callOf(r.Context()).release()
	h := w.Header()
	h.Set("Content-Type", media)
	if status == http.StatusOK && (r.Method == http.MethodGet || r.Method == http.MethodHead) {
		sum := sha256.Sum256(body)
		tag := `W/"` + hex.EncodeToString(sum[:12]) + `"`
		h.Set("ETag", tag)
		h.Set("Cache-Control", "private, no-cache")
		if sameTag(r.Header.Get("If-None-Match"), tag) {
			h.Del("Content-Type")
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	w.WriteHeader(status)
	_, _ = w.Write(body) // a client that left misses nothing
}

func sameTag(known, tag string) bool {
	for each := range strings.SplitSeq(known, ",") {
		if each = strings.TrimSpace(each); each == "*" || strings.TrimPrefix(each, "W/") == strings.TrimPrefix(tag, "W/") {
			return true
		}
	}
	return false
}

// told are the notices that say nothing of this machine.
var told = []string{engine.NoticeLate, engine.NoticeNoVectors}

// toldAs says to a client of this server what a notice says to who runs it.
var toldAs = map[string]string{engine.NoticeKeywords: "%s is asked by keywords alone, and there are none: write some"}

// shared are notices for strangers; what they say of this machine is in the log alone.
func shared(ctx context.Context, notices []app.Notice) []app.Notice {
	c, all := callOf(ctx), make([]app.Notice, len(notices))
	for i, n := range notices {
		if say, ok := toldAs[n.Code]; ok {
			n.Text = fmt.Sprintf(say, n.Subject)
		} else if !slices.Contains(told, n.Code) {
			c.log.Warn("an answer is without a part", "id", c.id, "code", n.Code, "reason", n.Text)
			n.Text = "a part of the answer was made in a simpler way, or left out: who runs this server finds the reason in its log"
		}
		all[i] = n
	}
	return all
}

// until is the seconds to wait for a time, at least one.
func until(wait time.Duration) int { return max(1, int((wait+time.Second-1)/time.Second)) }
