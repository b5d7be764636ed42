package model

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Word holds the hashed properties of a word form.
type Word struct {
	Form, Norm uint32
	Suffix     [4]uint32 // the last one to four letters
	Prefix     [3]uint32 // the first one to three letters
	Shape      uint32    // upper case, lower case, digits and punctuation in order, without repetitions
	Class      uint32    // distributional class, or 0 if the word is not frequent
}

// maxForm is the number of bytes of a form that are hashed; the rest is ignored.
const maxForm = 64

// NewWord returns the properties of a form. Classes may be nil.
func NewWord(form string, classes *Classes) Word {
	form = cut(form)
	norm := Norm(form)
	w := Word{Form: hash(form), Norm: hash(norm), Shape: hash(shape(form)), Class: classes.Of(norm)}
	start, end := len(norm), 0
	for i := range w.Suffix {
		_, size := utf8.DecodeLastRuneInString(norm[:start])
		start -= size
		w.Suffix[i] = hash(norm[start:])
	}
	for i := range w.Prefix {
		_, size := utf8.DecodeRuneInString(norm[end:])
		end += size
		w.Prefix[i] = hash(norm[:end])
	}
	return w
}

// Norm returns a form in lower case with all digits as zeros, in valid UTF-8.
func Norm(form string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return '0'
		}
		return unicode.ToLower(r)
	}, form)
}

func cut(form string) string {
	if len(form) <= maxForm {
		return form
	}
	end := maxForm
	for end > 0 && !utf8.RuneStart(form[end]) {
		end--
	}
	return form[:end]
}

// shape returns the shape of a form: "Aa" for "Mouse", "A0-a" for "IL2-like".
func shape(form string) string {
	var b strings.Builder
	last := rune(0)
	for _, r := range form {
		switch {
		case unicode.IsUpper(r):
			r = 'A'
		case unicode.IsLetter(r):
			r = 'a'
		case unicode.IsDigit(r):
			r = '0'
		}
		if r != last {
			b.WriteRune(r)
		}
		last = r
	}
	return b.String()
}

// hash returns the FNV-1a hash of s.
func hash(s string) uint32 {
	h := uint32(2166136261)
	for i := range len(s) {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return h
}
