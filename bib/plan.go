package bib

import "slices"

// A NewWork is a work as a corpus knows it, to be cited.
type NewWork struct {
	Record
	// Key and Entry are what the user's own library has for the work, "" where it
	// has none. A record of anybody else's must not fill in Entry, which is copied.
	Key, Entry string
}

// A Planner says under which keys works are cited, and writes the entries that
// are missing. Whoever cites asks it, so that a work gets the same key and entry
// by whichever way it came.
type Planner struct {
	files   []*File // in order of precedence
	target  int     // the one that gets new entries
	pattern string  // of keys; that of the file where empty
	before  string  // the source of the target
	first   int     // offset of the first entry that was added, -1 before
}

// NewPlanner plans for a document that cites from these files.
func NewPlanner(files []*File, target int, pattern string) *Planner {
	return &Planner{files: slices.Clone(files), target: target, pattern: pattern, before: files[target].src, first: -1}
}

// Find returns the entry of a work, nil where no file has one that can be cited.
func (p *Planner) Find(w NewWork) *Entry { return FindCitable(p.files, w) }

// FindCitable is Find for who adds nothing.
func FindCitable(files []*File, w NewWork) *Entry {
	for _, f := range files {
		if e := f.Find(w.work()); e != nil && e.Citable() {
			return e
		}
	}
	return nil
}

func (w NewWork) work() Work {
	known := Work{DOI: w.DOI, ArXiv: w.ArXiv, Title: w.Title}
	if len(w.Authors) > 0 {
		known.Author = w.Authors[0].Family
	}
	return known
}

// Key is the key of a new entry: the one that the user's library has, unless
// another work has it here.
func (p *Planner) Key(w NewWork) string {
	taken := func(f *File) bool { return f.HasKey(w.Key) }
	if CheckKey(w.Key) == nil && !slices.ContainsFunc(p.files, taken) {
		return w.Key
	}
	return p.files[p.target].NewKey(w.Record, p.pattern)
}

// Cite is the key of a work, whose entry is added where there is none.
func (p *Planner) Cite(w NewWork) (key string) {
	if e := p.Find(w); e != nil {
		return e.Key
	}
	key = p.Key(w)
	p.Add(w, key)
	return key
}

// Add adds the entry of a work under a key. Each goes behind the one before, so
// that together they are one piece.
func (p *Planner) Add(w NewWork, key string) {
	file := p.files[p.target]
	made, copied := file.InsertCopy(w.Entry, key)
	if !copied {
		made = file.Insert(w.Record, key)
	}
	if p.first < 0 {
		p.first = made.Offset
	}
	p.files[p.target] = file.Next(string(made.Apply([]byte(file.src))))
}

// Insertion is all that was added to the target; ok is false where it is nothing.
func (p *Planner) Insertion() (in Insertion, ok bool) {
	if p.first < 0 {
		return Insertion{}, false
	}
	now := p.files[p.target].src
	return Insertion{Offset: p.first, Text: now[p.first : p.first+len(now)-len(p.before)]}, true
}
