// Package project reads what the file of a project says of its manuscripts: that
// of Quarto, bookdown, MyST, Jupyter Book, Sphinx and Manubot. Such files come
// with a workspace, and nothing in them is followed here.
package project

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

// A Config is what a project's file says. Paths are as written, relative to the
// folder of the file.
type Config struct {
	Bibliographies []string
	Chapters       []string
	// ChaptersBeside reports whether all manuscripts beside the file are chapters.
	ChaptersBeside bool
	// BibsBeside reports whether all .bib files beside the file are read where
	// it names none.
	BibsBeside bool
	// NewBib is where entries go where there is no .bib yet, "" where the project
	// has no such place.
	NewBib string
	// Roles reports whether its documents cite by roles, as Sphinx does.
	Roles bool
}

// Files are the names of the files that Read knows.
var Files = []string{"_quarto.yml", "_quarto.yaml", "_metadata.yml", "_bookdown.yml", "myst.yml", "_config.yml", "conf.py", "metadata.yaml"}

// MaxSize is how large a file may be, in bytes: what is parsed as YAML takes
// long, and real ones have a few thousand.
const MaxSize = 256 << 10

// Read reads the text of a project's file. What cannot be understood says nothing.
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
		c.Chapters = append(chapters(at(top, "book", "chapters")), chapters(at(top, "book", "appendices"))...)
	case "_bookdown.yml":
		c.Bibliographies = names(at(top, "bibliography"))
		c.Chapters = names(at(top, "rmd_files"))
		c.ChaptersBeside = len(c.Chapters) == 0
		c.Chapters = append(c.Chapters, "index.Rmd") // whose front matter counts for all
	case "myst.yml":
		c.Bibliographies = names(at(top, "project", "bibliography"))
		c.BibsBeside = true
	case "_config.yml":
		c.Bibliographies = append(names(at(top, "bibtex_bibfiles")), names(at(top, "sphinx", "config", "bibtex_bibfiles"))...)
		c.Roles = len(c.Bibliographies) > 0
	case "metadata.yaml":
		c = manubot(path, top)
	}
	return c
}

// manubot reads the metadata of a manuscript whose texts are in the folder
// "content"; any other metadata.yaml is something else.
func manubot(path string, top *yaml.Node) (c Config) {
	if filepath.Base(filepath.Dir(path)) != "content" || top.Kind != yaml.MappingNode {
		return c
	}
	c.Bibliographies = names(at(top, "bibliography"))
	c.ChaptersBeside = true
	c.NewBib = "manual-references.bib"
	return c
}

// at is the value that a path of keys leads to, nil where there is none. No
// alias is followed: a few lines of them can expand to any number of values.
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

// names are the texts of a value: one, a list of them, or lists by format.
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
			if node.Kind == yaml.SequenceNode && item.Kind == yaml.ScalarNode || node.Kind == yaml.MappingNode && i%2 == 1 && item.Kind == yaml.SequenceNode {
				all = append(all, names(item)...)
			}
		}
	}
	return all
}

// isName is false for what only a program would make a name of.
func isName(value string) bool { return value != "" && !strings.ContainsAny(value, "`\n\x00") }

// maxParts is how deep parts of a book may contain each other.
const maxParts = 4

// chapters are the files of a book, those of its parts included.
func chapters(node *yaml.Node) []string { return chaptersIn(node, maxParts) }

func chaptersIn(node *yaml.Node, levels int) (all []string) {
	if node == nil || node.Kind != yaml.SequenceNode || levels == 0 {
		return nil
	}
	for _, item := range node.Content {
		if item.Kind == yaml.ScalarNode {
			all = append(all, names(item)...)
			continue
		}
		for _, key := range []string{"part", "file", "href"} {
			if value := at(item, key); value != nil && value.Kind == yaml.ScalarNode && filepath.Ext(value.Value) != "" {
				all = append(all, names(value)...)
			}
		}
		all = append(all, chaptersIn(at(item, "chapters"), levels-1)...)
	}
	return all
}

var (
	bibFiles = regexp.MustCompile(`(?m)^bibtex_bibfiles\s*=\s*\[([^\]]*)\]`)
	quoted   = regexp.MustCompile(`"([^"\n]*)"|'([^'\n]*)'`)
)

// sphinx reads the list of .bib files out of a configuration that is a program.
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
