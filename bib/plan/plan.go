// Package plan decides how a paper is added to a bibliography: the key that a document cites, the
// entry with that key, and the .bib file that receives the entry.
//
// The language server, the commands, the web page and the MCP tools all build a [Plan] from the
// .bib files of a document. They call [Plan.Cite] once per paper, so that a paper has the same key
// and entry everywhere. The package writes no files: [Plan.Addition] returns the text to insert.
package plan

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A File is a .bib file of a document.
type File struct {
	*bib.File
	Path   string // "" if the file has no name
	Exists bool
	// Check returns the reason why the file cannot be edited, or nil. It is called only for the
	// file that would receive an entry. If Check is nil, the file can be edited.
	Check func() error
}

// A Library looks up records. engine.Engine implements it.
type Library interface {
	Papers(ctx context.Context, refs []paper.Ref) ([]*paper.Paper, error)
}

// Options control how papers are added.
type Options struct {
	// KeyPattern is the pattern for new keys; see bib.File.NewKey. If empty, keys follow the pattern
	// of the file that receives the entry.
	KeyPattern string
	// CitedKeys returns the keys that the document cites. They determine which of several files
	// receives new entries. CitedKeys is called at most once, before the first entry is added.
	CitedKeys func(context.Context) ([]string, error)
	// Library, if not nil, is searched for the user's own record of a paper. Its key and entry take
	// precedence.
	Library Library
}

// A Plan collects the entries to add for papers cited in a document. It is not safe for concurrent
// use.
type Plan struct {
	files   []File
	options Options
	target  int    // index of the file that receives new entries; -1 until it is chosen
	before  string // source of the target file before the new entries
	first   int    // offset of the first new entry; -1 if none exists
}

// New returns an empty plan. Earlier files take precedence over later ones.
func New(files []File, o Options) *Plan {
	return &Plan{files: slices.Clone(files), options: o, target: -1, first: -1}
}

// ErrNoFile is returned by [Plan.Cite] if the document has no .bib file.
var ErrNoFile = errors.New("the document has no .bib file for the new entry: save the document first; a .bib file " +
	"is then created next to it")

var errForeign = errors.New("entries cannot be added to a Hayagriva file: also name a .bib file for new entries, " +
	`as in #bibliography(("refs.yml", "refs.bib"))`)

// Find returns the entry of a paper, or nil if no file has a citable one.
func (p *Plan) Find(work *paper.Paper) *bib.Entry {
	for _, f := range p.files {
		if e := f.FindCitable(bib.WorkOf(work)); e != nil {
			return e
		}
	}
	return nil
}

// Cite returns the key for a paper. If no file has an entry for the paper, the plan adds one.
func (p *Plan) Cite(ctx context.Context, work *paper.Paper) (key string, err error) {
	entry, err := p.Entry(ctx, work)
	return entry.Key, err
}

// An Entry is a paper's BibTeX entry and its citation key.
type Entry struct {
	Key   string
	Entry string // entry in BibTeX
	InBib bool   // the entry was already in a file
}

// Entry is like Cite, but returns the whole entry.
func (p *Plan) Entry(ctx context.Context, work *paper.Paper) (Entry, error) {
	e := p.Find(work)
	if e == nil {
		work = p.own(ctx, work) // the library's record may have identifiers that work lacks
		if err := ctx.Err(); err != nil {
			return Entry{}, err // the lookup may have failed, which would give the paper another key
		}
		e = p.Find(work)
	}
	if e != nil {
		return Entry{Key: e.Key, Entry: e.Text(), InBib: true}, nil
	}
	if _, err := p.Target(ctx); err != nil {
		return Entry{}, err
	}
	key := p.newKey(work)
	return Entry{Key: key, Entry: p.add(work, key) + "\n"}, nil
}

// CiteAs adds an entry for a paper to the plan under the given key. It returns an error if a file
// has the paper under another key, or another paper under that key.
func (p *Plan) CiteAs(ctx context.Context, work *paper.Paper, key string) error {
	if e := p.Find(work); e != nil && e.Key != key {
		return fmt.Errorf("this paper is in the .bib file under the key %s: cite it by that key instead of %s", e.Key, key)
	} else if e != nil {
		return nil
	}
	if err := bib.CheckKey(key); err != nil {
		return fmt.Errorf("%w; choose another key for the paper", err)
	}
	if _, err := p.Target(ctx); err != nil {
		return err
	}
	if slices.ContainsFunc(p.files, func(f File) bool { return f.HasKey(key) }) {
		return fmt.Errorf("the key %s was given to another entry in the meantime: choose the paper again", key)
	}
	work = p.own(ctx, work)
	if err := ctx.Err(); err != nil {
		return err // the lookup may have failed, which would give the paper another entry
	}
	p.add(work, key)
	return nil
}

