package onnx

import (
	"unicode"
	"unicode/utf8"
)

// A runeKind classifies runes for the tokenizer.
type runeKind uint8

const (
	letter  runeKind = iota // part of a word
	space                   // separates words
	single                  // separates words and is itself a token, such as punctuation and CJK
	dropped                 // ignored
)

// classify follows BERT's uncased normaliser: control characters and accents are dropped, and
// ideographs and punctuation become single tokens. The reference uses an older Unicode version, in
// which some 800 marks of rare scripts are letters.
func classify(r rune) runeKind {
	switch {
	case r < utf8.RuneSelf:
		return classifyASCII(r)
	case r == utf8.RuneError || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Mn):
		return dropped
	case unicode.Is(unicode.White_Space, r):
		return space
	case isIdeograph(r) || unicode.IsPunct(r):
		return single
	}
	return letter
}

func classifyASCII(r rune) runeKind {
	switch {
	case 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9':
		return letter
	case r == ' ' || r == '\t' || r == '\n' || r == '\r':
		return space
	case r < ' ' || r == 0x7F:
		return dropped
	}
	return single
}

// isIdeograph reports whether BERT splits the rune's block into single characters. It does so for
// Chinese ideographs, but not for kana or hangul.
func isIdeograph(r rune) bool {
	switch {
	case r < 0x3400:
		return false
	case r <= 0x4DBF, 0x4E00 <= r && r <= 0x9FFF, 0xF900 <= r && r <= 0xFAFF,
		0x20000 <= r && r <= 0x2A6DF, 0x2A700 <= r && r <= 0x2B81F,
		0x2B920 <= r && r <= 0x2CEAF, 0x2F800 <= r && r <= 0x2FA1F:
		return true
	}
	return false
}
