package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Token is a word of a text.
type Token struct {
	Text       string // lower-case, without accents
	Start, End int    // byte offsets in the source
}

// Tokens returns the words of s in order.
func Tokens(s string) []Token {
	tokens := make([]Token, 0, len(s)/6)
	EachToken(s, func(word string, start, end int) bool {
		tokens = append(tokens, Token{word, start, end})
		return true
	})
	return tokens
}

// longestWord is the maximum length of a word in prose, in bytes. A longer run of letters is data.
const longestWord = 64

// EachToken calls yield with each word of s, folded to lower case, and its byte range. It stops if
// yield returns false. Words in lower-case ASCII are slices of s.
func EachToken(s string, yield func(word string, start, end int) bool) {
	for at := 0; at < len(s); {
		start, end := nextWord(s, at)
		if start == end {
			return
		}
		if word := foldWord(s[start:end]); word != "" && len(word) <= longestWord && !yield(word, start, end) {
			return
		}
		at = end
	}
}

// WordAt returns the folded word that begins at a byte offset, or "".
func WordAt(s string, at int) string {
	if isInWord(s, at) {
		return ""
	}
	start, end := nextWord(s, at)
	if word := foldWord(s[start:end]); start == at && len(word) <= longestWord {
		return word
	}
	return ""
}

func isInWord(s string, at int) bool {
	before, size := utf8.DecodeLastRuneInString(s[:at])
	if r, _ := utf8.DecodeRuneInString(s[at:]); size == 0 || isIdeograph(r) {
		return false
	}
	if isWordRune(before) {
		return !isIdeograph(before)
	}
	return isInnerApostrophe(s, at-size)
}

// nextWord returns the range of the next token from an offset, empty at the end of s.
func nextWord(s string, at int) (start, end int) {
	for at < len(s) {
		if c := s[at]; c < utf8.RuneSelf {
			if isWordByte[c] {
				return at, wordEnd(s, at)
			}
			at++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[at:])
		switch {
		case isIdeograph(r):
			return at, at + size
		case isWordRune(r):
			return at, wordEnd(s, at)
		}
		at += size
	}
	return at, at
}

func wordEnd(s string, at int) int {
	for at < len(s) {
		c := s[at]
		if c < utf8.RuneSelf {
			if !isWordByte[c] && !isInnerApostrophe(s, at) {
				return at
			}
			at++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[at:])
		if isIdeograph(r) || !isWordRune(r) && !isInnerApostrophe(s, at) {
			return at
		}
		at += size
	}
	return at
}

// isInnerApostrophe reports whether an apostrophe is inside a word, as in "don't" and "Kneser's".
func isInnerApostrophe(s string, at int) bool {
	size := 1
	if strings.HasPrefix(s[at:], curlyApostrophe) {
		size = len(curlyApostrophe)
	} else if s[at] != '\'' {
		return false
	}
	return at+size < len(s) && isLetterByte(s[at+size]) && at > 0 && isLetterByte(s[at-1])
}

const curlyApostrophe = "’"

var isWordByte = func() (table [utf8.RuneSelf]bool) {
	for c := range table {
		table[c] = isLetterByte(byte(c)) || '0' <= c && c <= '9'
	}
	return table
}()

func isLetterByte(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isWordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r)
}

func isIdeograph(r rune) bool {
	return r >= 0x2E80 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}
