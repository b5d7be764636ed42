package bib

import (
	"regexp"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A Link is a span of the source that links to a page or a file.
type Link struct {
	Span
	URL  string // URL such as "https://...", or "" for a file
	Path string // path of a file as written, absolute or relative to the folder of the .bib
}

// maxLinks is the maximum number of links sent to an editor.
const maxLinks = 20_000

// Links returns the links in entries to DOIs, URLs, arXiv papers and files, in order.
func (f *File) Links() (all []Link) {
	for i := range f.Entries {
		e := &f.Entries[i]
		for n := range e.Fields {
			if len(all) >= maxLinks {
				return all
			}
			all = append(all, e.links(&e.Fields[n])...)
		}
	}
	return all
}

func (e *Entry) links(f *Field) []Link {
	inside := e.Inside(f)
	switch f.Name {
	case "doi":
		if doi := paper.DOI(e.Value(f)); doi != "" {
			return []Link{{Span: inside, URL: "https://doi.org/" + urlPath.Replace(doi)}}
		}
	case "url":
		if address := e.Value(f); isAddress(address) {
			return []Link{{Span: inside, URL: address}}
		}
	case "eprint":
		if id := e.arXivIn(f.Name, e.Value(f)); id != "" {
			return []Link{{Span: inside, URL: "https://arxiv.org/abs/" + id}}
		}
	case "file", "pdf":
		return e.files(inside)
	}
	return nil
}

// urlPath percent-encodes characters that are not valid in URLs but occur in old DOIs.
var urlPath = strings.NewReplacer("<", "%3C", ">", "%3E", " ", "%20", `"`, "%22", "#", "%23", "?", "%3F")

func isAddress(s string) bool {
	return (strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "https://")) && !strings.ContainsAny(s, " \t\n{}\\")
}

// files parses a field that contains a path, or a list of files in the format of JabRef and Zotero:
// "description:path:type;...", where "\:" is an escaped colon.
func (e *Entry) files(inside Span) (all []Link) {
	at := inside.Start
	for _, item := range splitUnescaped(e.file.Text(inside), ';') {
		start, end := 0, len(item)
		if parts := splitUnescaped(item, ':'); len(parts) == 3 {
			start = len(parts[0]) + 1
			end = start + len(parts[1])
		}
		span := Span{at + start, at + end}
		switch path := unescaped.ReplaceAllString(item[start:end], "$1"); {
		case isAddress(path):
			all = append(all, Link{Span: span, URL: path})
		case path != "":
			all = append(all, Link{Span: span, Path: path})
		}
		at += len(item) + 1
	}
	return all
}

var unescaped = regexp.MustCompile(`\\([:;\\])`)

func splitUnescaped(s string, separator byte) (parts []string) {
	start := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case separator:
			parts = append(parts, s[start:i])
			start = i + 1
		}
	}
	return append(parts, s[start:])
}
