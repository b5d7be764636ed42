package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Token is a word of a text.
type Token struct {
	Text       string // lower case, accents folded
	Start, End int    // bytes in the source
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

// longestWord is more than any word of prose has; longer runs are data.
const longestWord = 64

// EachToken calls yield with each word of s, lower case and folded, and its
// byte range, until yield returns false. Words that are lower case ASCII
// already are slices of s.
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

// WordAt is the word that begins at a byte, folded as EachToken does it, "" where none
// begins there.
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

// isInWord reports whether a word that began before goes on at a byte.
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

// nextWord finds the next token at or after at; an empty range means none.
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

// isInnerApostrophe keeps "don't" and "Kneser's" in one piece, typed either way.
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
