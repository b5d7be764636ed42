package latex

import (
	"strings"
	"unicode"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"golang.org/x/text/unicode/norm"
)

// Cite is a citation by the document's command: \citep{key}, or \citet{key}
// where textual.
func Cite(style doc.CiteStyle, keys []string, textual bool) string {
	command := style.Parenthetical
	if textual && style.Textual != "" {
		command = style.Textual
	}
	if command == "" {
		command = "cite"
	}
	return `\` + command + "{" + strings.Join(keys, ",") + "}"
}

// Key is a key as it stands in a citation: as it is.
func Key(key string) string { return key }

var escapes = strings.NewReplacer(
	`\`, `\textbackslash{}`, "&", `\&`, "%", `\%`, "_", `\_`, "#", `\#`, "$", `\$`, "{", `\{`, "}", `\}`,
	"~", `\textasciitilde{}`, "^", `\textasciicircum{}`, "“", "``", "”", "''", "‘", "`", "’", "'",
	"—", "---", "–", "--", "\u00a0", "~", "<", `\textless{}`, ">", `\textgreater{}`, "…", `\ldots{}`)

// Escape turns plain text into LaTeX that prints it. With ascii, accented
// letters become TeX accents, as in documents that are written that way.
func Escape(s string, ascii bool) string {
	s = escapes.Replace(straightQuotes(s))
	if ascii {
		s = texAccents(s)
	}
	return s
}

// straightQuotes turns " into the curly quotes that it stands for.
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

// texAccents writes each letter beyond ASCII by its command, where it has one.
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

func texLetter(r rune) string {
	if name, ok := symbolNames[string(r)]; ok {
		return `\` + name + "{}"
	}
	parts := []rune(norm.NFD.String(string(r)))
	if len(parts) != 2 {
		return string(r)
	}
	name, ok := accentNames[string(parts[1])]
	if !ok {
		return string(r)
	}
	base := string(parts[0])
	if base == "i" || base == "j" {
		base = `\` + base
	}
	return `\` + name + "{" + base + "}"
}

var symbolNames, accentNames = inverted(symbols), inverted(accents)

// inverted finds commands by what they print; of several the shortest, then
// the first one.
func inverted(commands map[string]string) map[string]string {
	names := make(map[string]string)
	for name, printed := range commands {
		known, ok := names[printed]
		if !ok || len(name) < len(known) || len(name) == len(known) && name < known {
			names[printed] = name
		}
	}
	return names
}

// MarkPlace returns where a bare citation of key goes for a cursor at offset,
// and what to insert there: into the citation that ends the sentence where
// there is one, else before the sentence's final stop.
func MarkPlace(source string, m *doc.Manuscript, offset int, key string) (at int, insert string) {
	at, beside, ok := m.BeforeStop(source, offset)
	switch {
	case !ok:
		return offset, Cite(m.Style, []string{key}, false)
	case beside != nil && len(beside.Keys) > 0:
		return beside.Keys[len(beside.Keys)-1].End, "," + key
	}
	return at, "~" + Cite(m.Style, []string{key}, false)
}
