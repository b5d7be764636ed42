package index

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
	"github.com/scilit-lsp/scilit-lsp/engine/index/read"
	"github.com/scilit-lsp/scilit-lsp/engine/index/write"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A Change counts the papers that Add processed.
type Change struct {
	Added     int // papers with a new ID
	Updated   int // papers with a changed record
	Unchanged int
}

// Add adds papers to the corpus in opts.Dir. A paper replaces the record with the same ID. Its
// missing fields are copied from that record, except in an index for identity search. Unchanged
// records are skipped. opts.Name is ignored, and opts.Embedder must match the corpus. Memory use is
// limited as in Build.
//
// The papers become a new segment. If the index then has more than eight segments, Add merges small
// ones.
func Add(ctx context.Context, opts BuildOptions, papers iter.Seq2[*engine.Paper, error]) (change Change, err error) {
	w, err := openUpdater(ctx, opts.Dir, opts.Wait)
	if err != nil {
		return change, err
	}
	defer func() { err = errors.Join(err, w.close()) }()
	if err := w.checkEmbedder(opts.Embedder); err != nil {
		return change, err
	}
	next := w.next()
	err = w.old.View(func(old *read.View) error {
		if !w.old.State.Identity {
			papers = completed(old, papers)
		}
		change, err = w.addTo(ctx, next, old, opts, papers, nil)
		return err
	})
	if err == nil && change.Added+change.Updated > 0 {
		err = w.publish(next)
	}
	if err != nil {
		return Change{}, err
	}
	return change, errors.Join(w.dropJournal(opts.Embedder), w.tidy(ctx))
}

// checkEmbedder returns an error unless embedder is the corpus's own, since vectors from different
// embedders are not comparable.
func (w *writer) checkEmbedder(embedder engine.Embedder) error {
	own, given := w.old.State.Embedder, ""
	if embedder != nil {
		given = embedder.ID()
	}
	if own != given {
		return fmt.Errorf("%s: its vectors were computed by embedder %q, not %q: build the index again to change the "+
			"embedder", w.dir, own, given)
	}
	return nil
}

// addTo writes papers as a new segment and adds it to next. It marks the papers that they replace,
// and those in gone, as deleted.
func (w *writer) addTo(
	ctx context.Context, next *format.State, old *read.View, opts BuildOptions,
	papers iter.Seq2[*engine.Paper, error], gone []read.Location,
) (change Change, err error) {
	opts.Name, opts.Identity = w.old.State.Name, w.old.State.Identity
	o, err := w.segmentOptions(opts)
	if err != nil {
		return change, err
	}
	o.Update = true
	written, err := write.Segment(ctx, o, old, papers)
	if err != nil {
		return change, err
	}
	if err := bury(old, next, slices.Concat(written.Replaced, gone)); err != nil {
		return change, err
	}
	next.Segments = append(next.Segments, written.Segments...)
	change.Updated = len(written.Replaced)
	change.Added = written.Manifest.Papers - change.Updated
	change.Unchanged = written.Unchanged
	return change, nil
}

// bury marks papers of v as deleted in next. The first segments of next must be those of v.
func bury(v *read.View, next *format.State, places []read.Location) error {
	byPart := make([][]uint32, len(v.Segments))
	for _, p := range places {
		byPart[p.Part] = append(byPart[p.Part], p.Doc)
	}
	for i, docs := range byPart {
		if len(docs) == 0 {
			continue
		}
		r := v.Segments[i]
		deleted := r.Deleted.Clone()
		deleted.AddMany(docs)
		for _, doc := range docs {
			if err := buryBody(r, doc, &next.Segments[i]); err != nil {
				return err
			}
		}
		var err error
		if next.Segments[i], err = next.Segments[i].WithDeleted(deleted); err != nil {
			return err
		}
	}
	return nil
}

// buryBody adds the body of a deleted paper, if it has one, to the counts in its segment's state.
func buryBody(r *read.SegmentView, doc uint32, state *format.SegmentState) error {
	packed, err := r.Bodies.Get(format.DocKey(doc))
	if packed == nil || err != nil {
		return err
	}
	state.DeletedBodies++
	full, err := format.HasFullText(packed)
	if err != nil {
		return r.DamagedBody(doc, err)
	}
	if !full && r.Manifest.ReferencesOnly > 0 { // older programs counted all bodies as full texts
		state.DeletedReferencesOnly++
	}
	return nil
}

// completed yields papers with missing fields filled in from the published records with the same
// IDs. A sparse record thus does not overwrite a richer one.
func completed(old *read.View, papers iter.Seq2[*engine.Paper, error]) iter.Seq2[*engine.Paper, error] {
	return func(yield func(*engine.Paper, error) bool) {
		for p, err := range papers {
			if err == nil {
				p, err = completedFrom(old, p)
			}
			if !yield(p, err) {
				return
			}
		}
	}
}

func completedFrom(old *read.View, p *engine.Paper) (*engine.Paper, error) {
	at, err := old.Locate(p.ID)
	if err != nil || at == nil {
		return p, err
	}
	known, err := old.Segments[at.Part].WholePaper(at.Doc)
	if err != nil {
		return nil, err
	}
	return fuller(p, known), nil
}

// fuller returns p with its missing fields copied from known. It also copies the abstract or the
// authors if those of p are truncated or abbreviated.
func fuller(p, known *engine.Paper) *engine.Paper {
	both := p.Merged(known)
	both.Corpus, both.CorpusID, both.Also, both.Own = p.Corpus, p.CorpusID, p.Also, p.Own
	if isCutShort(p.Abstract, known.Abstract) {
		both.Abstract = known.Abstract
	}
	if haveInitialsOf(p.Authors, known.Authors) {
		both.Authors = known.Authors
	}
	switch {
	case len(p.Body) == 0 && len(known.Body) > 0: // the numbers in the body refer to its own references, so keep both
		both.Body, both.References = known.Body, known.References
	case len(p.Body) == 0 || len(p.References) == 0:
		both.References = paper.JoinReferences(known.References, p.References)
	}
	return both
}

func isCutShort(s, whole string) bool {
	s = strings.TrimRight(s, ".… ")
	return s != "" && len(s) < len(whole) && strings.HasPrefix(whole, s) && strings.Trim(whole[len(s):], ".… ") != ""
}

// haveInitialsOf reports whether both lists name the same people and authors abbreviates some of
// the given names.
func haveInitialsOf(authors, whole []engine.Author) bool {
	if len(authors) != len(whole) {
		return false
	}
	shorter := false
	for i, a := range authors {
		first, size := utf8.DecodeRuneInString(a.Given)
		switch {
		case a.Family != whole[i].Family:
			return false
		case a.Given == whole[i].Given:
		case size > 0 && strings.HasPrefix(whole[i].Given, string(first)) && len(a.Given) < len(whole[i].Given):
			shorter = true
		default:
			return false
		}
	}
	return shorter
}
