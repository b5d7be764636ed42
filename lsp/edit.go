package lsp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"go.lsp.dev/uri"
)

// A mode says what an action writes: those of app, and more that only actions have.
type mode = app.Mode

const (
	writeSentence      = app.ModeSentence
	writeMark          = app.ModeMark
	rewrite            = app.ModeRewrite
	another       mode = "another" // the next of the sentences about the paper of the citing one at the cursor
	writeEntry    mode = "entry"   // the entry alone, for a key that was just typed
	replaceKey    mode = "key"     // the key in place of an identifier that is cited, with its entry
)

// An actionData is what an action does, as it travels through the editor in the
// action's data: small, and good for one version of the document.
type actionData struct {
	URI     string            `json:"uri"`
	Version int32             `json:"version"`
	At      protocol.Position `json:"at"`
	Paper   string            `json:"paper"`
	Corpus  string            `json:"corpus"`
	Mode    mode              `json:"mode"`
	Key     string            `json:"key,omitempty"`    // of the entry to write, or to copy
	Format  string            `json:"format,omitempty"` // of the copy

	// Papers are cited together instead of Paper, by one mark.
	Papers []app.PaperRef `json:"papers,omitempty"`
	// Prefix and Locator go before the first and behind the last key of a mark:
	// "see", "p. 3".
	Prefix  string `json:"prefix,omitempty"`
	Locator string `json:"locator,omitempty"`
}

// several reports whether an actionData is a mark that one paper alone does not say.
func (e actionData) several() bool { return len(e.Papers) > 0 || e.Prefix+e.Locator != "" }

// A change is what an actionData comes to.
type change struct {
	document doc.Span // the range that is replaced; empty but for a rewrite
	text     string
	keywords *respelling             // of the directive; nil where it stays
	bib      *workspace.Bibliography // nil where the entry is there already
	entry    bib.Insertion
	key      string           // of the entry
	evidence engine.Highlight // zero for a mark
	note     string           // what the user should know of it: why it is a mark, or that it is in English
	gone     *bibRemoval      // an entry that goes; nil where none does
	asks     string           // the directive that may go with it, where the user is to be asked
}

// A respelling puts other keywords into a directive.
type respelling struct {
	doc.Span
	text string
}

// work makes the change: the sentence, its evidence, and the entry. It has no
// side effect.
func (s *server) work(ctx context.Context, d *workspace.Document, e actionData) (change, error) {
	switch e.Mode {
	case writeEntry:
		return s.entryOf(ctx, d, e)
	case replaceKey:
		return s.keyFor(ctx, d, e)
	case removeKey, removeEntry:
		return s.remove(ctx, d, e)
	}
	p, ok := s.siteAt(ctx, d, s.offset(d, e.At))
	if !ok {
		return change{}, errNoPlace
	}
	return s.workAt(ctx, p, e)
}

// errNoPlace is told where no sentence can be written.
var errNoPlace = errors.New("nothing can be cited here: move the cursor into running text")

// errOnlyMark is told where a sentence is asked for in a table.
var errOnlyMark = errors.New("a cell of a table takes no sentence: insert the citation mark")

// workAt is work at a place that was found, with the keywords that it has.
func (s *server) workAt(ctx context.Context, p citeSite, e actionData) (change, error) {
	n := 1
	if e.Mode == another {
		n = maxVariants
	}
	all, err := s.variantsAt(ctx, p, e, n)
	if err != nil {
		return change{}, err
	}
	if e.Mode == another {
		return p.nextOf(all)
	}
	return all[0], nil
}

// maxVariants is how many sentences about one paper there are to choose from.
const maxVariants = 3

