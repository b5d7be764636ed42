package latex

import (
	"cmp"
	"strings"
	"unicode"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/tex"
	"golang.org/x/text/unicode/norm"
)

// Cite returns a citation using the document's command: \citep{key}, or \citet{key} if textual.
func Cite(style doc.CiteStyle, keys []string, textual bool) string {
	command := markCommand(style)
	if textual && style.Textual != "" {
		command = style.Textual
	}
	return `\` + command + "{" + strings.Join(keys, ",") + "}"
}

// escapes replaces characters that have a special meaning in TeX or form ligatures.
var escapes = func() *strings.Replacer {
	pairs := []string{"{", `\{`, "}", `\}`, "\u00a0", "~", "…", `\ldots{}`}
	for _, r := range tex.Escaped {
		pairs = append(pairs, string(r), `\`+string(r))
	}
	for _, r := range `\~^<>` {
		pairs = append(pairs, string(r), `\`+tex.Named[r]+"{}")
	}
	for r, joined := range tex.Ligatured {
		pairs = append(pairs, string(r), joined)
	}
	return strings.NewReplacer(pairs...)
}()

// Escape returns LaTeX that prints s. If ascii is set, accented letters become TeX accents, for
// documents written that way.
func Escape(s string, ascii bool) string {
	s = escapes.Replace(straightQuotes(s))
	if ascii {
		s = texAccents(s)
	}
	return s
}

// straightQuotes replaces each " with the curly quote that it represents.
func straightQuotes(s string) string {
	if !strings.Contains(s, `"`) {
		return s
	}
	var b strings.Builder
	open := false
	for _, r := range s {
		if r != '"' {
			b.WriteRune(r)
			continue
		}
		if open = !open; open {
			b.WriteString("“")
		} else {
			b.WriteString("”")
		}
	}
	return b.String()
}

// texAccents replaces each non-ASCII letter with its TeX command, if any.
func texAccents(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r < unicode.MaxASCII {
			b.WriteRune(r)
			continue
		}
		b.WriteString(texLetter(r))
	}
	return b.String()
}

// ringed maps letters with a ring to their own commands, which are shorter than the accent command.
var ringed = map[rune]string{'å': "aa", 'Å': "AA"}

func texLetter(r rune) string {
	if name := cmp.Or(ringed[r], tex.SignCommand(r)); name != "" {
		return `\` + name + "{}"
	}
	parts := []rune(norm.NFD.String(string(r)))
	if len(parts) != 2 {
		return string(r)
	}
	name := tex.AccentCommand(parts[1])
	if name == "" {
		return string(r)
	}
	base := string(parts[0])
	if base == "i" || base == "j" {
		base = `\` + base
	}
	return `\` + name + "{" + base + "}"
}
