package show

import (
	"regexp"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// markdownSyntax matches characters that Markdown or HTML would interpret. It does not match
// underscores inside words or the "<" in "p < 0.05", since some editors display the escaping
// backslash.
var markdownSyntax = regexp.MustCompile("[\\\\*`]|<[A-Za-z/!?]|\\b_|_\\b|\\]\\(|^#|&#?\\w+;")

// Escape escapes text for Markdown and joins its lines, since the text after a line break could
// start a block or define a link.
func Escape(s string) string {
	return markdownSyntax.ReplaceAllString(text.OneLine(s), `\$0`)
}

// CodeSpan returns text as a Markdown code span, delimited by more backticks than any run in the
// text has.
func CodeSpan(s string) string {
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

// Inert escapes links, images and HTML in one of the server's messages, but leaves code spans
// intact.
func Inert(message string) string {
	return activeSyntax.ReplaceAllStringFunc(text.OneLine(message), func(s string) string {
		slashes := len(s) - len(strings.TrimLeft(s, `\`))
		return s[:slashes] + s[:slashes] + `\` + s[slashes:]
	})
}

var activeSyntax = regexp.MustCompile(`\\*(?:\](?:\(|\[|:)|<[A-Za-z/!?])`)

// WithoutMarkup removes the server's Markdown from a hover.
func WithoutMarkup(text string) string {
	return markupOrEscape.ReplaceAllStringFunc(text, func(s string) string {
		return strings.TrimPrefix(s, `\`)[:len(s)/2]
	})
}

// markupOrEscape matches a delimiter written by the server, or an escape sequence, whose second
// byte is kept.
var markupOrEscape = regexp.MustCompile("\\\\[[:punct:]]|[*`]")
