package onnx

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/draft"
)

// A Writer drafts citing sentences with a language model, which is loaded for the first one and
// closed when idle. Its sentences are likely, but not verified: see engine.CheckedWriter. It is
// safe for concurrent use and serves one request at a time, across all callers.
type Writer struct {
	model  *Model
	author *resident[*author]
	turn   chan struct{} // holds one token
}

var _ draft.Drafter = (*Writer)(nil)

// OpenWriter returns a Writer for the result of Locate, without loading it. It fails if a part is
// missing or the binary was built without cgo; damaged files fail at the first sentence.
func OpenWriter(f Location) (*Writer, error) {
	if err := f.runnable(); err != nil {
		return nil, err
	}
	if f.Model.Kind != "writer" {
		return nil, fmt.Errorf("model %s: kind is %q, want writer", f.Name, f.Model.Kind)
	}
	return &Writer{f.Model, newResident(f, newAuthor), make(chan struct{}, 1)}, nil
}

// ID returns the model's name and the first eight digits of its network's SHA-256.
func (w *Writer) ID() string { return w.model.id() }

// Load loads library, network and vocabulary. If it fails, every later call fails.
func (w *Writer) Load() error { return w.author.load() }

// Close frees the network once its last user is done.
func (w *Writer) Close() error { w.author.retire(); return nil }

