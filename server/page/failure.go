package page

import (
	"errors"
	"net/http"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/app"
)

var (
	errNoPage = errors.New("there is no page at this address: search for papers instead")
	errMethod = errors.New("this page cannot be asked in that way: open its address, or use its forms")
	errForm   = errors.New("the form cannot be read, or has more than 1 MB: shorten the text, or begin a new conversation")
)

// A failedView says what went wrong and what to do.
type failedView struct{ Problem string }

// failure is the view of an error, with its status. The details of what is no mistake
// of the user are for whoever runs the server.
func (p *page) failure(r *http.Request, err error) (view, int) {
	title, problem, status := "Something went wrong", err.Error(), http.StatusBadRequest
	var question *app.QuestionError
	var nothing *app.NothingError
	switch {
	case errors.As(err, &question):
		problem = question.Reason
	case errors.Is(err, errForm), errors.Is(err, errRef), errors.Is(err, app.ErrNoQuestion), errors.Is(err, app.ErrNoClaim), errors.Is(err, errNoPapers):
	case errors.Is(err, errMethod):
		title, status = "Not allowed", http.StatusMethodNotAllowed
	case errors.Is(err, app.ErrNoCorpus):
		title, status = "Not found", http.StatusNotFound
	case errors.Is(err, errNoPage), errors.Is(err, errNoAsker):
		title, status = "Not found", http.StatusNotFound
	case errors.Is(err, app.ErrNotFound):
		title, problem, status = "Not found", "This paper is in none of the indexes any more: search for it again.", http.StatusNotFound
	case errors.As(err, &nothing):
		p.failed(r, err)
		problem, status = "Nothing can be searched: the server has no index that it can read. Ask whoever runs it.", http.StatusServiceUnavailable
	default:
		p.failed(r, err)
		problem, status = "The server could not answer. Try again; if it happens again, ask whoever runs it.", http.StatusInternalServerError
	}
	return view{Title: title, Here: "error", Data: failedView{asSentence(problem)}}, status
}

// asSentence begins with a capital and ends with a full stop.
func asSentence(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + strings.TrimSuffix(s[size:], ".") + "."
}
