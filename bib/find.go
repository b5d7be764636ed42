package bib

import (
	"cmp"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A Work identifies a work to look up in a file.
type Work struct {
	Key    string
	DOI    string // bare or as a URL
	ArXiv  string // with or without a version
	Title  string // plain or in TeX
	Author string // first author's family name
}

// WorkOf returns the identifiers of a stored paper for [File.Find].
func WorkOf(p *paper.Paper) Work {
	return Work{DOI: p.DOI, ArXiv: p.ArXiv, Title: p.Title, Author: paper.FirstFamily(p.Authors)}
}

// Find returns the entry for a work, or nil. It compares the key, the DOI, the arXiv identifier and
// the normalized title, in this order. A title matches only if the first authors do not differ.
func (f *File) Find(w Work) *Entry {
	if e := f.ByKey(w.Key); e != nil {
		return e
	}
	if e := f.at(f.byID().doi, paper.DOI(w.DOI)); e != nil {
		return e
	}
	if e := f.at(f.byID().arxiv, cmp.Or(paper.ArXiv(w.ArXiv), paper.MentionedArXiv(w.DOI))); e != nil {
		return e
	}
	return f.findTitle(w)
}

// FindCitable is like Find, but returns nil if the entry cannot be cited.
func (f *File) FindCitable(w Work) *Entry {
	if e := f.Find(w); e != nil && e.Citable() {
		return e
	}
	return nil
}

// ByKey returns the first entry with the given citation key, or nil. Keys are case-sensitive.
func (f *File) ByKey(key string) *Entry { return f.at(f.keyIndex(), key) }

func (f *File) at(index map[string]int, id string) *Entry {
	if i, ok := index[id]; ok && id != "" {
		return &f.Entries[i]
	}
	return nil
}

func (f *File) findTitle(w Work) *Entry {
	title := paper.NormalTitle(w.Title)
	if title == "" {
		return nil
	}
	for _, i := range f.byTitle()[title] {
		if e := &f.Entries[i]; sameFamily(w.Author, e) {
			return e
		}
	}
	return nil
}

// sameFamily reports whether the first author of e may have the given family name, ignoring
// particles.
func sameFamily(family string, e *Entry) bool {
	authors := e.Authors()
	if family == "" || len(authors) == 0 {
		return true
	}
	return paper.SameFamily(FamilyName(family), authors[0].Family)
}

type identity struct {
	doi, arxiv string
	title      string // normalized title
}

func (e *Entry) identity() (id identity) {
	id.doi, id.arxiv = e.Identifiers()
	if title := e.Lookup("title"); title != nil {
		id.title = paper.NormalTitle(e.raw(title))
	}
	return identity{strings.Clone(id.doi), strings.Clone(id.arxiv), strings.Clone(id.title)}
}

// identitiesAfter copies the identities of unchanged entries from an older version, if that version
// has computed them.
func (f *File) identitiesAfter(old *File, head, tail int) {
	known, added := old.identified.Load(), len(f.Entries)-head-(len(old.Entries)-tail)
	if known == nil {
		return
	}
	all := slices.Concat((*known)[:head], make([]identity, added), (*known)[tail:])
	for i := head; i < head+added; i++ {
		all[i] = f.Entries[i].identity()
	}
	f.identified.Store(&all)
}

func (f *File) identities() []identity {
	if known := f.identified.Load(); known != nil {
		return *known
	}
	all := make([]identity, len(f.Entries))
	for i := range f.Entries {
		all[i] = f.Entries[i].identity()
	}
	f.identified.Store(&all)
	return all
}

// An idIndex maps each identifier to the index of the first entry that has it.
type idIndex struct{ doi, arxiv map[string]int }

func (f *File) indexIDs() idIndex {
	index := idIndex{map[string]int{}, map[string]int{}}
	for i, id := range f.identities() {
		setFirst(index.doi, id.doi, i)
		setFirst(index.arxiv, id.arxiv, i)
	}
	return index
}

func (f *File) indexTitles() map[string][]int {
	index := make(map[string][]int, len(f.Entries))
	for i, id := range f.identities() {
		if id.title != "" {
			index[id.title] = append(index[id.title], i)
		}
	}
	return index
}

func setFirst(index map[string]int, id string, i int) {
	if _, taken := index[id]; !taken && id != "" {
		index[id] = i
	}
}

// Identifiers returns the normalized DOI and arXiv identifier of an entry from any of the fields in
// which they are commonly stored. Each is "" if missing.
func (e *Entry) Identifiers() (doi, arxiv string) {
	for i := range e.Fields {
		name := e.Fields[i].Name
		switch name {
		case "doi", "url", "note", "eprint", "arxivid", "arxiv", "journal", "howpublished":
		default:
			continue
		}
		value := e.Value(&e.Fields[i])
		if doi == "" && (name == "doi" || name == "url" || name == "note" || name == "howpublished") {
			doi = paper.DOI(value)
		}
		if arxiv == "" {
			arxiv = e.arXivIn(name, value)
		}
	}
	return doi, arxiv
}

// arXivIn returns the arXiv identifier in a field, or "". A bare number is accepted only in a field
// for arXiv identifiers, and not in the eprint field of another archive.
func (e *Entry) arXivIn(field, value string) string {
	switch field {
	case "arxivid", "arxiv":
		return paper.ArXiv(value)
	case "eprint":
		archive := e.own("archiveprefix") + e.own("eprinttype")
		if archive == "" || strings.EqualFold(archive, "arxiv") {
			return paper.ArXiv(value)
		}
	}
	return paper.MentionedArXiv(value)
}
