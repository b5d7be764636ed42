package typst

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// Cite returns @key, or #cite(<key>, form: "prose") if textual.
func Cite(_ doc.CiteStyle, keys []string, textual bool) string {
	all := make([]string, len(keys))
	for i, key := range keys {
		all[i] = cite(key, textual)
	}
	return strings.Join(all, " ")
}

func cite(key string, textual bool) string {
	name := "<" + key + ">"
	isName := key != "" && keyEnd(key, 0) == len(key)
	switch {
	case isName && !textual:
		return "@" + key
	case !isName: // names in Typst cannot contain "/" or "+"
		name = `label("` + key + `")`
	}
	if textual {
		return "#cite(" + name + `, form: "prose")`
	}
	return "#cite(" + name + ")"
}

// Escape returns Typst markup that prints s.
func Escape(s string) string {
	var b strings.Builder
	before := ' '
	for i, r := range s {
		_, size := utf8.DecodeRuneInString(s[i:])
		after, _ := utf8.DecodeRuneInString(s[i+size:])
		if strings.ContainsRune("\\*_`$#<>@~[]", r) || r == '/' && (after == '/' || after == '*') ||
			r == '-' && (after == '-' || after == '?') ||
			strings.ContainsRune("-+/=", r) && unicode.IsSpace(before) {
			b.WriteByte('\\')
		}
		b.WriteString(s[i : i+size])
		before = r
	}
	return b.String()
}

// InsertMark returns the edit that inserts a citation at offset. It replaces an "@" without a key.
// Otherwise it inserts the citation before the sentence's final full stop, after any existing
// citation there.
func InsertMark(source string, m *doc.Manuscript, offset int, mark doc.Mark) doc.Edit {
	t, ok := Typing(source, m, offset)
	if ok && source[t.Citation] == '@' && (t.Start == t.End || mark.Replaces(source[t.Start:t.End])) {
		return doc.Edit{Span: doc.Span{Start: t.Citation, End: t.End}, Text: group(mark)}
	}
	site, ok := m.MarkSite(source, offset, mark, false)
	if !ok {
		at, _ := m.MaskedEnd(offset)
		return doc.Insertion(min(at, len(source)), group(mark))
	}
	return doc.Insertion(site.At, " "+apart(group(mark), mark, source[site.At:]))
}

// apart returns a citation in a form that the text after it does not change.
func apart(citation string, mark doc.Mark, rest string) string {
	last := mark.Keys[len(mark.Keys)-1]
	if before, isName := strings.CutSuffix(citation, "@"+last); isName && keyEnd(rest, 0) > 0 {
		return before + "#cite(<" + last + ">);"
	}
	if strings.HasSuffix(citation, ")") && rest != "" && strings.IndexByte(";([", rest[0]) >= 0 {
		return citation + ";"
	}
	return citation
}

// group returns a citation with the mark's prefix and locator.
func group(mark doc.Mark) string {
	text := Cite(doc.CiteStyle{}, mark.Keys, false)
	if mark.Before != "" {
		text = mark.Before + " " + text
	}
	if last := mark.Keys[len(mark.Keys)-1]; mark.After != "" && cite(last, false) == "@"+last {
		text += "[" + mark.After + "]"
	}
	return text
}

const maxKey = 200 // maximum distance between the cursor and the start of its key, in bytes

// Typing returns the key being typed at offset after an "@" or "cite(<". ok is false if no key can
// be typed there.
func Typing(source string, m *doc.Manuscript, offset int) (t doc.Typing, ok bool) {
	if m.IsCode(offset) {
		return t, false
	}
	at := offset
	for at > max(0, offset-maxKey) {
		r, size := utf8.DecodeLastRuneInString(source[:at])
		if !isLabelRune(r) || r == utf8.RuneError {
			break
		}
		at -= size
	}
	if at == 0 {
		return t, false
	}
	t.Span, t.Citation = doc.Span{Start: at, End: keyEnd(source, offset)}, at-1
	t.End = max(t.End, offset)
	t.Typed = source[at:offset]
	switch source[at-1] {
	case '@':
		before, _ := utf8.DecodeLastRuneInString(source[:at-1])
		ok = before != '\\' && !unicode.IsLetter(before) && !unicode.IsDigit(before)
	case '<':
		ok = strings.HasSuffix(strings.TrimRight(source[:at-1], " "), "cite(")
	}
	return t, ok
}

// labels holds the labels of parts of the text itself, such as "<fig-plot>". An "@" followed by one
// of these names is a cross-reference rather than a citation.
type labels struct {
	all   []doc.CiteKey
	names map[string]bool
}

// labelled matches a label. Its first group matches if the label is an argument of cite.
var labelled = regexp.MustCompile(`(cite\(\s*)?<([\p{L}\p{N}_][\p{L}\p{N}_.:-]*)>`)

func labelsIn(text string) (found labels) {
	found.names = make(map[string]bool)
	for _, at := range labelled.FindAllStringSubmatchIndex(text, -1) {
		if at[2] >= 0 {
			continue
		}
		name := text[at[4]:at[5]]
		found.names[name] = true
		found.all = append(found.all, doc.CiteKey{Span: doc.Span{Start: at[4], End: at[5]}, Name: name})
	}
	return found
}

func isLabelRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '-' || r == ':' || r == '.'
}

func nameEnd(text string, at int) int {
	return len(text) - len(strings.TrimLeftFunc(text[at:], isLabelRune))
}

// keyEnd returns the end of the key at an offset. A full stop or colon at the end is not part of
// the key.
func keyEnd(text string, at int) int {
	end := nameEnd(text, at)
	for end > at && (text[end-1] == '.' || text[end-1] == ':') {
		end--
	}
	return end
}
