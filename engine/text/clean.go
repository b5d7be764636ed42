package text

import (
	"strings"
	"unicode/utf8"
)

// Clean removes invisible characters that a program may interpret: control characters,
// bidirectional overrides and isolates, and zero-width characters. It keeps line breaks, tabs, and
// the joiners and marks of Persian, Hindi and Hebrew.
func Clean(s string) string {
	if IsClean(s) {
		return s
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\r':
			return ' ' // a carriage return would overwrite the line in a terminal
		case isHidden(r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

// IsClean reports whether Clean would return s unchanged.
func IsClean(s string) bool {
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if isHiddenByte[c] {
				return false
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size == 1 || isHidden(r) {
			return false
		}
		i += size
	}
	return true
}

var isHiddenByte = func() (table [utf8.RuneSelf]bool) {
	for c := range table {
		table[c] = isHidden(rune(c))
	}
	return table
}()

func isHidden(r rune) bool {
	switch {
	case r == '\n' || r == '\t':
		return false
	case r < ' ' || 0x7F <= r && r <= 0x9F: // control characters
		return true
	case 0x202A <= r && r <= 0x202E, 0x2066 <= r && r <= 0x2069: // bidirectional overrides and isolates
		return true
	case r == 0x200B || r == 0x180E || r == 0xFEFF || 0x2060 <= r && r <= 0x2064 || 0x206A <= r && r <= 0x206F:
		// zero-width characters
		return true
	}
	return 0xFFF9 <= r && r <= 0xFFFB || 0xE0000 <= r && r <= 0xE007F // annotations and tags
}

// OneLine is like Clean, but also replaces line breaks and tabs with spaces.
func OneLine(s string) string {
	return strings.NewReplacer("\n", " ", "\t", " ").Replace(Clean(s))
}
