package reword

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine/syntax"
)

// Mark is the placeholder for the citation in a sentence, as in package compose.
const Mark = "\uFFFC"

// A tree is a parsed citing sentence. The offsets of its tokens refer to text.
type tree struct {
	syntax.Tree
	text    string
	kept    map[string]bool // words that are not exchanged
	terms   map[string]bool // words that are left out last
	lower   map[string]int  // lower-case words of the paper, which are not names, with their frequencies
	authors int             // the token of the citation if it is a subject, or syntax.None
	end     int             // the last token before the citation and the full stop at the end
}

// newTree parses a sentence with a Mark.
func newTree(sentence string) tree {
	readable, subject := withoutMark(sentence)
	t := tree{text: sentence, authors: syntax.None}
	t.Tree = syntax.ParseRecent(readable)
	if subject >= 0 {
		t.authors = t.TokenAt(subject)
	}
	for t.end = len(t.Tokens) - 1; t.end > 0 && t.isPunctuation(t.end); t.end-- {
	}
	return t
}

// withoutMark returns a sentence without its Mark for the parser. It replaces a citation in subject
// position with a pronoun, one after "of" with a name, and any other citation with spaces. All
// replacements have the length of Mark. subject is the offset of the pronoun, or -1.
func withoutMark(sentence string) (readable string, subject int) {
	before, after, _ := strings.Cut(sentence, Mark)
	stand, subject := "   ", -1
	if strings.HasSuffix(before, " of ") {
		stand = "Lee"
	} else if verb, _, _ := strings.Cut(strings.TrimSpace(after), " "); len(verb) > 2 && strings.HasPrefix(after, " ") {
		stand, subject = "We ", len(before)
		if strings.HasSuffix(verb, "s") && !strings.HasSuffix(verb, "ss") {
			stand = "It "
		}
	}
	return before + stand + strings.ReplaceAll(after, Mark, "   "), subject
}

// isPunctuation reports whether a token is not a word, a number, "%", "°", or a closing bracket or
// quotation mark.
func (t *tree) isPunctuation(i int) bool {
	return !strings.ContainsFunc(t.Tokens[i].Form, func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune(")]%°’”", r)
	})
}

// token returns the token at an index, or an empty token if the index is out of range.
func (t *tree) token(i int) *syntax.Token { return tokens(t.Tokens).token(i) }

// form returns the lower-case form of the token at an index, or "" if the index is out of range.
func (t *tree) form(i int) string { return t.token(i).Norm }

func (t *tree) tag(i int) string { return string(t.token(i).Tag) }

// Subtree returns the span of a token with its dependents. Unlike that of the embedded tree, the
// span excludes the punctuation at the end of the sentence.
func (t *tree) Subtree(i int) syntax.Span {
	span := t.Tree.Subtree(i)
	if span.First <= t.end {
		span.Last = min(span.Last, t.end)
	}
	return span
}

// closes reports whether a clause or the sentence ends before a token.
func (t *tree) closes(i int) bool {
	return i > t.end || t.form(i) == "," || t.form(i) == ";"
}

// length returns the number of tokens in a span.
func length(s syntax.Span) int { return s.Last - s.First + 1 }

// hasWord reports whether a span contains one of the words.
func (t *tree) hasWord(s syntax.Span, words map[string]bool) bool {
	return anyIn(s.First, s.Last, func(i int) bool { return words[t.form(i)] })
}

func (t *tree) isPlural(noun int) bool { return t.tag(noun) == "NNS" }

// isPersonal reports whether a token is a personal or possessive pronoun.
func (t *tree) isPersonal(i int) bool { return t.tag(i) == "PRP" || t.tag(i) == "PRP$" }

// anyIn reports whether fits returns true for an index from first to last.
func anyIn(first, last int, fits func(i int) bool) bool {
	for i := first; i <= last; i++ {
		if fits(i) {
			return true
		}
	}
	return false
}

// A part is a range of bytes and its replacement.
type part struct {
	start, end int
	text       string
}

// An edit replaces parts of a sentence.
type edit struct {
	parts []part
	cost  float64
	cuts  bool   // whether it only removes words
	once  bool   // whether it excludes other edits of its kind
	word  string // the main word that it adds, or ""
}

// replace returns an edit of the tokens from first to last.
func (t *tree) replace(first, last int, text string, cost float64) edit {
	start, end := t.Bytes(syntax.Span{First: first, Last: last})
	return edit{parts: []part{{start, end, text}}, cost: cost, cuts: text == ""}
}

// without returns an edit that removes the tokens of a span.
func (t *tree) without(s syntax.Span, cost float64) edit { return t.replace(s.First, s.Last, "", cost) }

// insert returns an edit that puts a text before a token.
func (t *tree) insert(text string, before int, cost float64) edit {
	at := t.token(before).Start
	return edit{parts: []part{{at, at, text}}, cost: cost}
}

// swap returns an edit that exchanges two spans.
func (t *tree) swap(a, b syntax.Span) edit {
	startA, endA := t.Bytes(a)
	startB, endB := t.Bytes(b)
	return edit{parts: []part{{startA, endA, t.text[startB:endB]}, {startB, endB, t.text[startA:endA]}}, cost: turnCost}
}

func (e edit) touches(other edit) bool {
	if e.once && other.once || e.word != "" && e.word == other.word {
		return true
	}
	for _, a := range e.parts {
		for _, b := range other.parts {
			if a.start < b.end && b.start < a.end || a.start == b.start {
				return true
			}
		}
	}
	return false
}

// overlaps reports whether two parts of an edit overlap, so that it cannot be applied.
func (e edit) overlaps() bool {
	for i, a := range e.parts {
		for _, b := range e.parts[:i] {
			if a.start < b.end && b.start < a.end || a.start == b.start && a.end == b.end {
				return true
			}
		}
	}
	return false
}

// apply returns the edited sentence. The edits must not overlap.
func (t *tree) apply(edits []edit) string {
	var parts []part
	for _, e := range edits {
		parts = append(parts, e.parts...)
	}
	slices.SortFunc(parts, func(a, b part) int { return a.start - b.start })
	var b strings.Builder
	at := 0
	for _, p := range parts {
		b.WriteString(t.text[at:p.start])
		b.WriteString(p.text)
		at = p.end
	}
	b.WriteString(t.text[at:])
	return tidy(b.String())
}

var doubled = strings.NewReplacer(" ,", ",", " .", ".", " ;", ";", ",.", ".", ", .", ".", ",,", ",")

// tidy repairs spaces, punctuation and the first letter after edits.
func tidy(s string) string {
	s = doubled.Replace(strings.Join(strings.Fields(s), " "))
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[size:]
}
