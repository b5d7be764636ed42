// Package hayagriva reads keys, names, titles and identifiers from bibliographies in
// Typst's YAML format.
package hayagriva

import (
	"strconv"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"gopkg.in/yaml.v3"
)

// MaxSize is the maximum size of a bibliography in bytes. YAML is slow to parse.
const MaxSize = 4 << 20

// Parse parses a bibliography. It never fails; it skips values that are not entries. It does not
// follow aliases, since a few lines of aliases can expand to an enormous number of values.
func Parse(text string) *bib.File {
	var root yaml.Node
	if len(text) > MaxSize || yaml.Unmarshal([]byte(text), &root) != nil || len(root.Content) == 0 {
		return bib.ParseForeign("", nil)
	}
	keys := make(map[string]bib.Span)
	lines := bib.LineStarts(text)
	none := bib.Parse("")
	var entries strings.Builder
	for key, value := range pairs(root.Content[0]) {
		at := lines[min(key.Line, len(lines))-1] + key.Column - 1
		if at < len(text) && strings.IndexByte(`"'`, text[at]) >= 0 {
			at++
		}
		if _, known := keys[key.Value]; known || !isKey(key.Value) || value.Kind != yaml.MappingNode ||
			!strings.HasPrefix(text[min(at, len(text)):], key.Value) {
			continue
		}
		keys[key.Value] = bib.Span{Start: at, End: at + len(key.Value)}
		// Insert the entry under a placeholder, since the key may contain characters that a new key
		// cannot.
		entry := none.Insert(recordOf(value), "key").Text
		entries.WriteString(strings.Replace(entry, "{key,", "{"+key.Value+",", 1) + "\n")
	}
	return bib.ParseForeign(entries.String(), keys)
}

// isKey reports whether BibTeX accepts a text as a key.
func isKey(key string) bool { return key != "" && !strings.ContainsAny(key, " \t\r\n{}(),\"'=#%~\\@") }

func pairs(node *yaml.Node) func(yield func(key, value *yaml.Node) bool) {
	return func(yield func(key, value *yaml.Node) bool) {
		for i := 0; node.Kind == yaml.MappingNode && i+1 < len(node.Content); i += 2 {
			if !yield(node.Content[i], node.Content[i+1]) {
				return
			}
		}
	}
}

// recordOf returns the record for an entry. The venue is the title of the entry's parent.
func recordOf(entry *yaml.Node) bib.Record {
	r := bib.Record{
		Title: text(at(entry, "title")), Volume: text(at(entry, "volume")), Issue: text(at(entry, "issue")),
		Pages:     text(at(entry, "page-range")),
		Publisher: text(at(entry, "publisher")), URL: text(at(entry, "url")), Authors: authors(at(entry, "author")),
	}
	r.Year = year(text(at(entry, "date")))
	r.DOI, r.ArXiv = text(at(entry, "serial-number", "doi")), text(at(entry, "serial-number", "arxiv"))
	parent := at(entry, "parent")
	if parent != nil && parent.Kind == yaml.SequenceNode && len(parent.Content) > 0 {
		parent = parent.Content[0]
	}
	if parent == nil {
		return r
	}
	r.Venue = text(at(parent, "title"))
	for field, name := range map[*string]string{&r.Volume: "volume", &r.Issue: "issue", &r.Publisher: "publisher"} {
		if *field == "" {
			*field = text(at(parent, name))
		}
	}
	if r.Year == 0 {
		r.Year = year(text(at(parent, "date")))
	}
	return r
}

// at returns the value at a path of keys in a mapping, or nil.
func at(node *yaml.Node, names ...string) *yaml.Node {
	for _, name := range names {
		if node == nil {
			return nil
		}
		var found *yaml.Node
		for key, value := range pairs(node) {
			if key.Value == name {
				found = value
				break
			}
		}
		node = found
	}
	return node
}

// text returns a string value. If the value is a mapping, it returns the string under "value".
func text(node *yaml.Node) string {
	if node != nil && node.Kind == yaml.MappingNode {
		node = at(node, "value")
	}
	if node == nil || node.Kind != yaml.ScalarNode {
		return ""
	}
	return strings.Join(strings.Fields(node.Value), " ")
}

func year(date string) int {
	digits, _, _ := strings.Cut(date, "-")
	n, err := strconv.Atoi(digits)
	if err != nil || n < 0 || n > 9999 {
		return 0
	}
	return n
}

// authors returns the names in a value, which may be one name or a list. A name is either "Family,
// Given" or a mapping with the parts of the name.
func authors(node *yaml.Node) (all []bib.Name) {
	if node == nil {
		return nil
	}
	names := []*yaml.Node{node}
	if node.Kind == yaml.SequenceNode {
		names = node.Content
	}
	for _, name := range names {
		family, given, _ := strings.Cut(text(name), ",")
		if name.Kind == yaml.MappingNode {
			family = strings.TrimSpace(text(at(name, "prefix")) + " " + text(at(name, "name")))
			given = text(at(name, "given-name"))
		}
		if family = strings.TrimSpace(family); family != "" {
			all = append(all, bib.Name{Family: family, Given: strings.TrimSpace(given)})
		}
	}
	return all
}
