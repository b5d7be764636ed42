// Package project reads the project files of Quarto, bookdown, MyST, Jupyter Book, Sphinx and
// Manubot. The files may be untrusted, so this package only parses them and opens no file that they
// name.
package project

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

// A Config is the content of a project file. Paths are as written there, relative to its folder.
type Config struct {
	Bibliographies []string
	Chapters       []string
	// ChaptersBeside reports whether all manuscripts in the same folder are chapters.
	ChaptersBeside bool
	// BibsBeside reports whether all .bib files in the same folder are read if the project file
	// names none.
	BibsBeside bool
	// NewBib is the path at which to create a .bib file, or "" if the project does not specify one.
	NewBib string
	// Roles reports whether the project's documents cite with roles, as in Sphinx.
	Roles bool
}

// Files lists the names of the project files that Read can parse.
var Files = []string{
	"_quarto.yml", "_quarto.yaml", "_metadata.yml", "_bookdown.yml", "myst.yml", "_config.yml", "conf.py",
	"metadata.yaml",
}

// MaxSize is the maximum size of a project file, in bytes. YAML is slow to parse, and real project
// files are only a few kilobytes long.
const MaxSize = 256 << 10

// Read parses a project file. It ignores values that it does not recognize.
func Read(path, text string) (c Config) {
	name := filepath.Base(path)
	if name == "conf.py" {
		return sphinx(text)
	}
	var root yaml.Node
	if len(text) > MaxSize || yaml.Unmarshal([]byte(text), &root) != nil || len(root.Content) == 0 {
		return c
	}
	top := root.Content[0]
	switch name {
	case "_quarto.yml", "_quarto.yaml", "_metadata.yml":
		c.Bibliographies = append(names(at(top, "bibliography")), names(at(top, "book", "bibliography"))...)
		c.Chapters = append(
			chapters(at(top, "book", "chapters"), maxParts), chapters(at(top, "book", "appendices"), maxParts)...)
	case "_bookdown.yml":
		c.Bibliographies = names(at(top, "bibliography"))
		c.Chapters = names(at(top, "rmd_files"))
		c.ChaptersBeside = len(c.Chapters) == 0
		c.Chapters = append(c.Chapters, "index.Rmd") // the front matter of index.Rmd applies to all chapters
	case "myst.yml":
		c.Bibliographies = names(at(top, "project", "bibliography"))
		c.BibsBeside = true
	case "_config.yml":
		c.Bibliographies = append(
			names(at(top, "bibtex_bibfiles")), names(at(top, "sphinx", "config", "bibtex_bibfiles"))...)
		c.Roles = len(c.Bibliographies) > 0
	case "metadata.yaml":
		c = manubot(path, top)
	}
	return c
}

// manubot reads the metadata of a manuscript in a "content" folder. Elsewhere, a metadata.yaml has a
// different purpose.
func manubot(path string, top *yaml.Node) (c Config) {
	if filepath.Base(filepath.Dir(path)) != "content" || top.Kind != yaml.MappingNode {
		return c
	}
	c.Bibliographies = names(at(top, "bibliography"))
	c.ChaptersBeside = true
	c.NewBib = "manual-references.bib"
	return c
}

// at returns the value at a path of keys, or nil. It does not follow aliases, since a few lines of
// aliases can expand to an enormous number of values.
func at(node *yaml.Node, keys ...string) *yaml.Node {
	for _, key := range keys {
		if node == nil || node.Kind != yaml.MappingNode {
			return nil
		}
		var value *yaml.Node
		for i := 0; i+1 < len(node.Content) && value == nil; i += 2 {
			if node.Content[i].Value == key {
				value = node.Content[i+1]
			}
		}
		node = value
	}
	return node
}

// names returns the strings in a value, which may be one string, a list of strings, or a mapping
// from formats to lists.
func names(node *yaml.Node) (all []string) {
	if node == nil {
		return nil
	}
	switch node.Kind {
	case yaml.ScalarNode:
		if isName(node.Value) {
			all = append(all, node.Value)
		}
	case yaml.SequenceNode, yaml.MappingNode:
		for i, item := range node.Content {
			if node.Kind == yaml.SequenceNode && item.Kind == yaml.ScalarNode ||
				node.Kind == yaml.MappingNode && i%2 == 1 && item.Kind == yaml.SequenceNode {
				all = append(all, names(item)...)
			}
		}
	}
	return all
}

// isName reports whether a value can be a file name rather than an expression to evaluate.
func isName(value string) bool { return value != "" && !strings.ContainsAny(value, "`\n\x00") }

const maxParts = 4 // maximum nesting depth of a book's parts

// chapters returns the files of a book, including those of its parts, down to the given depth.
func chapters(node *yaml.Node, levels int) (all []string) {
	if node == nil || node.Kind != yaml.SequenceNode || levels == 0 {
		return nil
	}
	for _, item := range node.Content {
		if item.Kind == yaml.ScalarNode {
			all = append(all, names(item)...)
			continue
		}
		for _, key := range []string{"part", "file", "href"} {
			if value := at(item, key); value != nil && value.Kind == yaml.ScalarNode &&
				filepath.Ext(value.Value) != "" {
				all = append(all, names(value)...)
			}
		}
		all = append(all, chapters(at(item, "chapters"), levels-1)...)
	}
	return all
}

var (
	bibFiles = regexp.MustCompile(`(?m)^bibtex_bibfiles\s*=\s*\[([^\]]*)\]`)
	quoted   = regexp.MustCompile(`"([^"\n]*)"|'([^'\n]*)'`)
)

// sphinx reads the list of .bib files from Sphinx's Python configuration.
func sphinx(text string) (c Config) {
	list := bibFiles.FindStringSubmatch(text[:min(len(text), MaxSize)])
	if list == nil {
		return c
	}
	for _, found := range quoted.FindAllStringSubmatch(list[1], -1) {
		c.Bibliographies = append(c.Bibliographies, found[1]+found[2])
	}
	c.Bibliographies = slices.DeleteFunc(c.Bibliographies, func(name string) bool { return !isName(name) })
	c.Roles = true
	return c
}
