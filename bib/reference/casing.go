package reference

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/tex"
)

// protect and release are private-use characters that enclose text whose case must be preserved.
const (
	protect = '\uE000'
	release = '\uE001'
)

var unmarked = strings.NewReplacer(string(protect), "", string(release), "")

// titleOf decodes a title and marks the text protected by braces. A group that starts with
// a command, such as an accent, does not protect its text.
func titleOf(e *bib.Entry, name string) string {
	raw := e.Raw(name)
	var out strings.Builder
	var open []bool // whether each enclosing group protects its text
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case c == '\\' && i+1 < len(raw):
			out.WriteString(raw[i : i+2])
			i++
			continue
		case c == '{':
			protects := i+1 < len(raw) && raw[i+1] != '\\' && !isArgument(raw[:i])
			open = append(open, protects)
			out.WriteByte(c)
			if protects {
				out.WriteRune(protect)
			}
			continue
		case c == '}' && len(open) > 0:
			if open[len(open)-1] {
				out.WriteRune(release)
			}
			open = open[:len(open)-1]
		}
		out.WriteByte(raw[i])
	}
	return strings.TrimSpace(typeset(tex.Decode(out.String())))
}

// isArgument reports whether a group after the given text is an argument of a command.
func isArgument(before string) bool {
	letters := strings.TrimRight(before, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
	if strings.HasSuffix(letters, `\`) && letters != before {
		return true
	}
	return len(before) > 1 && before[len(before)-2] == '\\'
}

// A word is a run of letters, digits and apostrophes, and the text that precedes it.
type word struct {
	before string
	text   string
	fixed  bool // part of the word is protected
	starts bool // the word starts the title, or follows a colon or the end of a sentence
}

func wordsOf(title string) (words []word, tail string) {
	depth, start, begin := 0, 0, true
	end := 0 // end offset of the previous word
	for i := 0; i <= len(title); {
		r, size := utf8.DecodeRuneInString(title[i:])
		if size > 0 && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '’' || r == protect ||
			r == release) {
			i += size
			continue
		}
		if start < i {
			text := title[start:i]
			fixed := depth > 0 || strings.ContainsRune(text, protect)
			depth += strings.Count(text, string(protect)) - strings.Count(text, string(release))
			words = append(words, word{title[end:start], text, fixed, begin})
			begin, end = false, i
		}
		if size == 0 {
			break
		}
		begin = begin || strings.ContainsRune(":?!.", r)
		i += size
		start = i
	}
	return words, title[end:]
}

// recased applies cased to each word of an English title. It returns other titles unchanged.
func recased(title string, english bool, cased func(w word, first, last bool) string) string {
	if !english {
		return title
	}
	words, tail := wordsOf(title)
	var out strings.Builder
	for i, w := range words {
		out.WriteString(w.before)
		out.WriteString(cased(w, out.Len() == 0, i == len(words)-1))
	}
	return out.String() + tail
}

// sentenceCase converts capitalized words to lower case unless they begin a sentence.
func sentenceCase(title string, english bool) string {
	return recased(title, english, func(w word, first, _ bool) string {
		switch {
		case w.fixed:
			return w.text
		case w.starts && (first || strings.TrimSpace(w.before) != w.before):
			return capitalised(w.text)
		case isCapitalised(w.text) && !w.starts:
			return strings.ToLower(w.text)
		}
		return w.text
	})
}

// isCapitalised reports whether only the first letter is a capital.
func isCapitalised(s string) bool {
	r, size := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(r) && s[size:] == strings.ToLower(s[size:])
}

func capitalised(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	if s[size:] != strings.ToLower(s[size:]) {
		return s // the word has an inner capital, such as iPhone
	}
	return string(unicode.ToUpper(r)) + s[size:]
}

// smallWords lists words that stay in lower case in title case unless they are the first or last word.
var smallWords = strings.Fields(`a an and as at but by down for from in into nor of on onto or over so the till
	to up via with yet`)

func titleCase(title string, english bool) string {
	return recased(title, english, func(w word, _, last bool) string {
		isSmall := slices.Contains(smallWords, w.text) && !w.starts && !last
		if w.fixed || isSmall || w.text != strings.ToLower(w.text) {
			return w.text
		}
		return capitalised(w.text)
	})
}
