package text

import (
	"encoding/binary"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Masks that repeat one byte in all eight bytes of a word.
const (
	eachByte = 0x0101010101010101
	topBits  = 0x80 * eachByte
)

// Lower returns strings.ToLower(s). It is several times faster on texts that consist mostly of ASCII, since
// it converts eight bytes at a time.
func Lower(s string) string {
	lower := []byte(s)
	if lowerASCII(lower) && hasUpperRune(lower) {
		return strings.ToLower(s)
	}
	return string(lower)
}

// lowerASCII converts the ASCII letters of s to lower case, and reports whether s contains non-ASCII bytes.
func lowerASCII(s []byte) (other bool) {
	found := uint64(0)
	for ; len(s) >= 8; s = s[8:] {
		x := binary.LittleEndian.Uint64(s)
		found |= x
		low := x &^ topBits
		// The top bit of each byte is set in fromA for characters from 'A', and in aboveZ for those after 'Z'.
		fromA, aboveZ := low+(0x80-'A')*eachByte, low+(0x80-'Z'-1)*eachByte
		binary.LittleEndian.PutUint64(s, x|(fromA&^aboveZ&^x&topBits)>>2)
	}
	for i, c := range s {
		found |= uint64(c)
		if 'A' <= c && c <= 'Z' {
			s[i] = c | 0x20
		}
	}
	return found&topBits != 0
}

// hasUpperRune reports whether strings.ToLower would change a non-ASCII rune or an invalid byte of s.
func hasUpperRune(s []byte) bool {
	for at := asciiPrefix(s); at < len(s); at += asciiPrefix(s[at:]) {
		r, size := utf8.DecodeRune(s[at:])
		if r == utf8.RuneError && size == 1 || unicode.ToLower(r) != r {
			return true
		}
		at += size
	}
	return false
}

// asciiPrefix returns the number of ASCII bytes at the start of s.
func asciiPrefix(s []byte) (n int) {
	for len(s)-n >= 8 && binary.LittleEndian.Uint64(s[n:])&topBits == 0 {
		n += 8
	}
	for n < len(s) && s[n] < utf8.RuneSelf {
		n++
	}
	return n
}
