package bib

// ParseForeign is Parse for a list in another format that was converted to BibTeX. keys maps
// each key to its span in the list.
func ParseForeign(src string, keys map[string]Span) *File {
	f := Parse(src)
	f.foreign = true
	for i := range f.Entries {
		f.Entries[i].KeySpan = keys[f.Entries[i].Key]
	}
	return f
}

// IsForeign reports whether the file is in another format, which is read-only.
func (f *File) IsForeign() bool { return f.foreign }
