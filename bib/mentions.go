package bib

import (
	"fmt"
	"strings"
)

// A Mention is the span of an entry's key, or of a reference to it in another entry.
type Mention struct {
	Span
	Key      string
	Declares bool // the mention is the entry's own key
}

// referring is the set of fields whose values are lists of keys.
var referring = map[string]bool{"crossref": true, "xref": true, "xdata": true, "related": true, "entryset": true}

// Mentions returns the mentions whose keys match, in order.
func (f *File) Mentions(matches func(key string) bool) (all []Mention) {
	for i := range f.Entries {
		for _, m := range f.Entries[i].mentions() {
			if matches(m.Key) {
				all = append(all, m)
			}
		}
	}
	return all
}

// MentionAt returns the mention that contains offset or ends there.
func (f *File) MentionAt(offset int) (Mention, bool) {
	for i := range f.Entries {
		if e := &f.Entries[i]; e.Start <= offset && offset <= e.End {
			for _, m := range e.mentions() {
				if m.Start <= offset && offset <= m.End {
					return m, true
				}
			}
		}
	}
	return Mention{}, false
}

func (e *Entry) mentions() (all []Mention) {
	if e.Key != "" {
		all = append(all, Mention{e.KeySpan, e.Key, true})
	}
	for i := range e.Fields {
		if !referring[e.Fields[i].Name] {
			continue
		}
		inside := e.Inside(&e.Fields[i])
		at := inside.Start
		for part := range strings.SplitSeq(e.file.Text(inside), ",") {
			if key := strings.TrimSpace(part); key != "" {
				start := at + strings.Index(part, key)
				all = append(all, Mention{Span{start, start + len(key)}, key, false})
			}
			at += len(part) + 1
		}
	}
	return all
}

// Inside returns the span of a field's value without surrounding white space. If the value is a
// single group, the span also excludes the delimiters.
func (e *Entry) Inside(f *Field) Span {
	s := e.ValueSpan(f)
	text := e.file.Text(s)
	if n := len(text); n >= 2 && (text[0] == '{' && text[n-1] == '}' || text[0] == '"' && text[n-1] == '"') {
		s, text = Span{s.Start + 1, s.End - 1}, text[1:n-1]
	}
	s.Start += len(text) - len(strings.TrimLeft(text, " \t\r\n"))
	s.End -= len(text) - len(strings.TrimRight(text, " \t\r\n"))
	return Span{s.Start, max(s.Start, s.End)}
}

// CheckKey returns an error if a text cannot be a citation key. It rejects characters that would
// end a key in BibTeX, biber, LaTeX or Pandoc, or that have a special meaning there.
func CheckKey(key string) error {
	if key == "" {
		return fmt.Errorf("a key cannot be empty")
	}
	for _, r := range key {
		if !isKeyRune(r) {
			return fmt.Errorf("a key cannot contain %q: use letters, digits and %s", string(r), separators)
		}
	}
	return nil
}

func isKeyRune(r rune) bool {
	return r < 0x80 && (isLetter(byte(r)) || '0' <= r && r <= '9' || strings.ContainsRune(separators, r))
}

// Citable reports whether documents in every format can cite the entry's key.
func (e *Entry) Citable() bool { return CheckKey(e.Key) == nil }

// ByKeyFolded returns the first entry with the given key, or nil. It ignores case, as BibTeX does.
func (f *File) ByKeyFolded(key string) *Entry {
	return f.at(f.byFolded(), strings.ToLower(key))
}
