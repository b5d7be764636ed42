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
	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/remote"
)

// An Error is the body of a response with an error status.
type Error struct {
	Error Problem `json:"error"`
}

// A Problem describes an error to a client.
type Problem struct {
	Code    string `json:"code"`    // stable identifier, for clients
	Message string `json:"message"` // explanation, for users
	// RetryAfter is the number of seconds after which the same request may succeed.
	RetryAfter int `json:"retryAfter,omitempty"`
}

// A refusal is an error together with its HTTP status.
type refusal struct {
	status int
	Problem
}

func (e *refusal) Error() string { return e.Message }

// Refusals with fixed messages.
var (
	errNoRoute = refuse(http.StatusNotFound, "no_route", "no such path: /v1/openapi.json lists all paths")
	errLate    = refuse(http.StatusGatewayTimeout, "late",
		"the request timed out: request fewer results, or try again when the server is less busy")
	errInternal = refuse(http.StatusInternalServerError, "internal",
		"internal error: send the request ID (X-Request-Id) to the administrator of this server")
	errNoIndex = &refusal{http.StatusServiceUnavailable, Problem{
		Code: "nothing", RetryAfter: 15,
		Message: "no index can be searched at the moment: try again later, or contact the administrator of this server",
	}}
	errHost = refuse(http.StatusMisdirectedRequest, "host",
		"this server has no tokens, so it accepts only requests to localhost, 127.0.0.1 or [::1]")
	errVersion = refuse(http.StatusBadRequest, "version", "this server uses version "+remote.Version+" of the API: "+
		"update your program or the server, whichever is older")
	errOrigin = refuse(http.StatusForbidden, "origin", "requests from pages on other sites are rejected: "+
		"open this URL directly")
	errToken = refuse(http.StatusUnauthorized, "token",
		"a valid token is required: log in at /login, or send it as Authorization: Bearer TOKEN")
	errGuessing = &refusal{http.StatusTooManyRequests, Problem{
		Code: "guessing", Message: "too many invalid tokens were sent from your address: try again later", RetryAfter: 10,
	}}
	errMedia = refuse(http.StatusUnsupportedMediaType, "media", "send the request body as application/json")
)

func refuse(status int, code, message string) *refusal {
	return &refusal{status, Problem{Code: code, Message: message}}
}

func badQuestion(message string) *refusal { return refuse(http.StatusBadRequest, "question", message) }

func tooManyPapers(most int) string {
	return fmt.Sprintf("papers per response are limited to %d: request fewer", most)
}

// refusalOf returns the response for an error. It logs internal errors and hides their details from
// the client.
func refusalOf(err error) *refusal {
	var known *refusal
	var wrong *wire.RequestError
	var wire *remote.QuestionError
	var large *http.MaxBytesError
	var nothing *backend.UnavailableError
	switch {
	case errors.As(err, &known):
		return known
	case errors.As(err, &large):
		return refuse(http.StatusRequestEntityTooLarge, "too_large",
			fmt.Sprintf("the request body exceeds %d KB: shorten it", large.Limit>>10))
	case errors.As(err, &wrong), errors.As(err, &wire),
		errors.Is(err, app.ErrNoClaim), errors.Is(err, app.ErrNoQuestion):
		return badQuestion(err.Error())
	case errors.Is(err, app.ErrNotFound):
		return refuse(http.StatusNotFound, "no_paper", "no index on this server contains the paper: check "+
			"its ID and corpus, or search for other papers")
	case errors.Is(err, engine.ErrNoCorpus):
		return refuse(http.StatusNotFound, "no_corpus", err.Error()+": /v1/corpora lists all corpora")
	case errors.As(err, &nothing), errors.Is(err, engine.ErrNoIndex):
		return errNoIndex
	case errors.Is(err, context.DeadlineExceeded):
		return errLate
	}
	return errInternal
}

// fail responds with an error unless the client has disconnected.
func fail(w http.ResponseWriter, r *http.Request, err error) {
	c := callOf(r.Context())
	c.release()
	if errors.Is(r.Context().Err(), context.Canceled) {
		c.code = "cancelled"
		w.WriteHeader(statusClientLeft)
		return
	}
	refused := refusalOf(err)
	c.code = refused.Code
	if refused == errInternal || refused == errNoIndex {
		c.log.LogAttrs(r.Context(), slog.LevelError, "a request failed",
			slog.String("id", c.id), slog.String("error", err.Error()))
	}
	if refused.RetryAfter > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(refused.RetryAfter))
	}
	if refused.status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", `Bearer realm="scilit-lsp"`)
	}
	if wantsPage(r) {
		writeErrorPage(w, r, refused)
		return
	}
	_ = writeJSON(w, r, refused.status, Error{refused.Problem}) // cannot fail, since a problem can be encoded
}

// statusClientLeft is the status logged for a client that closed the connection. It is never sent.
const statusClientLeft = 499

func writeJSON(w http.ResponseWriter, r *http.Request, status int, answer any) error {
	body, err := json.Marshal(answer)
	if err == nil {
		writeBody(w, r, status, "application/json", append(body, '\n'))
	}
	return err
}

// writeBody writes a response. It omits the body if the client's cached copy is still valid.
func writeBody(w http.ResponseWriter, r *http.Request, status int, media string, body []byte) {
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
	_, _ = w.Write(body) // an error only means that the client has disconnected
}

func sameTag(known, tag string) bool {
	tag = strings.TrimPrefix(tag, "W/")
	for each := range strings.SplitSeq(known, ",") {
		if each = strings.TrimSpace(each); each == "*" || strings.TrimPrefix(each, "W/") == tag {
			return true
		}
	}
	return false
}

// publicCodes lists the codes of notices that reveal no details of this machine.
var publicCodes = []string{engine.NoticeLate, engine.NoticeNoVectors}

// publicTexts maps notice codes to texts for clients. They replace the texts for the server's owner.
var publicTexts = map[string]string{engine.NoticeKeywords: "%s can be searched by keywords only: add keywords"}

// PublicNotices returns notices that are safe to send to clients. It logs notices that would reveal
// details of this machine, for example why a corpus did not respond, and replaces their texts. ctx must
// be the context of a request.
func PublicNotices(ctx context.Context, notices []wire.Notice) []wire.Notice {
	c, all := callOf(ctx), make([]wire.Notice, len(notices))
	for i, n := range notices {
		if format, ok := publicTexts[n.Code]; ok {
			n.Text = fmt.Sprintf(format, n.Subject)
		} else if !slices.Contains(publicCodes, n.Code) {
			c.log.Warn("part of an answer is missing", "id", c.id, "code", n.Code, "reason", n.Text)
			n.Text = "part of the answer is missing or was computed by a simpler method: the reason is in the server's log"
		}
		all[i] = n
	}
	return all
}

// seconds rounds a duration up to whole seconds and returns at least one.
func seconds(wait time.Duration) int { return max(1, int((wait+time.Second-1)/time.Second)) }
