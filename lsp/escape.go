package lsp

import (
	"regexp"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// markdownSyntax is what a hover's reader would take for Markdown or HTML in
// the words of a record. Nothing else is escaped, since some editors show the
// backslash: an underscore inside a word and the "<" of "p < 0.05" are safe.
var markdownSyntax = regexp.MustCompile("[\\\\*`]|<[A-Za-z/!?]|\\b_|_\\b|\\]\\(|^#|&#?\\w+;")

// escaped is text that Markdown shows as it is, on one line, since a line break
// would let what follows begin a block or define a link.
func escaped(s string) string {
	return markdownSyntax.ReplaceAllString(text.OneLine(s), `\$0`)
}

// codeSpan is text that Markdown shows as code, whatever it holds: the marks
// around it are longer than any in it.
func codeSpan(s string) string {
	longest := 0
	for run := range strings.FieldsFuncSeq(s, func(r rune) bool { return r != '`' }) {
		longest = max(longest, len(run))
	}
	mark, pad := strings.Repeat("`", longest+1), ""
	if longest > 0 {
		pad = " "
	}
	return mark + pad + text.OneLine(s) + pad + mark
}

// inert is a message of ours, with its marks for code, in which what it quotes
// becomes no link, image or HTML.
func inert(message string) string {
	return activeSyntax.ReplaceAllStringFunc(text.OneLine(message), func(s string) string {
		slashes := len(s) - len(strings.TrimLeft(s, `\`))
		return s[:slashes] + s[:slashes] + `\` + s[slashes:]
	})
}

var activeSyntax = regexp.MustCompile(`\\*(?:\](?:\(|\[|:)|<[A-Za-z/!?])`)

// withoutMarkup takes out of a hover what we wrote into it as Markdown.
func withoutMarkup(text string) string {
	return markupOrEscape.ReplaceAllStringFunc(text, func(s string) string { return strings.TrimPrefix(s, `\`)[:len(s)/2] })
}

// An escape is two bytes, of which the second stays; a mark of ours is one.
var markupOrEscape = regexp.MustCompile("\\\\[[:punct:]]|[*`]")
