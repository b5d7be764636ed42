package markdown

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// Cite returns [@key], or @key if textual; {cite:p}`key` and {cite:t}`key` if the
// document cites by roles.
func Cite(style doc.CiteStyle, keys []string, textual bool) string {
	if style.Parenthetical != "" {
		role := style.Parenthetical
		if textual {
			role = style.Textual
		}
		return "{" + role + "}`" + strings.Join(keys, ",") + "`"
	}
	all := make([]string, len(keys))
	for i, key := range keys {
		all[i] = "@" + Key(key)
	}
	if textual && len(keys) == 1 {
		return all[0]
	}
	return "[" + strings.Join(all, "; ") + "]"
}

// Key returns the key as written after the "@": in braces if Pandoc would read it
// otherwise.
func Key(key string) string {
	if read, _ := keyAt("@"+key+" ", 0); read.Name == key {
		return key
	}
	return "{" + key + "}"
}

var escapes = strings.NewReplacer(
	`\`, `\\`, "*", `\*`, "_", `\_`, "`", "\\`", "[", `\[`, "]", `\]`, "<", `\<`, ">", `\>`, "@", `\@`, "#", `\#`,
	"$", `\$`, "^", `\^`, "~", `\~`, "|", `\|`,
)

// Escape returns Markdown that prints s.
func Escape(s string) string { return escapes.Replace(s) }
