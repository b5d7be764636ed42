package page

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
)

var (
	errNoPage = errors.New("this address does not exist: search for papers instead")
	errMethod = errors.New("this page does not support this kind of request: open its address in a browser, or " +
		"use its forms")
	errForm = errors.New("the form is invalid or larger than 1 MB: shorten the text, or start a new conversation")
)

// A failedView shows an error and how to fix it.
type failedView struct{ Problem string }

// failure returns the view and the HTTP status for an error. It logs the details of internal errors
// and does not show them.
func (p *page) failure(r *http.Request, err error) (view, int) {
	title, problem, status := "Something went wrong", err.Error(), http.StatusBadRequest
	var question *wire.RequestError
	var nothing *backend.UnavailableError
	switch {
	case errors.As(err, &question):
		problem = question.Reason
	case errors.Is(err, errForm), errors.Is(err, errRef), errors.Is(err, errNoPapers),
		errors.Is(err, app.ErrNoQuestion), errors.Is(err, app.ErrNoClaim):
	case errors.Is(err, errMethod):
		title, status = "Not allowed", http.StatusMethodNotAllowed
	case errors.Is(err, app.ErrNoCorpus), errors.Is(err, errNoPage), errors.Is(err, errNoAsker):
		title, status = "Not found", http.StatusNotFound
	case errors.Is(err, app.ErrNotFound):
		title, status = "Not found", http.StatusNotFound
		problem = "No index on this server contains this paper. Search for other papers."
	case errors.As(err, &nothing):
		p.failed(r, err)
		status = http.StatusServiceUnavailable
		problem = "No index can be searched. Contact the administrator of this server."
	case errors.Is(err, context.DeadlineExceeded):
		title, status = "Timeout", http.StatusGatewayTimeout
		problem = "The request timed out. Try again when the server is less busy."
	default:
		p.failed(r, err)
		status = http.StatusInternalServerError
		problem = "The server could not answer. Try again; if that fails, contact its administrator."
	}
	return view{Title: title, Here: "error", Data: failedView{asSentence(problem)}}, status
}

// asSentence capitalizes s and ends it with a full stop.
func asSentence(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + strings.TrimSuffix(s[size:], ".") + "."
}
