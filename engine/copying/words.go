package copying

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"golang.org/x/text/unicode/norm"
)

// A Span is a half-open range of bytes.
type Span struct{ Start, End int }

// words holds the words of a text, each as the hash of the folded word and a range of bytes. The hash 0
// is a barrier, which no run crosses.
type words struct {
	text  string
	ids   []uint64
	marks []mark
}

// A mark is the range of a word, in bytes.
type mark struct{ start, end int32 }

const barrier = 0

func split(s string) words {
	w := words{text: s, ids: make([]uint64, 0, len(s)/6), marks: make([]mark, 0, len(s)/6)}
	for at := 0; at < len(s); {
		start := at
		id, next := nextWord(s, at)
		if at = next; id != barrier {
			w.ids = append(w.ids, id)
			w.marks = append(w.marks, mark{int32(start), int32(next)})
		}
	}
	return w
}

// nextWord returns the hash and the end of the word at an offset. If no word begins there, the hash is
// 0, and the end is after a character or a citation.
func nextWord(s string, at int) (id uint64, end int) {
	if c := s[at]; c < utf8.RuneSelf && !isAlnum(c) {
		return barrier, at + max(1, citation(s[at:]))
	}
	hash := uint64(offset64)
	for end = at; end < len(s); {
		c := s[end]
		switch {
		case c >= utf8.RuneSelf:
			return nextFoldedWord(s, at)
		case isAlnum(c):
			if 'A' <= c && c <= 'Z' {
				c |= 0x20
			}
			hash = (hash ^ uint64(c)) * prime64
		case !joins(s, end):
			return max(hash, 1), end
		}
		end++
	}
	return max(hash, 1), end
}

// Constants of FNV-1a.
const offset64, prime64 = 14695981039346656037, 1099511628211

func isAlnum(c byte) bool { return isLetter(c) || isDigit(c) }

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// joins reports whether a byte belongs to the word around it: an apostrophe between letters, or a
// separator between digits.
func joins(s string, at int) bool {
	if at == 0 || at+1 >= len(s) {
		return false
	}
	before, after := s[at-1], s[at+1]
	switch s[at] {
	case '\'':
		return isLetter(before) && isLetter(after)
	case '.', ',':
		return isDigit(before) && isDigit(after)
	}
	return false
}

// nextFoldedWord is like nextWord, but also handles words with non-ASCII characters.
func nextFoldedWord(s string, at int) (id uint64, end int) {
	hash, found := uint64(offset64), false
	var buf [64]byte
	for end = at; end < len(s); {
		r, size := utf8.DecodeRuneInString(s[end:])
		switch {
		case isIgnored(r):
		case isIdeograph(r):
			if !found {
				return hashRune(hash, r), end + size
			}
			return max(hash, 1), end
		case isWordRune(r):
			found = true
			hash = hashFolded(hash, norm.NFKD.AppendString(buf[:0], s[end:end+size]))
		case found && (r == '’' || joins(s, end)) && isLetterAt(s, end+size):
		default:
			if !found {
				return barrier, end + size
			}
			return max(hash, 1), end
		}
		end += size
	}
	if !found {
		return barrier, end
	}
	return max(hash, 1), end
}

func isLetterAt(s string, at int) bool {
	r, _ := utf8.DecodeRuneInString(s[at:])
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

// hashFolded adds decomposed characters to a hash, in lower case and without combining marks.
func hashFolded(hash uint64, decomposed []byte) uint64 {
	for len(decomposed) > 0 {
		r, size := utf8.DecodeRune(decomposed)
		decomposed = decomposed[size:]
		if r = unicode.ToLower(r); isWordRune(r) {
			hash = hashRune(hash, r)
		}
	}
	return hash
}

func hashRune(hash uint64, r rune) uint64 {
	if plain, ok := lookalikes[r]; ok {
		r = plain
	}
	if r < utf8.RuneSelf {
		return (hash ^ uint64(r)) * prime64
	}
	for range utf8.RuneLen(r) {
		hash = (hash ^ uint64(r&0xFF)) * prime64
		r >>= 8
	}
	return hash
}

// lookalikes maps letters of other scripts, in lower case, to the Latin letters they resemble. Both
// texts are mapped, so that words in those scripts can still be compared.
var lookalikes = func() map[rune]rune {
	table := make(map[rune]rune)
	for _, pair := range strings.Fields(`аa еe оo рp сc уy хx іi јj ѕs ԁd ԛq ԝw һh қk тt мm нh вb кk ӏl
		αa οo ρp νv τt ιi κk υu χx ɡg ıi`) {
		runes := []rune(pair)
		table[runes[0]] = runes[1]
	}
	return table
}()

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

// isIgnored reports whether a character is invisible or a combining mark.
func isIgnored(r rune) bool {
	return unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point)
}

func isIdeograph(r rune) bool {
	return r >= 0x2E80 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

// longestCitation is the maximum length of a numeric citation in bytes.
const longestCitation = 40

// citation returns the length of a citation in brackets at the start of s, or 0 for any other text.
// A citation is text.CiteMark, or numbers as in "[3, 7-9]".
func citation(s string) int {
	if s[0] != '[' {
		return 0
	}
	if strings.HasPrefix(s, text.CiteMark) {
		return len(text.CiteMark)
	}
	for i := 1; i < min(len(s), longestCitation); i++ {
		if c := s[i]; c == ']' {
			return i + 1
		} else if !isDigit(c) && strings.IndexByte(" ,;-–", c) < 0 {
			return 0
		}
	}
	return 0
}
