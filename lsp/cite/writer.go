// Package cite finds the sites in a manuscript where a citation can be inserted, and chooses the
// actions to offer there. It computes the edits of these actions: they insert a citing sentence or
// a citation mark, and the entry it needs, or remove a citation. It also lists entries that are
// never cited.
package cite

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/catalogue"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

// A Request describes a change that the user requested.
type Request struct {
	Action Action
	Offset int // byte offset in the document
	Paper  engine.WorkRef
	Key    string // key of the entry to add, or of the citation to remove or replace
	// Form, if not empty, is the form of the sentence to write.
	Form engine.Form
	// Papers, if not empty, replaces Paper. One citation mark cites all of them.
	Papers []engine.WorkRef
	// Prefix is the text before the first key of a citation mark, such as "see". Locator is the
	// text after the last key, such as "p. 3".
	Prefix, Locator string
	Claim           string // see Site, like Within
	Within          bool
}

// isCombined reports whether citeTogether must handle the request.
func (o Request) isCombined() bool { return len(o.Papers) > 0 || o.Prefix+o.Locator != "" }

// Engines provide the open engine.
type Engines interface {
	// Get waits until the engine is open. The engine stays open until ctx ends.
	Get(ctx context.Context) (*engine.Engine, error)
}

// A Host shows messages and progress to the user and runs background work.
type Host interface {
	// WarnOnce shows notes to the user, each at most once.
	WarnOnce(ctx context.Context, notes ...string)
	// WarnOf is like WarnOnce, but takes notices.
	WarnOf(ctx context.Context, notices ...wire.Notice)
	// WarnOfBib warns if entries in a .bib could not be saved or would not be found by the
	// document.
	WarnOfBib(ctx context.Context, d *workspace.Document, path string)
	// Working shows a progress indicator until end is called.
	Working(ctx context.Context, title string) (working context.Context, end func(message string))
	// Go runs work in a goroutine and recovers from panics.
	Go(name string, work func())
}

// A Writer computes the changes that users request.
type Writer struct {
	Files    *workspace.Workspace
	Engines  Engines
	Drafts   *app.Drafts
	Settings func() config.Settings
	Host     Host
}

// ErrChanged is returned if the text has changed since the request.
var ErrChanged = errors.New("the text has changed: repeat the command")

// Work computes the change for a request. It does not edit any file.
func (w *Writer) Work(ctx context.Context, d *workspace.Document, o Request) (Change, error) {
	switch o.Action {
	case WriteEntry:
		return w.entryOf(ctx, d, o)
	case ReplaceKey:
		return w.keyFor(ctx, d, o)
	case AddEntry:
		return w.addEntry(ctx, d, o)
	case CiteLink:
		return w.citeLink(ctx, d, o)
	case RemoveKey, RemoveEntry:
		return w.remove(ctx, d, o)
	}
	p, ok := w.SiteAt(ctx, d, o.Offset)
	if !ok {
		return Change{}, ErrNoSite
	}
	p.Claim, p.Within = o.Claim, o.Within
	if o.Within && o.Action == WriteMark && !p.Manuscript.HasSiteWithin(d.Text, p.Offset) {
		return Change{}, ErrChanged
	}
	return w.workAt(ctx, p, o)
}

// errOnlyMark is returned if the user requests a sentence in a table cell.
var errOnlyMark = errors.New("a table cell has no room for a sentence: insert only the citation")

func (w *Writer) workAt(ctx context.Context, p Site, o Request) (Change, error) {
	n := 1
	if o.Action == Another || o.Form != "" {
		n = MaxVariants
	}
	all, err := w.Variants(ctx, p, o, n)
	switch {
	case err != nil:
		return Change{}, err
	case o.Form != "":
		return InForm(all, o.Form)
	case o.Action == Another:
		return nextOf(p, all)
	}
	return all[0], nil
}

// MaxVariants is the maximum number of alternative sentences about one paper.
const MaxVariants = wire.MaxVariants

// Variants returns between 1 and n alternative changes for a request, best first.
func (w *Writer) Variants(ctx context.Context, p Site, o Request, n int) ([]Change, error) {
	if o.isCombined() {
		c, err := w.citeTogether(ctx, p, o)
		return []Change{c}, err
	}
	paper, err := w.Paper(ctx, o.Paper)
	if err != nil {
		return nil, err
	}
	c, key, err := w.cite(ctx, p.Doc, paper)
	if err != nil {
		return nil, err
	}
	marks := o.Action == WriteMark
	if !marks && p.Manuscript.TakesOnlyMarks() {
		return nil, errOnlyMark
	}
	if !marks && o.Action != Rewrite && o.Action != Another {
		c.Note = p.MarkOnlyReason(w.Settings())
		marks = c.Note != ""
	}
	if marks {
		c, err = w.markOf(ctx, p, c, paper, key)
		return []Change{c}, err
	}
	return w.writeSentences(ctx, p, paper, key, o.Action, c, n)
}

// Paper looks up the record of a work in the indexes.
func (w *Writer) Paper(ctx context.Context, ref engine.WorkRef) (*engine.Paper, error) {
	e, err := w.Engines.Get(ctx)
	if err != nil {
		return nil, err
	}
	papers, err := e.Papers(ctx, []engine.WorkRef{ref})
	if err != nil {
		return nil, err
	}
	if papers[0] == nil {
		return nil, fmt.Errorf("the paper %s is no longer in any index: choose another paper", ref.ID)
	}
	return papers[0], nil
}

