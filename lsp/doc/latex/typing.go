package latex

import (
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// longestList bounds how far before the cursor a citation may begin.
const longestList = 2000

// Typing is the key that is being typed at offset: the text there need not
// be closed, nor a citation yet. ok is false where no key goes.
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
		return t, false // prose below a brace that was never closed
	}
	t.Span = doc.Span{Start: offset - len(t.Typed), End: keyEnd(source, offset)}
	t.Others = others(source[brace+1:t.Start], source[t.End:])
	return t, true
}

// openBrace is the brace that is open at offset, -1 where there is none or
// what follows it is no list of keys.
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

// commandBefore is where the citation command begins whose list of keys opens
// at brace.
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

// groupStart is where the bracket opens that closes before end, -1 where none does.
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

// keyEnd is where the key ends that the cursor is in. It is the cursor itself
// where no comma or brace shows that the rest belongs to the list.
func keyEnd(source string, offset int) int {
	n := strings.IndexAny(source[offset:], ",{}[]\\%\"'~#^ \t\r\n")
	if n >= 0 && (source[offset+n] == ',' || source[offset+n] == '}') {
		return offset + n
	}
	return offset
}

// others are the keys of a list before and behind the one that is typed.
func others(before, behind string) (keys []string) {
	for _, ref := range listed(before, 0, "") {
		keys = append(keys, ref.Path)
	}
	if n := strings.IndexAny(behind, "{}\\"); n >= 0 && behind[n] == '}' {
		for _, ref := range listed(behind[:n], 0, "") {
			keys = append(keys, ref.Path)
		}
	}
	return slices.Clip(keys)
}
