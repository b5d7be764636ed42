package bib

// ParseForeign is like Parse for a list converted to BibTeX from another format. keys maps each key
// to its span in the original list.
func ParseForeign(src string, keys map[string]Span) *File {
	f := Parse(src)
	f.foreign = true
	for i := range f.Entries {
		f.Entries[i].KeySpan = keys[f.Entries[i].Key]
	}
	return f
}

// IsForeign reports whether the file is in another format, which makes it read-only.
func (f *File) IsForeign() bool { return f.foreign }
