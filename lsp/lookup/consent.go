package lookup

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
)

// ErrNotSent is the error where the user did not let something be sent.
var ErrNotSent = errors.New("nothing was sent")

// Show is a proposal for an editor that shows it: a request for the same may be sent once
// when the user asks for it.
func (d *Desk) Show(document string, p app.OnlineProposal) app.OnlineProposal {
	p.Ask = d.mustAsk(document, p)
	d.shown.Add(fingerprint(document, p), struct{}{})
	return p
}

// fingerprint is all of a proposal that is sent, and from which document.
func fingerprint(document string, p app.OnlineProposal) string {
	sent, err := json.Marshal([]any{p.Queries, p.Confirm})
	if err != nil {
		panic(err) // strings and numbers can always be encoded
	}
	return document + "\x00" + string(sent)
}

// mustAsk reports whether the user has to see what is sent from a document.
func (d *Desk) mustAsk(document string, p app.OnlineProposal) bool {
	return d.consent.Needed(d.opts.Settings().Online.Ask, document, p)
}

// allow asks whether queries may be sent, where the setting says so, with hosts and
// words. It is nil where they may.
func (d *Desk) allow(ctx context.Context, r Request, p app.OnlineProposal) error {
	if r.Shows && d.shown.Remove(fingerprint(r.Document, p)) {
		d.consent.Give(r.Document, p)
		return nil
	}
	if !d.mustAsk(r.Document, p) {
		return nil
	}
	release, err := d.opts.TakeTurn(ctx)
	if err != nil {
		return err
	}
	defer release()
	if !d.mustAsk(r.Document, p) {
		return nil // it was allowed while another question was on the screen
	}
	switch allowed, err := d.opts.MaySend(ctx, p); {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return fmt.Errorf("nothing was sent: your editor cannot ask whether %s may get a query; allow it by the setting online.ask = \"never\"", strings.Join(p.Hosts(), ", "))
	case !allowed:
		return ErrNotSent
	}
	d.consent.Give(r.Document, p)
	return nil
}
