package markdown

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// Cite returns [@key], or @key if textual. If the document cites with roles, it returns
// {cite:p}`key` or {cite:t}`key`.
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

// Key returns the key as written after the "@". It is enclosed in braces if Pandoc would otherwise
// misread it.
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
