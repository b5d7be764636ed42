package bib

// A Duplicate is an entry that repeats the key or the work of an earlier entry.
type Duplicate struct{ Entry, First *Entry }

// DuplicateKeys returns the entries that repeat an earlier entry's key, in order. As in biber, keys
// are case-sensitive.
func (f *File) DuplicateKeys() (all []Duplicate) {
	index := f.keyIndex()
	if len(index) == len(f.Entries) {
		return nil
	}
	for i := range f.Entries {
		if e := &f.Entries[i]; e.Key != "" && index[e.Key] != i {
			all = append(all, Duplicate{e, &f.Entries[index[e.Key]]})
		}
	}
	return all
}

// DuplicateWorks returns the entries that repeat an earlier entry's work under another key, in
// order. Two entries describe the same work if their DOIs are equal, or if their titles, years and
// first authors are equal and their DOIs do not differ.
func (f *File) DuplicateWorks() (all []Duplicate) {
	index := f.byID()
	for i, id := range f.identities() {
		e := &f.Entries[i]
		first := f.at(index.doi, id.doi)
		if first == nil || first.Key == e.Key {
			first = f.sameTitle(i, id)
		}
		if first != nil && first.Key != e.Key && first.Start < e.Start {
			all = append(all, Duplicate{e, first})
		}
	}
	return all
}

// maxAlike is the maximum number of entries compared that share a title. Many works are titled
// "Editorial".
const maxAlike = 50

// sameTitle returns the first entry before i with the same title, year and author and no conflicting
// DOI.
func (f *File) sameTitle(i int, id identity) *Entry {
	e := &f.Entries[i]
	authors, year := e.Authors(), e.Year()
	if id.title == "" || year == 0 || len(authors) == 0 {
		return nil
	}
	alike := f.byTitle()[id.title]
	for _, j := range alike[:min(len(alike), maxAlike)] {
		if j >= i {
			break
		}
		other := f.identities()[j]
		if id.doi != "" && other.doi != "" && id.doi != other.doi || e.Type != f.Entries[j].Type {
			continue
		}
		if year == f.Entries[j].Year() && sameFamily(authors[0].Family, &f.Entries[j]) {
			return &f.Entries[j]
		}
	}
	return nil
}
