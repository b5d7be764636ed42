package markdown

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// Cite is a citation: [@key], or @key where textual.
func Cite(_ doc.CiteStyle, keys []string, textual bool) string {
	all := make([]string, len(keys))
	for i, key := range keys {
		all[i] = "@" + Key(key)
	}
	if textual && len(keys) == 1 {
		return all[0]
	}
	return "[" + strings.Join(all, "; ") + "]"
}

// Key is a key as it stands behind the "@": in braces where Pandoc would read it
// otherwise.
func Key(key string) string {
	if read, _ := keyAt("@"+key+" ", 0); read.Name == key {
		return key
	}
	return "{" + key + "}"
}

var escapes = strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "`", "\\`", "[", `\[`, "]", `\]`, "<", `\<`, ">", `\>`,
	"@", `\@`, "#", `\#`, "$", `\$`, "^", `\^`, "~", `\~`, "|", `\|`)

// Escape turns plain text into Markdown that shows it.
func Escape(s string) string { return escapes.Replace(s) }

// MarkPlace returns where a bare citation of key goes for a cursor at offset,
// and what to insert there: into the citation that ends the sentence where
// there is one, else before the sentence's final stop.
func MarkPlace(source string, m *doc.Manuscript, offset int, key string) (at int, insert string) {
	at, beside, ok := m.BeforeStop(source, offset)
	switch {
	case !ok:
		return offset, Cite(m.Style, []string{key}, false)
	case beside != nil:
		return at - len("]"), "; @" + Key(key)
	}
	return at, " " + Cite(m.Style, []string{key}, false)
}