// variantsAt are at least one and at most n changes, the best first, each of
// which does what the actionData says.
func (s *server) variantsAt(ctx context.Context, p citeSite, e actionData, n int) ([]change, error) {
	d := p.doc
	if e.several() {
		c, err := s.citeTogether(ctx, p, e)
		return []change{c}, err
	}
	paper, err := s.paper(ctx, engine.WorkRef{ID: e.Paper, Corpus: e.Corpus})
	if err != nil {
		return nil, err
	}
	c, key, err := s.entryFor(ctx, d, paper)
	if err != nil {
		return nil, err
	}
	if e.Mode == writeMark {
		c, err = s.markOf(ctx, p, c, paper, key)
		return []change{c}, err
	}
	if p.m.TakesOnlyMarks() {
		return nil, errOnlyMark
	}
	if why := s.marksAlone(p); why != "" && e.Mode != rewrite && e.Mode != another {
		c.note = why
		c, err = s.markOf(ctx, p, c, paper, key)
		return []change{c}, err
	}
	return s.writeSentences(ctx, p, paper, key, e.Mode, c, n)
}

// nextOf is the change behind the one that stands in the text.
func (p citeSite) nextOf(all []change) (change, error) {
	stands := strings.Fields(p.doc.Text[all[0].document.Start:all[0].document.End])
	at := slices.IndexFunc(all, func(c change) bool { return slices.Equal(strings.Fields(c.text), stands) })
	if at == 0 && len(all) == 1 {
		return change{}, errors.New("no other sentence was found: the paper says little of itself; other keywords may give another one")
	}
	return all[(at+1)%len(all)], nil
}

// styled is the manuscript with the style in force.
func styled(p citeSite) *doc.Manuscript {
	m := *p.m
	m.Style = p.style
	return &m
}

func (s *server) paper(ctx context.Context, ref engine.WorkRef) (*engine.Paper, error) {
	e, err := s.engines.Get(ctx)
	if err != nil {
		return nil, err
	}
	papers, err := e.Papers(ctx, []engine.WorkRef{ref})
	if err != nil {
		return nil, err
	}
	if papers[0] == nil {
		return nil, fmt.Errorf("paper %s is in no index any more: ask again", ref.ID)
	}
	return papers[0], nil
}

var errNoBib = errors.New("the new entry has no place: save the document first, its .bib goes beside it")

// entryFor finds the key under which the document's .bib files know a paper,
// or makes an entry for the one that most of its citations come from.
func (s *server) entryFor(ctx context.Context, d *workspace.Document, paper *engine.Paper) (change, string, error) {
	if entry := entryIn(s.files.Bibliographies(ctx, d), paper); entry != nil {
		return change{}, entry.Key, nil
	}
	plan, err := s.plan(ctx, d)
	if err != nil {
		return change{}, "", err
	}
	key := plan.keyOf(ctx, paper)
	c := plan.change(key)
	if c.bib != nil {
		s.warnOfBib(ctx, d, c.bib.Path)
	}
	return c, key, nil
}

// warnOfBib tells what would keep a document's entries in a .bib from being of
// use, each once. Where the server makes the .bib, it makes its folder too.
func (s *server) warnOfBib(ctx context.Context, d *workspace.Document, bib string) {
	for _, hindrance := range s.files.Hindrances(ctx, d, bib) {
		if s.caps.createFiles || !errors.Is(hindrance, workspace.ErrNoFolder) {
			s.warnOnce(ctx, files.Explain(hindrance))
		}
	}
}

// bibFor is the .bib that new entries of a document go into.
func (s *server) bibFor(ctx context.Context, d *workspace.Document) (workspace.Bibliography, error) {
	bibs := s.files.Bibliographies(ctx, d)
	if len(bibs) == 0 {
		return workspace.Bibliography{}, cmp.Or(ctx.Err(), errNoBib)
	}
	target := workspace.MostCited(bibs, s.files.Project(ctx, d))
	if err := ctx.Err(); err != nil {
		return workspace.Bibliography{}, err // an edit needs all files, not those read until now
	}
	if target.File.IsForeign() {
		return workspace.Bibliography{}, fmt.Errorf("%s: %w", filepath.Base(target.Path), errForeign)
	}
	if target.Problem != nil {
		return workspace.Bibliography{}, fmt.Errorf("the new entry has no place: %w", target.Problem)
	}
	if target.Open && workspace.LostLetter(ctx, target.Path, target.Snapshot.Text) >= 0 {
		return workspace.Bibliography{}, fmt.Errorf("%s: %w", filepath.Base(target.Path), workspace.ErrLostLetters)
	}
	return target, nil
}

