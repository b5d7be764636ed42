package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine/online/sources"
)

// settingsPage returns the generated part of docs/settings.md, which lists all settings with their
// defaults.
func settingsPage() string {
	var b strings.Builder
	writeSettings(&b, "")
	for _, table := range config.Tables() {
		fmt.Fprintf(&b, "\n### %s\n\n%s\n\n", table.Name, table.Help)
		writeSettings(&b, table.Name)
	}
	return b.String()
}

// marks maps setters to symbols in the documentation. A symbol shows whether a workspace may also
// set a setting.
var marks = map[config.Setter]string{config.TrustedWorkspace: " †", config.UserOnly: " ‡"}

func writeSettings(b *strings.Builder, table string) {
	b.WriteString("|setting|default|meaning|\n|---|---|---|\n")
	for _, s := range config.All() {
		if s.Table() == table {
			name := strings.TrimPrefix(s.Name, table+".")
			fmt.Fprintf(b, "|`%s`%s|`%s`|%s|\n", name, marks[s.By], defaultOf(s), cell(s.Help+choicesOf(s)))
		}
	}
}

// defaultOf returns the default value of a setting, in a notation that is valid in TOML and JSON.
func defaultOf(s config.Setting) string {
	switch {
	case s.Default != nil:
		raw, err := json.Marshal(s.Default)
		if err != nil {
			panic(err) // strings, numbers and booleans can always be encoded
		}
		return string(raw)
	case s.Type == config.Toggle:
		return `"auto"`
	}
	return map[config.Type]string{
		config.Text: `""`, config.Integer: "0", config.Number: "0", config.Boolean: "false", config.Texts: "[]",
		config.TextTable: "{}", config.TextsTable: "{}",
	}[s.Type]
}

func choicesOf(s config.Setting) string {
	var b strings.Builder
	for i, c := range s.Choices {
		separator := "; "
		if i == 0 {
			separator = " "
		}
		fmt.Fprintf(&b, "%s`\"%s\"`", separator, c.Value)
		if c.Help != "" {
			b.WriteString(": " + c.Help)
		}
	}
	if b.Len() > 0 {
		b.WriteString(".")
	}
	return b.String()
}

// cell escapes vertical bars, since they separate the cells of a Markdown table.
func cell(s string) string { return strings.ReplaceAll(s, "|", `\|`) }

const sourcesHead = `# Sources

Every online source that scilit-lsp can use. All are off until you name them in ` + "`online.sources`" + `
([settings](settings.md)); [online search](online.md) explains what is sent. A source is contacted
only at its own hosts. The first rate applies without a key, the second one with a key or, if
stated, with your e-mail address.

| source | contents | hosts | searched by words | confirms | requests per second |
|---|---|---|---|---|---|
`

const sourcesFields = `
Claims are routed by discipline to the first source that is turned on:

| discipline | sources |
|---|---|
`

const sourcesMerging = `
If several sources have a work, its bibliographic fields are those of the first source in this
order, and the other records add an abstract, links, identifiers and retractions: %s.

This page is written by ` + "`make generate`" + ` from engine/online/sources.
`

func sourcesPage() string {
	var b strings.Builder
	b.WriteString(sourcesHead)
	for _, s := range sources.All() {
		search := "no"
		if s.Search {
			search = "yes"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s | %s |\n",
			s.Name, s.About, strings.Join(s.Contacts(), ", "), search, confirms(s), rates(s.Lookups()))
	}
	b.WriteString(sourcesFields)
	for _, d := range sources.Disciplines() {
		fmt.Fprintf(&b, "| %s | %s |\n", d, strings.Join(d.Repositories(), ", "))
	}
	fmt.Fprintf(&b, sourcesMerging, strings.Join(sources.ByAuthority(), ", "))
	return b.String()
}

// confirms lists the kinds of identifiers by which a source can confirm that a work exists.
func confirms(s sources.Source) string {
	names := map[sources.Scheme]string{
		sources.DOI: "DOI", sources.ArXiv: "arXiv", sources.PMID: "PubMed", sources.PMCID: "PMC", sources.ISBN: "ISBN",
	}
	var all []string
	for _, scheme := range slices.Concat(s.Registers, s.Resolves) {
		all = append(all, names[scheme])
	}
	return strings.Join(all, ", ")
}

func rates(s sources.Source) string {
	rate := func(p sources.Pace) string { return fmt.Sprintf("%.2g", float64(time.Second)/float64(p.Every)) }
	switch {
	case s.Keyed.Every == 0:
		return rate(s.Pace)
	case s.Email == sources.FasterEmail:
		return rate(s.Pace) + "; with an e-mail address " + rate(s.Keyed)
	}
	return rate(s.Pace) + "; with a key " + rate(s.Keyed)
}