// Key returns the key that a paper without an entry would have. It does not search the library.
func (p *Plan) Key(ctx context.Context, work *paper.Paper) (string, error) {
	if err := p.choose(ctx); err != nil {
		return "", err
	}
	return p.newKey(work), nil
}

// newKey returns the paper's key in the user's library, or a new one if it is missing or taken.
func (p *Plan) newKey(work *paper.Paper) string {
	isTaken := slices.ContainsFunc(p.files, func(f File) bool { return f.HasKey(work.Key) })
	if bib.CheckKey(work.Key) == nil && !isTaken {
		return work.Key
	}
	return p.files[p.target].NewKey(bib.RecordOf(work), p.options.KeyPattern)
}

// own returns the user's own record of a paper, with its citation key, or else work itself.
func (p *Plan) own(ctx context.Context, work *paper.Paper) *paper.Paper {
	if work.Key != "" || p.options.Library == nil {
		return work
	}
	ref := paper.Ref{DOI: work.DOI, ArXiv: work.ArXiv, Title: work.Title, Author: paper.FirstFamily(work.Authors),
		Keyed: true}
	found, err := p.options.Library.Papers(ctx, []paper.Ref{ref})
	if err != nil || len(found) == 0 || found[0] == nil {
		return work
	}
	return found[0]
}

// add inserts an entry after those added before, so that they form one insertion, and returns its
// text.
func (p *Plan) add(work *paper.Paper, key string) string {
	file := p.files[p.target].File
	in, copied := file.InsertCopy(work.Entry, key)
	if !copied {
		in = file.Insert(bib.RecordOf(work), key)
	}
	if p.first < 0 {
		p.first, p.before = in.Offset, file.Source()
	}
	p.files[p.target].File = file.Next(string(in.Apply([]byte(file.Source()))))
	return strings.TrimSpace(in.Text)
}

// Addition returns the text to insert into the target file. ok is false if there are no new
// entries.
func (p *Plan) Addition() (in bib.Insertion, ok bool) {
	if p.first < 0 {
		return bib.Insertion{}, false
	}
	now := p.files[p.target].Source()
	return bib.Insertion{Offset: p.first, Text: now[p.first : p.first+len(now)-len(p.before)]}, true
}

// Target returns the index of the file that receives new entries. If the file cannot be edited, the
// error states the reason.
func (p *Plan) Target(ctx context.Context) (int, error) {
	if err := p.choose(ctx); err != nil {
		return -1, err
	}
	f := p.files[p.target]
	switch {
	case p.first >= 0: // the target was checked when it was chosen
	case f.isForeign():
		return -1, fmt.Errorf("%s: %w", filepath.Base(f.Path), errForeign)
	case f.Check != nil:
		if err := f.Check(); err != nil {
			return -1, err
		}
	}
	return p.target, nil
}

// choose sets the target to the file with the most cited keys, preferably one that exists.
func (p *Plan) choose(ctx context.Context) error {
	switch {
	case p.target >= 0:
		return nil
	case len(p.files) == 0:
		return ErrNoFile
	case len(p.files) == 1 || p.options.CitedKeys == nil:
		p.target = 0
		return nil
	}
	cited, err := p.options.CitedKeys(ctx)
	if err != nil {
		return err
	}
	best, most := 0, -1
	for i, f := range p.files {
		if f.isForeign() {
			continue
		}
		count := 0
		for _, key := range cited {
			if f.ByKey(key) != nil {
				count++
			}
		}
		if count > most || count == most && f.Exists && !p.files[best].Exists {
			best, most = i, count
		}
	}
	p.target = best
	return nil
}

// isForeign reports whether the file is in a format other than BibTeX.
func (f File) isForeign() bool {
	extension := strings.ToLower(filepath.Ext(f.Path))
	return f.IsForeign() || extension == ".yml" || extension == ".yaml"
}

// Entries returns a new .bib with one entry per work, and the key of each paper.
func Entries(papers []*paper.Paper) (keys []string, file *bib.File) {
	p := New([]File{{File: bib.Parse("")}}, Options{})
	for _, work := range papers {
		key, err := p.Cite(context.Background(), work)
		if err != nil {
			panic(err) // cannot happen, since an empty file accepts every entry
		}
		keys = append(keys, key)
	}
	return keys, p.files[0].File
}

// EntryOf returns the entry that a paper would have in a new .bib.
func EntryOf(work *paper.Paper) *bib.Entry {
	_, file := Entries([]*paper.Paper{work})
	return &file.Entries[0]
}