var errForeign = errors.New(`lists of Hayagriva are read and get no entries: name a .bib beside it, as in #bibliography(("refs.yml", "refs.bib"))`)

// entryOf makes the entry of a paper under the key that was typed for it;
// nothing where it is there.
func (s *server) entryOf(ctx context.Context, d *workspace.Document, e actionData) (change, error) {
	paper, err := s.paper(ctx, engine.WorkRef{ID: e.Paper, Corpus: e.Corpus})
	if err != nil {
		return change{}, err
	}
	if entry := entryIn(s.files.Bibliographies(ctx, d), paper); entry != nil && entry.Key != e.Key {
		return change{}, fmt.Errorf("this paper is in the .bib as %s: cite it by that key instead of %s", entry.Key, e.Key)
	} else if entry != nil {
		return change{}, nil
	}
	if err := bib.CheckKey(e.Key); err != nil {
		return change{}, fmt.Errorf("%w; cite the paper by another one", err)
	}
	plan, err := s.plan(ctx, d)
	if err != nil {
		return change{}, err
	}
	s.warnOfBib(ctx, d, plan.target.Path)
	if plan.target.File.ByKey(e.Key) != nil {
		return change{}, fmt.Errorf("the key %s was given to another entry meanwhile: choose the paper again", e.Key)
	}
	plan.Add(app.NewWorkOf(app.Own(ctx, plan.engine, paper)), e.Key)
	return plan.change(e.Key), nil
}

// writeSentences completes a change by sentences about a paper, one change for
// each.
func (s *server) writeSentences(ctx context.Context, p citeSite, paper *engine.Paper, key string, m mode, c change, n int) ([]change, error) {
	e, err := s.engines.Get(ctx)
	if err != nil {
		return nil, err
	}
	request := p.request(paper)
	old, found := p.m.SentenceAt(p.offset)
	replaces := found && (m == rewrite || m == another)
	if replaces {
		request.Context = p.m.ContextBefore(old.Start, app.ContextSentences)
	}
	ctx, end := s.report(ctx, nil, "Writing the citing sentence")
	defer end("done")
	drafts, err := s.drafts.Get(ctx, e, request, n)
	if err != nil {
		return nil, err
	}
	if drafts[0].MarkOnly && replaces {
		return nil, fmt.Errorf("no other sentence can be written: %s", drafts[0].Reason)
	}
	var all []change
	for _, draft := range drafts {
		s.warnOnce(ctx, draft.Note)
		made := c
		made.note = draft.Note
		if draft.MarkOnly {
			made.note = draft.Reason
			if made, err = s.markOf(ctx, p, made, paper, key); err != nil {
				return nil, err
			}
			all = append(all, made)
			continue
		}
		made.evidence = draft.Evidence
		sentence := p.sentence(draft, paper, key, usesTeXAccents(p.doc.Text))
		if replaces {
			made.document, made.text = old.Span, doc.Rewrap(p.doc.Text, p.m, old.Start, sentence)
		} else {
			at, text := doc.InsertSentence(p.doc.Text, p.m, p.offset, sentence)
			made.document, made.text = doc.Span{Start: at, End: at}, text
			s.settle(p, &made)
		}
		all = append(all, made)
	}
	return all, nil
}