// Drafts returns up to n sentences about a paper, most likely first, or one per beginning if there
// are more beginnings. It omits texts without exactly one citation. It returns soon after ctx is
// done.
func (w *Writer) Drafts(ctx context.Context, req engine.DraftRequest, n int) (drafts []engine.Draft, err error) {
	select {
	case w.turn <- struct{}{}:
		defer func() { <-w.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	err = w.author.use(func(a *author) (err error) {
		drafts, err = a.drafts(ctx, req, n)
		return err
	})
	return drafts, err
}

// The maximum length of a sentence in tokens, and its length penalty; tuned on contexts-dev.
const (
	longestSentence = 64
	lengthPenalty   = 0.5
)

// An author is a loaded model.
type author struct {
	tokens  *BPE
	pieces  *pieceTrie
	decoder *decoder
	rules   rules
	marks   marks
}

// marks holds the two citation tokens and the token of the blank before them.
type marks struct{ authors, parentheses, blank int64 }

func newAuthor(m *Model, library string) (*author, error) {
	a, err := loadAuthor(m, library)
	if err != nil {
		return nil, fmt.Errorf("writing model %s: %w", m.Name, err)
	}
	return a, nil
}

func (a *author) close() { a.decoder.close() }

func loadAuthor(m *Model, library string) (*author, error) {
	if err := m.verify(); err != nil {
		return nil, err
	}
	tokens, err := LoadBPE(m.path(m.Tokenizer))
	if err != nil {
		return nil, err
	}
	if tokens.Size() != m.Vocabulary {
		return nil, fmt.Errorf("the tokenizer has %d pieces, the network %d", tokens.Size(), m.Vocabulary)
	}
	a := &author{tokens: tokens, pieces: newPieceTrie(tokens)}
	if a.marks, a.rules, err = specials(tokens); err != nil {
		return nil, err
	}
	a.decoder, err = openDecoder(library, m)
	return a, err
}

// specials looks up the tokens that models/train/writer_data.py defines.
func specials(tokens *BPE) (m marks, r rules, err error) {
	stop, ok1 := tokens.Special("<|im_end|>")
	authors, ok2 := tokens.Special("<file_sep>")
	parentheses, ok3 := tokens.Special("<filename>")
	if !ok1 || !ok2 || !ok3 {
		return m, r, errors.New("the tokenizer lacks <|im_end|>, <file_sep> or <filename>")
	}
	m = marks{authors, parentheses, tokens.bytes[' ']}
	r = rules{maxTokens: longestSentence, penalty: lengthPenalty, stop: stop, once: []int64{authors, parentheses}}
	for _, id := range tokens.ids {
		if id != stop && id != authors && id != parentheses {
			r.never = append(r.never, id)
		}
	}
	return m, r, nil
}

func (a *author) drafts(ctx context.Context, req engine.DraftRequest, n int) ([]engine.Draft, error) {
	r := a.rules
	r.begins = a.begins(req.Beginnings)
	r.width = max(1, n/len(r.begins))
	r.wanted, r.bonus = a.wanted(req.Keywords), wantedBonus
	if req.Vocabulary != nil {
		r.grammar = newWords(a.pieces, req.Vocabulary, r)
	}
	cache, first, err := a.decoder.read(ctx, a.prompt(req), r.width*len(r.begins), r.maxTokens)
	if err != nil {
		return nil, err
	}
	found, err := beamSearch(ctx, cache, first, r)
	if err != nil {
		return nil, err
	}
	var drafts []engine.Draft
	for _, b := range found {
		d := a.draft(b.ids)
		d.Fluency = b.score / float64(max(1, len(b.ids)))
		if !slices.ContainsFunc(drafts, func(other engine.Draft) bool { return other.Text == d.Text }) {
			drafts = append(drafts, d)
		}
	}
	return drafts, nil
}

// begins returns the tokens of each beginning.
func (a *author) begins(texts []string) (all [][]int64) {
	for _, text := range texts {
		var ids []int64
		for i, part := range strings.Split(text, engine.Mark) {
			if i > 0 {
				ids = append(ids, a.marks.blank, a.marks.authors)
			}
			ids = a.tokens.Encode(ids, strings.TrimRight(part, " "))
		}
		all = append(all, ids)
	}
	if len(all) == 0 {
		return [][]int64{nil}
	}
	return all
}

// draft converts tokens to a sentence.
func (a *author) draft(ids []int64) engine.Draft {
	var text strings.Builder
	var d engine.Draft
	for len(ids) > 0 {
		at := 0
		for at < len(ids) && ids[at] != a.marks.authors && ids[at] != a.marks.parentheses {
			at++
		}
		text.WriteString(a.tokens.Decode(ids[:at]))
		if at < len(ids) {
			text.WriteString(engine.Mark)
			d.Textual = ids[at] == a.marks.authors
			at++
		}
		ids = ids[at:]
	}
	d.Text = strings.TrimSpace(text.String())
	return d
}

// Token limits for the parts of a request, as in models/train/writer.py.
const (
	titleTokens      = 64
	abstractTokens   = 110
	contextTokens    = 64
	contextSentences = 2
)

// prompt returns the tokens of a request.
func (a *author) prompt(req engine.DraftRequest) []int64 {
	title := a.tokens.Encode(nil, "Title: "+oneLine(req.Paper.Title)+"\nAbstract: ")
	about := req.Paper.Abstract
	if len(req.Passages) > 0 {
		about = strings.Join(req.Passages, " ")
	}
	abstract := a.tokens.Encode(nil, " "+oneLine(cut(about)))
	ids := append(title[:min(len(title), titleTokens)], abstract[:min(len(abstract), abstractTokens)]...)
	return a.tokens.Encode(ids, a.ask(req))
}

func (a *author) ask(req engine.DraftRequest) string {
	var near []string
	for _, s := range req.Context[max(0, len(req.Context)-contextSentences):] {
		near = append(near, oneLine(draft.WithoutCitations(s)))
	}
	ids := a.tokens.Encode(nil, strings.Join(near, " "))
	ask := "\n"
	if context := strings.TrimSpace(a.tokens.Decode(ids[max(0, len(ids)-contextTokens):])); context != "" {
		ask += "Context: " + context + "\n"
	}
	if len(req.Keywords) > 0 {
		ask += "Keywords: " + strings.Join(req.Keywords, ", ") + "\n"
	}
	if req.Intent != "" {
		ask += "Intent: " + req.Intent + "\n"
	}
	return ask + "Sentence:"
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// cut truncates a text to 16 bytes per abstract token, more than the tokens need.
func cut(s string) string { return s[:min(len(s), 16*abstractTokens)] }

// wanted returns the spellings of the keywords.
func (a *author) wanted(keywords []string) (all []wanted) {
	for _, words := range keywords {
		words = oneLine(words)
		if words == "" {
			continue
		}
		var w wanted
		for _, form := range []string{words, strings.ToUpper(words[:1]) + words[1:], strings.ToUpper(words)} {
			w = append(w, a.tokens.Encode(nil, " "+form))
		}
		all = append(all, w)
	}
	return all
}
