package grow

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/online"
	"github.com/scilit-lsp/scilit-lsp/engine/online/sources"
)

// A Status describes a growing corpus.
type Status struct {
	Dir        string         `json:"dir"`
	Source     string         `json:"source"`
	Seeds      int            `json:"seeds"`
	Goal       int            `json:"goal"`
	Chosen     int            `json:"chosen"`
	Published  int            `json:"published"`
	Searchable int            `json:"searchable"` // number of papers in the index
	Removed    int            `json:"removed"`    // number of papers that the user removed
	Known      int            `json:"known"`      // number of works in the citation graph
	Requests   int            `json:"requests"`   // number of recorded responses
	NoAbstract int            `json:"no_abstract"`
	Retracted  int            `json:"retracted"`
	Contexts   int            `json:"contexts"` // number of citations with sentences
	First      string         `json:"first"`    // date of the first response
	Last       string         `json:"last"`
	Metadata   string         `json:"metadata_license"`
	Licenses   map[string]int `json:"licenses"` // number of papers by license; the key is "" for papers without one
	Missing    []string       `json:"missing"`  // seeds that were not found
}

// ErrNotGrown is returned for a folder that does not contain a growing corpus.
var ErrNotGrown = errors.New("this folder contains no corpus built by `scilit-lsp corpus grow`: give another folder")

// Look returns the status of a growing corpus without changing the corpus.
func Look(ctx context.Context, dir string) (s Status, err error) {
	name := filepath.Join(dir, stateFolder, journalName)
	file, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return s, ErrNotGrown
	}
	if err != nil {
		return s, err
	}
	defer file.Close()
	s = Status{Dir: dir, Licenses: make(map[string]int), Missing: []string{}}
	l := looker{Status: &s, records: make(map[string]brief), known: make(map[string]bool)}
	if _, err = readJournal(file, name, func(e entry, _ int64) error { l.add(e); return ctx.Err() }); err != nil {
		return s, err
	}
	api, _ := sources.Find(s.Source)
	s.Known, s.Metadata = len(l.known), api.License
	if listing, err := index.List(dir); err == nil {
		s.Searchable = listing.Papers
	}
	return s, nil
}

// A brief contains the fields of a record needed for a status.
type brief struct {
	license             string
	abstract, retracted bool
}

type looker struct {
	*Status
	records map[string]brief
	known   map[string]bool
}

func (l *looker) add(e entry) {
	switch {
	case e.Start != nil:
		l.Source = e.Start.Source
		l.Goal = max(l.Goal, e.Start.Goals.Papers)
		l.Seeds += len(e.Start.Seeds) + len(e.Start.Titles)
	case e.Answer != nil:
		l.reply(e)
	case e.Harvested != nil:
		l.dated(e)
		for _, r := range e.Harvested.Records {
			if _, had := l.records[r.ID]; !had {
				l.records[r.ID] = briefOf(r)
				l.choose(r.ID)
			}
		}
	case e.Found != nil && e.Found.ID == nil:
		l.Missing = append(l.Missing, e.Found.Title.String())
	case e.Published > 0:
		l.Published = e.Published
	}
	for _, key := range e.Kept {
		l.choose(key)
	}
	l.Removed += len(e.Removed)
}

// choose counts a chosen work in the status.
func (l *looker) choose(key string) {
	r := l.records[key]
	l.Chosen++
	l.Licenses[r.license]++
	if !r.abstract {
		l.NoAbstract++
	}
	if r.retracted {
		l.Retracted++
	}
}

// dated counts a response and updates the dates of the first and last response.
func (l *looker) dated(e entry) {
	if l.Requests++; l.First == "" {
		l.First = e.Date
	}
	l.Last = e.Date
}

func (l *looker) reply(e entry) {
	l.dated(e)
	l.Contexts += len(e.Answer.Citations)
	for _, n := range e.Answer.Nodes {
		l.known[n.Key] = true
		for _, key := range n.References {
			l.known[key] = true
		}
		if _, had := l.records[n.Key]; n.Record != nil && !had {
			l.records[n.Key] = briefOf(n.Record)
		}
	}
	if e.Question != nil && (e.Question.Retracted != nil || e.Question.Changed != nil) {
		for _, n := range e.Answer.Nodes {
			isRetracted := n.Retracted || n.Record != nil && n.Record.Retracted
			if r, had := l.records[n.Key]; had && isRetracted && !r.retracted {
				r.retracted = true
				l.records[n.Key] = r
				l.Retracted++
			}
		}
	}
	if e.Question != nil && e.Question.Seeds {
		l.Missing = append(l.Missing, unmatched(e.Question.Describe, e.Answer.Nodes)...)
	}
}

func briefOf(r *online.Record) brief {
	return brief{r.License, r.Abstract != "", r.Retracted}
}