// workspaceEdit is a change in the protocol's words. create reports whether the
// editor is to make a .bib that does not exist.
func (s *server) workspaceEdit(d *workspace.Document, c change, title string) *protocol.WorkspaceEdit {
	if c.text == "" && c.bib != nil {
		return s.bibEdit(c)
	}
	text := protocol.TextEdit{Range: s.protocolRange(d.Snapshot, c.document), NewText: c.text}
	var more []protocol.TextEdit
	if c.keywords != nil {
		more = append(more, protocol.TextEdit{Range: s.protocolRange(d.Snapshot, c.keywords.Span), NewText: c.keywords.text})
	}
	if !s.caps.documentChanges {
		changes := map[uri.URI][]protocol.TextEdit{uri.URI(d.URI): append(more, text)}
		if c.bib != nil {
			changes[uri.File(c.bib.Path)] = []protocol.TextEdit{s.insertion(c.bib.Snapshot, c.entry.Offset, c.entry.Text)}
		}
		if c.gone != nil {
			changes[uri.File(c.gone.bib.Path)] = []protocol.TextEdit{{Range: s.protocolRange(c.gone.bib.Snapshot, c.gone.span)}}
		}
		return &protocol.WorkspaceEdit{Changes: changes}
	}
	edit := &protocol.WorkspaceEdit{}
	elements := []protocol.TextDocumentEditElement{s.annotated(edit, text, title, c.evidence)}
	for i := range more {
		elements = append(elements, &more[i])
	}
	edit.DocumentChanges = append(edit.DocumentChanges, textDocumentEdit(uri.URI(d.URI), &d.Version, elements...))
	if c.bib != nil {
		edit.DocumentChanges = append(s.bibChanges(c), edit.DocumentChanges...)
	}
	if c.gone != nil {
		edit.DocumentChanges = append(edit.DocumentChanges, s.removalEdit(*c.gone))
	}
	return edit
}

// bibEdit is an edit of the .bib alone.
func (s *server) bibEdit(c change) *protocol.WorkspaceEdit {
	if !s.caps.documentChanges {
		edit := s.insertion(c.bib.Snapshot, c.entry.Offset, c.entry.Text)
		return &protocol.WorkspaceEdit{Changes: map[uri.URI][]protocol.TextEdit{uri.File(c.bib.Path): {edit}}}
	}
	return &protocol.WorkspaceEdit{DocumentChanges: s.bibChanges(c)}
}

// bibChanges come before the document's: a .bib that is to be created must be
// there before anything is written into it.
func (s *server) bibChanges(c change) (changes []protocol.DocumentChange) {
	file := uri.File(c.bib.Path)
	if !c.bib.Exists && s.caps.createFiles {
		changes = append(changes, &protocol.CreateFile{Kind: "create", URI: file, Options: &protocol.CreateFileOptions{IgnoreIfExists: ptr(true)}})
	}
	var version *int32
	if c.bib.Open {
		version = &c.bib.Snapshot.Version
	}
	edit := s.insertion(c.bib.Snapshot, c.entry.Offset, c.entry.Text)
	return append(changes, textDocumentEdit(file, version, &edit))
}

func textDocumentEdit(file uri.URI, version *int32, edits ...protocol.TextDocumentEditElement) *protocol.TextDocumentEdit {
	t := &protocol.TextDocumentEdit{Edits: edits}
	t.TextDocument.URI, t.TextDocument.Version = file, version
	return t
}

// annotated shows the supporting sentence beside the edit where the editor can.
func (s *server) annotated(edit *protocol.WorkspaceEdit, text protocol.TextEdit, title string, evidence engine.Highlight) protocol.TextDocumentEditElement {
	if !s.caps.annotations || evidence.Text == "" {
		return &text
	}
	const id = "evidence"
	edit.ChangeAnnotations = map[protocol.ChangeAnnotationIdentifier]protocol.ChangeAnnotation{
		id: {Label: title, Description: ptr(evidenceText(evidence))},
	}
	return &protocol.AnnotatedTextEdit{TextEdit: text, AnnotationID: id}
}

// createEmpty makes the .bib of a change where the editor cannot: an edit then
// finds a file to go into.
func createEmpty(b *workspace.Bibliography) error {
	if b == nil || b.Exists {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(b.Path), 0o755); err != nil {
		return fmt.Errorf("make the folder of the .bib: %w", err)
	}
	file, err := os.OpenFile(b.Path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if os.IsExist(err) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("make the .bib: %w", err)
	}
	return file.Close()
}
