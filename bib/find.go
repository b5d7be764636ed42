package bib

import "strings"

// A Work is what is known of a work that may be in the file.
type Work struct {
	Key    string
	DOI    string // bare or as an address
	ArXiv  string // with or without version
	Title  string // plain or in TeX
	Author string // family name of the first author
}

// Find returns the entry of a work, or nil. The first thing that finds an entry
// wins: key, DOI, arXiv identifier, normalised title. A title counts only where
// the first authors do not differ.
func (f *File) Find(w Work) *Entry {
	if e := f.ByKey(w.Key); e != nil {
		return e
	}
	if e := f.at(f.byID().doi, NormalDOI(w.DOI)); e != nil {
		return e
	}
	id := NormalArXiv(w.ArXiv)
	if id == "" {
		id = mentionedArXiv(w.DOI)
	}
	if e := f.at(f.byID().arxiv, id); e != nil {
		return e
	}
	return f.findTitle(w)
}

// ByKey returns the first entry with that citation key, or nil. Case counts.
func (f *File) ByKey(key string) *Entry { return f.at(f.keyIndex(), key) }

func (f *File) at(index map[string]int, id string) *Entry {
	if i, ok := index[id]; ok && id != "" {
		return &f.Entries[i]
	}
	return nil
}

func (f *File) findTitle(w Work) *Entry {
	title := NormalTitle(w.Title)
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

// sameFamily tells whether the first author of e may have that family name.
// Particles count only where both sides have them.
func sameFamily(family string, e *Entry) bool {
	authors := e.Authors()
	if family == "" || len(authors) == 0 {
		return true
	}
	a, b := NormalTitle(family), NormalTitle(authors[0].Family)
	return strings.HasSuffix(a, b) || strings.HasSuffix(b, a)
}

// An idIndex holds the first entry of each identifier.
type idIndex struct{ doi, arxiv map[string]int }

func (f *File) indexIDs() idIndex {
	index := idIndex{map[string]int{}, map[string]int{}}
	for i := range f.Entries {
		doi, arxiv := f.Entries[i].ids()
		setFirst(index.doi, doi, i)
		setFirst(index.arxiv, arxiv, i)
	}
	return index
}

func setFirst(index map[string]int, id string, i int) {
	if _, taken := index[id]; !taken && id != "" {
		index[id] = i
	}
}

// ids reads the identifiers from wherever people put them.
func (e *Entry) ids() (doi, arxiv string) {
	for i := range e.Fields {
		name := e.Fields[i].Name
		switch name {
		case "doi", "url", "note", "eprint", "arxivid", "arxiv", "journal", "howpublished":
		default:
			continue
		}
		value := e.Value(&e.Fields[i])
		if doi == "" && (name == "doi" || name == "url" || name == "note" || name == "howpublished") {
			doi = NormalDOI(value)
		}
		if arxiv == "" {
			arxiv = e.arXivIn(name, value)
		}
	}
	return doi, arxiv
}

// arXivIn reads the arXiv identifier from a field. A bare number is one only in
// a field for it, and not in an eprint of another archive.
func (e *Entry) arXivIn(field, value string) string {
	switch field {
	case "arxivid", "arxiv":
		return NormalArXiv(value)
	case "eprint":
		archive := e.own("archiveprefix") + e.own("eprinttype")
		if archive == "" || strings.EqualFold(archive, "arxiv") {
			return NormalArXiv(value)
		}
	}
	return mentionedArXiv(value)
}

func (f *File) indexTitles() map[string][]int {
	index := make(map[string][]int, len(f.Entries))
	for i := range f.Entries {
		if field := f.Entries[i].Lookup("title"); field != nil {
			if title := NormalTitle(f.Entries[i].raw(field)); title != "" {
				index[title] = append(index[title], i)
			}
		}
	}
	return index
}
