package latex

import (
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// longestList is the maximum distance between the cursor and the start of its citation, in bytes.
const longestList = 2000

// Typing returns the key being typed at offset. The citation may be incomplete. ok is false if no
// key can be typed there.
func Typing(source string, m *doc.Manuscript, offset int) (t doc.Typing, ok bool) {
	if m.IsCode(offset) {
		return t, false
	}
	brace := openBrace(source, offset)
	if brace < 0 {
		return t, false
	}
	if t.Citation, ok = commandBefore(source, brace); !ok {
		return t, false
	}
	list := source[brace+1 : offset]
	last := list[strings.LastIndexByte(withoutComments(list), ',')+1:]
	t.Typed = strings.TrimLeft(withoutComments(last), " \t\r\n")
	if strings.Contains(t.Typed, "\n") {
		return t, false // the text after an unclosed brace is prose
	}
	t.Span = doc.Span{Start: offset - len(t.Typed), End: keyEnd(source, offset)}
	t.Others = others(source[brace+1:t.Start], source[t.End:])
	return t, true
}

// openBrace returns the offset of the brace that is open at offset, or -1 if none exists or if
// the text after it is not a list of keys.
func openBrace(source string, offset int) int {
	for at := offset - 1; at >= max(0, offset-longestList); at-- {
		switch source[at] {
		case '{':
			return at
		case '}', '\\', '$':
			return -1
		case '\n':
			if strings.HasSuffix(strings.TrimRight(source[:at], " \t\r"), "\n") {
				return -1
			}
		}
	}
	return -1
}

// commandBefore returns the start of the citation command whose list of keys opens at brace.
func commandBefore(source string, brace int) (start int, ok bool) {
	at, lists := brace, 0
	for {
		at = len(strings.TrimRight(source[:at], " \t"))
		before := groupStart(source, at)
		if before < 0 {
			break
		}
		if source[before] == '{' {
			lists++
		}
		at = before
	}
	if at > 0 && source[at-1] == '*' {
		at--
	}
	end := at
	for at > 0 && isLetter(source[at-1]) {
		at--
	}
	backslashes := at - len(strings.TrimRight(source[:at], `\`))
	if at == end || backslashes%2 == 0 {
		return 0, false
	}
	name := lowFirst(source[at:end])
	return at - 1, citesKeys(name) && name != "citetext" && (lists == 0 || takesSeveralLists(name))
}

// groupStart returns the opening bracket of the group that ends at end, or -1.
func groupStart(source string, end int) int {
	if end == 0 {
		return -1
	}
	i := strings.IndexByte("])}", source[end-1])
	if i < 0 {
		return -1
	}
	opening, closing, depth := "[({"[i], source[end-1], 0
	for at := end - 1; at >= max(0, end-longestOption); at-- {
		switch source[at] {
		case closing:
			depth++
		case opening:
			if depth--; depth == 0 {
				return at
			}
		}
	}
	return -1
}

// keyEnd returns the end of the key at the cursor. This is the cursor itself unless a comma or
// brace shows that the text after it belongs to the list.
func keyEnd(source string, offset int) int {
	n := strings.IndexAny(source[offset:], ",{}[]\\%\"'~#^ \t\r\n")
	if n >= 0 && (source[offset+n] == ',' || source[offset+n] == '}') {
		return offset + n
	}
	return offset
}

// others returns the other keys in a list, given the text before and after the key being typed.
func others(before, after string) (keys []string) {
	for _, ref := range listed(before, 0, "") {
		keys = append(keys, ref.Path)
	}
	if n := strings.IndexAny(after, "{}\\"); n >= 0 && after[n] == '}' {
		for _, ref := range listed(after[:n], 0, "") {
			keys = append(keys, ref.Path)
		}
	}
	return slices.Clip(keys)
}
