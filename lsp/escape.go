package lsp

import (
	"regexp"
	"strings"
)

// markdownSyntax is what a hover's reader would take for Markdown or HTML in
// the words of a record. Nothing else is escaped, since some editors show the
// backslash: an underscore inside a word and the "<" of "p < 0.05" are safe.
var markdownSyntax = regexp.MustCompile("[\\\\*`]|<[A-Za-z/!?]|\\b_|_\\b|\\]\\(|^#|&#?\\w+;")

// escaped is text that Markdown shows as it is.
func escaped(text string) string {
	return markdownSyntax.ReplaceAllString(text, `\$0`)
}

// withoutMarkup takes out of a hover what we wrote into it as Markdown.
func withoutMarkup(text string) string {
	return markupOrEscape.ReplaceAllStringFunc(text, func(s string) string { return strings.TrimPrefix(s, `\`)[:len(s)/2] })
}

// An escape is two bytes, of which the second stays; a mark of ours is one.
var markupOrEscape = regexp.MustCompile("\\\\[[:punct:]]|[*`]")
