package text

import (
	"iter"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/sentences"
)

// A Span is a half-open byte range.
type Span struct{ Start, End int }

// Sentences returns the sentences of s without surrounding white space. It follows Unicode's UAX
// 29, except that abbreviations, initials and positions inside brackets do not end a sentence, and
// a numeric citation after a full stop does ("so.[12] Then").
func Sentences(s string) []Span {
	c := cutter{source: s}
	at := 0
	for segment := range segmentsOf(unwrapped(s)) {
		at += len(segment)
		if at < len(s) && c.continues(at) {
			continue
		}
		from := c.start
		for _, mark := range citationAfterStop.FindAllStringSubmatchIndex(s[from:at], -1) {
			c.cut(from + mark[3])
		}
		c.cut(at)
	}
	return c.spans
}

// SplitSentences returns the texts of Sentences(s).
func SplitSentences(s string) []string {
	spans := Sentences(s)
	all := make([]string, len(spans))
	for i, span := range spans {
		all[i] = s[span.Start:span.End]
	}
	return all
}

// maxBlank is the maximum length, in runes, of a run without letters and digits. At each space of
// such a run, UAX 29 searches past the run for the next word, so a run of a million runes would
// take an hour.
const maxBlank = 256

// segmentsOf divides a text at the boundaries of UAX 29, and inside long runs without letters and
// digits.
func segmentsOf(s string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for s != "" {
			end := endOfPiece(s)
			for segments := sentences.FromString(s[:end]); segments.Next(); {
				if !yield(segments.Value()) {
					return
				}
			}
			s = s[end:]
		}
	}
}

func endOfPiece(s string) int {
	blank := 0
	for i, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			blank = 0
		} else if blank++; blank > maxBlank {
			return i
		}
	}
	return len(s)
}

// A cutter scans a text from left to right. It records its progress so that it never searches for the same
// boundary twice.
type cutter struct {
	source   string
	spans    []Span
	start    int // start of the current sentence
	word     int // first non-space character after the last examined boundary
	brackets brackets
}

func (c *cutter) cut(end int) {
	if span := trimmed(c.source, c.start, end); span.Start < span.End {
		c.spans = append(c.spans, span)
	}
	c.start, c.brackets = end, brackets{read: end}
}

// citationAfterStop matches a numeric citation after a full stop, as in text from PDFs. Group 1 ends
// where the sentence ends.
var citationAfterStop = regexp.MustCompile(`[a-z)]{2}([.](?:\[\d[\d, –-]*\]|\d{1,3}(?:[,–-] ?\d{1,3})*))\s+[A-Z]`)

// unwrapped replaces single line breaks with spaces, since UAX 29 ends a sentence at each line
// break. Offsets do not change.
func unwrapped(s string) string {
	if !strings.ContainsAny(s, "\r\n") {
		return s
	}
	b := []byte(s)
	for i := range b {
		if b[i] == '\n' && !nextLineIsBlank(s[i+1:]) || b[i] == '\r' {
			b[i] = ' '
		}
	}
	return string(b)
}

func nextLineIsBlank(s string) bool {
	s = strings.TrimLeft(s, " \t\r")
	return s == "" || s[0] == '\n'
}

func (c *cutter) continues(at int) bool {
	before := strings.TrimRightFunc(c.source[c.start:at], unicode.IsSpace)
	if before == "" {
		return false
	}
	after := c.source[c.wordFrom(at):]
	end := c.start + len(before)
	if after == "" || isBlankLine(c.source[end:at]) {
		return false
	}
	c.brackets.readTo(c.source, end)
	last := before[max(0, len(before)-maxBefore):]
	return endsInAbbreviation(last, after) || c.brackets.open(end) || startsLow(last, after) ||
		len(before) <= maxBefore && isNumber(before)
}

// maxBefore is the maximum number of bytes to examine before a boundary. Without the limit, a run of full
// stops would be read again at each of its boundaries.
const maxBefore = 64

