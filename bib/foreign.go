package bib

// ParseForeign is Parse for a list in another format that was turned into
// BibTeX. keys are the places of the keys in the list itself.
func ParseForeign(src string, keys map[string]Span) *File {
	f := Parse(src)
	f.foreign = true
	for i := range f.Entries {
		f.Entries[i].KeySpan = keys[f.Entries[i].Key]
	}
	return f
}

// IsForeign reports whether the file is in another format, which is read and
// gets no entries.
func (f *File) IsForeign() bool { return f.foreign }
