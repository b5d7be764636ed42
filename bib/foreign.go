package bib

// ParseForeign is like Parse, for a bibliography that was converted to BibTeX from another format.
// keys maps each key to its span in the original.
func ParseForeign(src string, keys map[string]Span) *File {
	f := Parse(src)
	f.foreign = true
	for i := range f.Entries {
		f.Entries[i].KeySpan = keys[f.Entries[i].Key]
	}
	return f
}

// IsForeign reports whether the original file is in another format. Such a file is read-only.
func (f *File) IsForeign() bool { return f.foreign }