// wordFrom returns the offset of the first non-space character at or after an offset.
func (c *cutter) wordFrom(at int) int {
	if c.word < at {
		c.word = len(c.source) - len(strings.TrimLeftFunc(c.source[at:], unicode.IsSpace))
	}
	return c.word
}

func isBlankLine(gap string) bool { return strings.Count(gap, "\n") > 1 }

// abbreviations lists abbreviations that often precede a capital letter or a number. They are in
// lower case and lack the final full stop.
var abbreviations = wordSet(`fig figs eq eqs sec secs sect tab tabs ch chap app appx ref refs no nos vol pp p e.g i.e eg ie
	cf vs viz resp approx ca dr prof mr mrs ms st jr sr inc ltd co corp dept univ ed eds def thm lem prop cor alg
	jan feb mar apr jun jul aug sep sept oct nov dec u.s u.k w.r.t a.k.a i.i.d esp incl var spp sp subsp`)

// wordsToo lists words that are abbreviations only before a number.
var wordsToo = wordSet("no nos")

func endsInAbbreviation(before, after string) bool {
	if !strings.HasSuffix(before, ".") {
		return false
	}
	word := before[strings.LastIndexFunc(before, separatesWords)+1 : len(before)-1]
	word = strings.TrimLeft(word, "([{\"'~")
	switch lower := strings.ToLower(word); {
	case lower == "etc":
		return false
	case lower == "al": // a citation or a year follows "et al."
		return after[0] == '[' || after[0] == '('
	case wordsToo[lower]:
		return '0' <= after[0] && after[0] <= '9'
	case abbreviations[lower]:
		return true
	}
	return isInitial(word) && !startsSentence(after)
}

// startsSentence reports whether s begins with a capitalised function word, as in "vitamin C. The".
// Such a word is not a family name, so the letter before it is not an initial.
func startsSentence(s string) bool {
	start, end := nextWord(s, 0)
	return start == 0 && end > 1 && IsStop(strings.ToLower(s[:end]))
}

// isNumber reports whether a text is the number of a heading or a list item, such as "1." or "2.3."
func isNumber(before string) bool {
	return strings.Trim(before, "0123456789.") == ""
}

func separatesWords(r rune) bool { return unicode.IsSpace(r) || r == '(' || r == '[' || r == '~' }

// isInitial reports whether a word is an initial, as in "J. K. Smith" and "J.K. Smith". It also
// accepts the "A" in "vitamin A.", which is less frequent.
func isInitial(word string) bool {
	for part := range strings.SplitSeq(word, ".") {
		r, size := utf8.DecodeRuneInString(part)
		if size == 0 || size != len(part) || !unicode.IsUpper(r) {
			return false
		}
	}
	return true
}

// brackets tracks the open brackets of the current sentence up to read.
type brackets struct {
	read, depth int
	opened      int // offset of the outermost open bracket
}

func (b *brackets) readTo(s string, end int) {
	for ; b.read < end; b.read++ {
		switch s[b.read] {
		case '(', '[':
			if b.depth == 0 {
				b.opened = b.read
			}
			b.depth++
		case ')', ']':
			b.depth = max(0, b.depth-1)
		}
	}
}

// open reports whether a bracket is open at an offset. It ignores a bracket that was opened long
// before, since the closing one is probably missing.
func (b *brackets) open(at int) bool {
	const longAgo = 200
	return b.depth > 0 && at-b.opened < longAgo
}

// startsLow reports whether a lower-case letter follows a full stop. Such a full stop does not end
// a sentence.
func startsLow(before, after string) bool {
	r, _ := utf8.DecodeRuneInString(after)
	return strings.HasSuffix(before, ".") && unicode.IsLower(r)
}

func trimmed(s string, start, end int) Span {
	part := s[start:end]
	start += len(part) - len(strings.TrimLeftFunc(part, unicode.IsSpace))
	return Span{start, start + len(strings.TrimSpace(part))}
}
