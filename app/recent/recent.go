// Package recent stores the papers found by updates of a grown corpus. It also finds the places in a
// manuscript that these papers are related to.
package recent

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A Paper is a paper found by an update.
type Paper struct {
	ID       string   `json:"id"`
	Title    string   `json:"title"`
	DOI      string   `json:"doi,omitempty"`
	Year     int      `json:"year,omitempty"`
	Abstract string   `json:"abstract,omitempty"`
	Names    []string `json:"names"`           // identities of the paper, as returned by paper.Names
	Cites    []string `json:"cites,omitempty"` // identities of the works in the corpus that the paper cites
	Found    string   `json:"found"`           // date of the update, in the form 2026-11-24
}

const fileName = "recent.json" // in the "grow" folder of a corpus

// Limits on the contents of the file, which may come from an untrusted source.
const (
	maxPapers   = 1000
	maxFile     = 16 << 20
	maxTitle    = 2 << 10
	maxAbstract = 4 << 10
	maxNames    = 500
)

func path(corpus string) string { return filepath.Join(corpus, "grow", fileName) }

// Read returns the papers found by updates of a corpus, latest first. It returns none for a corpus
// that was never updated.
func Read(corpus string) (all []Paper, err error) {
	file, err := os.Open(path(corpus))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	raw, err := io.ReadAll(io.LimitReader(file, maxFile+1))
	if err == nil && len(raw) > maxFile {
		err = errors.New("the file is too large")
	}
	if err == nil {
		err = json.Unmarshal(raw, &all)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read %s (%w): remove the file; the next `scilit-lsp corpus update` starts a "+
			"new list", path(corpus), err)
	}
	return cleaned(all), nil
}

// cleaned returns the papers in a form that is safe to show and compare.
func cleaned(all []Paper) []Paper {
	all = all[:min(len(all), maxPapers)]
	for i := range all {
		p := &all[i]
		p.Title, p.Abstract = text.Cut(text.OneLine(p.Title), maxTitle), text.Cut(text.Clean(p.Abstract), maxAbstract)
		p.DOI, p.ID, p.Found = text.OneLine(p.DOI), text.OneLine(p.ID), text.OneLine(p.Found)
		p.Names, p.Cites = p.Names[:min(len(p.Names), maxNames)], p.Cites[:min(len(p.Cites), maxNames)]
	}
	return slices.DeleteFunc(all, func(p Paper) bool { return p.Title == "" })
}

// Add adds papers to a corpus's list of recent papers. A paper replaces an earlier one with the same
// ID.
func Add(corpus string, papers []Paper) error {
	if len(papers) == 0 {
		return nil
	}
	before, err := Read(corpus)
	if err != nil {
		before = nil // replace a damaged list
	}
	has := make(map[string]bool)
	for _, p := range papers {
		has[p.ID] = true
	}
	all := append(slices.Clone(papers), slices.DeleteFunc(before, func(p Paper) bool { return has[p.ID] })...)
	raw, err := json.Marshal(cleaned(all))
	if err != nil {
		return err
	}
	temporary := path(corpus) + ".new"
	if err := os.WriteFile(temporary, raw, 0o600); err != nil {
		return err
	}
	return os.Rename(temporary, path(corpus))
}
