package lookup

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
)

// ErrNotSent is returned if the user does not allow a request.
var ErrNotSent = errors.New("nothing was sent")

// Show records that an editor displays a proposal. One request with the same content may then be
// sent without asking the user.
func (c *Client) Show(document string, p wire.OnlineProposal) wire.OnlineProposal {
	p.Ask = c.mustAsk(document, p)
	c.shown.Add(fingerprint(document, p), struct{}{})
	return p
}

// fingerprint identifies a document and the content of a proposal.
func fingerprint(document string, p wire.OnlineProposal) string {
	sent, err := json.Marshal([]any{p.Queries, p.Confirm})
	if err != nil {
		panic(err) // cannot happen, since strings and numbers can always be encoded
	}
	return document + "\x00" + string(sent)
}

// mustAsk reports whether the user must see a proposal before it is sent.
func (c *Client) mustAsk(document string, p wire.OnlineProposal) bool {
	switch c.opts.Settings().Online.Ask {
	case config.AskNever:
		return false
	case config.AskFirst:
		return !c.consent.covers(document, p)
	}
	return true
}

// allow returns nil if a proposal may be sent, and an error otherwise. It asks the user if
// necessary.
func (c *Client) allow(ctx context.Context, r Request, p wire.OnlineProposal) error {
	if r.Shows && c.shown.Remove(fingerprint(r.Document, p)) {
		c.consent.give(r.Document, p)
		return nil
	}
	if !c.mustAsk(r.Document, p) {
		return nil
	}
	release, err := c.opts.TakeTurn(ctx)
	if err != nil {
		return err
	}
	defer release()
	if !c.mustAsk(r.Document, p) {
		return nil // the user allowed it in an earlier question while this request waited for its turn
	}
	switch allowed, err := c.opts.MaySend(ctx, p); {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return fmt.Errorf("nothing was sent: your editor cannot ask for permission to query %s; "+
			"to allow all queries, set online.ask to \"never\"", strings.Join(p.Hosts(), ", "))
	case !allowed:
		return ErrNotSent
	}
	c.consent.give(r.Document, p)
	return nil
}

// A consent records which words of a document the user has already allowed to be sent to a host. It
// implements the online.ask setting "first". The zero value is ready to use.
type consent struct {
	mu    sync.Mutex
	given map[recipient]map[string]bool // words that the user allowed
	words int
}

// A recipient is a host that receives words of a document.
type recipient struct{ document, host string }

// maxWords is the maximum number of remembered words. When it is exceeded, all words are forgotten.
const maxWords = 100_000

// covers reports whether the user has already allowed every word of a proposal to be sent to the
// same host.
func (c *consent) covers(document string, p wire.OnlineProposal) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	for host, words := range wordsByHost(p) {
		seen, given := c.given[recipient{document, host}]
		if !given || slices.ContainsFunc(words, func(word string) bool { return !seen[word] }) {
			return false
		}
	}
	return true
}

// give records the words of a proposal that the user allowed.
func (c *consent) give(document string, p wire.OnlineProposal) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.given == nil || c.words > maxWords {
		c.given, c.words = make(map[recipient]map[string]bool), 0
	}
	for host, words := range wordsByHost(p) {
		at := recipient{document, host}
		if c.given[at] == nil {
			c.given[at] = make(map[string]bool)
		}
		for _, word := range words {
			c.given[at][word] = true
		}
		c.words += len(words) + 1
	}
}

// wordsByHost returns the words and years sent to each host. Hosts that are only queried to confirm
// works receive none of the user's words.
func wordsByHost(p wire.OnlineProposal) map[string][]string {
	words := make(map[string][]string)
	for _, host := range p.Confirm {
		words[host] = nil
	}
	for _, q := range p.Queries {
		all := append(words[q.Host], strconv.Itoa(q.From), strconv.Itoa(q.To))
		words[q.Host] = append(all, strings.FieldsFunc(q.Query, isSeparator)...)
	}
	return words
}

func isSeparator(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
}
