package bib

// A Duplicate is an entry whose key or work an earlier one has already.
type Duplicate struct{ Entry, First *Entry }

// DuplicateKeys are the entries whose key an earlier one has, in order. Case
// counts, as it does for biber.
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

// DuplicateWorks are the entries whose work an earlier one has under another
// key, in order: the same DOI, or the same title, year and first author where
// no DOI says otherwise.
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

// maxAlike bounds how many entries of one title are compared; "Editorial" is
// the title of many works.
const maxAlike = 50

// sameTitle is the first entry above entry i that has its title, year and
// first author, and no other DOI.
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