// writeSentences drafts up to n sentences about a paper. For each, it returns a copy of c that
// inserts the sentence.
func (w *Writer) writeSentences(ctx context.Context, p Site, paper *engine.Paper, key string, a Action, c Change,
	n int) ([]Change, error) {
	e, err := w.Engines.Get(ctx)
	if err != nil {
		return nil, err
	}
	old, found := p.Manuscript.SentenceAt(p.Offset)
	replaces := found && (a == Rewrite || a == Another)
	request := p.requestFor(paper, key)
	if replaces {
		request = p.replacing(old, request, key)
	}
	ctx, end := w.Host.Working(ctx, "Writing the citing sentence")
	defer end("done")
	drafts, err := w.Drafts.Get(ctx, e, request, n)
	if err != nil {
		return nil, err
	}
	if drafts[0].MarkOnly && replaces {
		return nil, fmt.Errorf("no other sentence can be written: %s", drafts[0].Reason)
	}
	var all []Change
	for _, draft := range drafts {
		w.Host.WarnOnce(ctx, draft.Note)
		made := c
		made.Note, made.Provisional = draft.Notes(), draft.IsProvisional()
		if draft.MarkOnly {
			made.Note = draft.Reason
			if made, err = w.markOf(ctx, p, made, paper, key); err != nil {
				return nil, err
			}
			all = append(all, made)
			continue
		}
		made.Evidence, made.Form, made.Base = draft.Evidence, draft.Form, draft.Base()
		sentence := p.Sentence(draft, paper, key)
		if replaces {
			made.Range, made.Text = old.Span, doc.Rewrap(p.Doc.Text, p.Manuscript, old.Start, sentence)
		} else {
			at, text := doc.InsertSentence(p.Doc.Text, p.Manuscript, p.Offset, sentence)
			made.Range, made.Text = doc.Span{Start: at, End: at}, text
			made.settleDirective(p, w.Settings().Directive)
		}
		all = append(all, made)
	}
	return all, nil
}

// requestFor returns a request for a sentence after the site. key is the paper's key.
func (p Site) requestFor(paper *engine.Paper, key string) engine.DraftRequest {
	request := p.DraftRequest(paper)
	if slices.Contains(p.PresentKeys(), key) {
		request.Claim = "" // the author cites the paper for this claim
	}
	return request
}

// replacing changes a request so that the new sentence replaces an old one.
func (p Site) replacing(old doc.Sentence, request engine.DraftRequest, key string) engine.DraftRequest {
	request.Context, request.Claim = p.Manuscript.ContextBefore(old.Start, app.ContextSentences), ""
	before, ok := p.Manuscript.SentenceAt(old.Start - 1)
	if ok && before.Start < old.Start && before.Paragraph == old.Paragraph &&
		!slices.Contains(p.Manuscript.KeysIn(before.Span), key) {
		request.Claim = before.Text
	}
	return request
}

// citeTogether inserts one citation mark for all papers of a request, except those that the
// sentence already cites.
func (w *Writer) citeTogether(ctx context.Context, p Site, o Request) (Change, error) {
	mark := doc.Mark{Before: p.Words(o.Prefix), After: p.Words(o.Locator)}
	refs := o.Papers
	if len(refs) == 0 {
		refs = []engine.WorkRef{o.Paper}
	}
	if err := p.CheckMark(len(refs), mark); err != nil {
		return Change{}, err
	}
	plan, err := w.Plan(ctx, p.Doc)
	if err != nil {
		return Change{}, err
	}
	keys, err := w.keysOf(ctx, plan, refs)
	if err != nil {
		return Change{}, err
	}
	cited := p.PresentKeys()
	mark.Keys = slices.DeleteFunc(keys, func(key string) bool { return slices.Contains(cited, key) })
	if len(mark.Keys) == 0 {
		return Change{}, errors.New("this sentence already cites every chosen paper: choose another paper")
	}
	c, err := plan.Change(ctx)
	if err != nil {
		return Change{}, err
	}
	c.Range, c.Text = p.insertMark(mark)
	return c, nil
}

// markOf extends a change to insert a citation mark. If the sentence already cites the key, the
// change only adds the entry.
func (w *Writer) markOf(ctx context.Context, p Site, c Change, paper *engine.Paper, key string) (Change, error) {
	if slices.Contains(p.PresentKeys(), key) {
		if c.Bib == nil {
			return c, fmt.Errorf("this sentence already cites %s: choose another paper", key)
		}
		return c, nil
	}
	words := catalogue.WordsOf(key, paper)
	bibs := w.Files.Bibliographies(ctx, p.Doc)
	mark := doc.Mark{Keys: []string{key}, Fits: func(typed string) bool {
		_, fits := catalogue.NewTyped(typed).Tier(key, words)
		return fits && !workspace.HasKey(bibs, typed)
	}}
	c.Range, c.Text = p.insertMark(mark)
	return c, nil
}

// An Action is the kind of change that a code action or command makes. The first three are the
// modes of a wire.CitationRequest; programs cannot request the others.
type Action string

const (
	WriteSentence = Action(wire.ModeSentence)
	WriteMark     = Action(wire.ModeMark)
	Rewrite       = Action(wire.ModeRewrite)

	Another    Action = "another" // replaces the citing sentence with a different one about the same paper
	WriteEntry Action = "entry"   // adds only the entry, for a key that the user just typed
	AddEntry   Action = "add"     // adds only the entry, under a new key
	// replaces an identifier used as a key with the key of the paper's entry, and adds the entry
	ReplaceKey  Action = "key"
	CiteLink    Action = "link"        // replaces a bare link with a citation, and adds the entry
	RemoveKey   Action = "remove"      // removes a citation
	RemoveEntry Action = "removeEntry" // removes a citation and its entry
)

// ErrNoSite is returned if no citation can be inserted at a position.
var ErrNoSite = errors.New("no citation can be inserted here: move the cursor into running text")
