// Package lists reads references in formats other than BibTeX and converts them to entries. It
// supports a document's thebibliography, .bbl, RIS, CSL-JSON and Hayagriva.
package lists

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/bib/hayagriva"
	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/paper"
	"github.com/scilit-lsp/scilit-lsp/verify/audit"
)

// Extensions lists the file name extensions that Read supports.
var Extensions = []string{".bib", ".bbl", ".ris", ".json", ".yml", ".yaml"}

// Is reports whether a file name has one of the Extensions.
func Is(name string) bool { return slices.Contains(Extensions, strings.ToLower(filepath.Ext(name))) }

// Errors for files without references.
var (
	ErrPointer = errors.New("this is a Git LFS pointer, not the file itself: run `git lfs pull`")
	ErrNoEntry = errors.New("the file contains no references: check that its contents match its file name extension")
	ErrEmpty   = errors.New("the file is empty: add entries, or pass another file")
	ErrMacros  = errors.New("the file only defines macros: pass it with the manuscript or with the lists that use them")
)

// Read reads the references in a file, whose extension determines the format. If it returns
// ErrMacros, it also returns the file, since other lists may use its macros.
func Read(ctx context.Context, name string, raw []byte) (audit.File, error) {
	source, err := decode(raw)
	if err != nil {
		return audit.File{}, fmt.Errorf("%s: %w", name, err)
	}
	file := audit.File{Path: filepath.ToSlash(name), Source: source}
	switch strings.ToLower(filepath.Ext(name)) {
	case ".bib":
		file.Bib = bib.Parse(source)
	case ".bbl":
		return OfDocument(name, source)
	case ".yml", ".yaml":
		file.Bib, file.Lines = hayagriva.Parse(source), bib.LineStarts(source)
	default:
		papers, unread, err := papersOf(ctx, name, source)
		if err != nil {
			return audit.File{}, err
		}
		file = converted(name, source, 0, papers)
		file.Unread = unread
	}
	switch {
	case len(file.Bib.Entries) > 0:
		return file, nil
	case len(file.Bib.Strings) > 0:
		return file, fmt.Errorf("%s: %w", name, ErrMacros)
	}
	return audit.File{}, fmt.Errorf("%s: %w", name, ErrNoEntry)
}

// OfDocument returns the references in a document's thebibliography or in a .bbl file.
func OfDocument(name, source string) (audit.File, error) {
	keys, references := corpus.References(source)
	all := make([]item, len(keys))
	for i, key := range keys {
		r := references[i]
		all[i] = item{key, "{" + key + "}", &paper.Paper{Title: r.Title, Authors: r.Authors, Year: r.Year, Venue: r.Venue,
			DOI: r.DOI}}
	}
	if len(all) == 0 {
		return audit.File{}, fmt.Errorf("%s: %w", name, ErrNoEntry)
	}
	return converted(name, source, max(0, strings.Index(source, `\begin{thebibliography}`)), all), nil
}

// An item is a reference in another format. mark is the text at its start, by which it is located.
type item struct {
	key, mark string
	paper     *paper.Paper
}

// papersOf returns the records in a file, and the number of references that could not be read.
func papersOf(ctx context.Context, name, source string) (all []item, unread int, err error) {
	isJSON := strings.EqualFold(filepath.Ext(name), ".json")
	for p, err := range corpus.Read(ctx, name, strings.NewReader(source)) {
		if _, broken := errors.AsType[*corpus.RecordError](err); broken {
			unread++
			continue
		}
		if err != nil {
			return nil, 0, fmt.Errorf("%s: %w", name, err)
		}
		it := item{fmt.Sprintf("reference-%d", len(all)+1), "TY  -", p}
		if key := cmp.Or(p.Key, p.ID); isJSON && key != "" {
			it.key, it.mark = key, `"`+key+`"`
		}
		all = append(all, it)
	}
	return all, unread, nil
}

// converted converts references to entries. It also records their positions, which it finds by
// searching for their marks in order, beginning at from.
func converted(name, source string, from int, all []item) audit.File {
	keys := make(map[string]bib.Span)
	none := bib.Parse("")
	var entries strings.Builder
	for _, it := range all {
		key := keyOf(it.key)
		if _, known := keys[key]; known || key == "" {
			continue
		}
		at := strings.Index(source[from:], it.mark)
		if at < 0 {
			// stop searching, since searching the whole text for each mark would take quadratic time
			from = len(source)
		} else {
			from += at
		}
		keys[key] = bib.Span{Start: from, End: from + len(it.mark)}
		from = min(len(source), from+1)
		entry := none.Insert(bib.RecordOf(it.paper), "key").Text
		entries.WriteString(strings.Replace(entry, "{key,", "{"+key+",", 1) + "\n")
	}
	file := bib.ParseForeign(entries.String(), keys)
	return audit.File{Path: filepath.ToSlash(name), Bib: file, Lines: bib.LineStarts(source)}
}

// keyOf returns a key in which underscores replace the characters that BibTeX keys cannot contain.
func keyOf(key string) string {
	return strings.Map(func(r rune) rune {
		if r <= ' ' || strings.ContainsRune("{}(),\"'=#%~\\@", r) {
			return '_'
		}
		return r
	}, key)
}

// decode converts a text to UTF-8. It recognizes UTF-16 by its byte order mark.
func decode(raw []byte) (string, error) {
	switch {
	case len(bytes.TrimSpace(raw)) == 0:
		return "", ErrEmpty
	case bytes.HasPrefix(raw, []byte("version https://git-lfs.github.com/spec/")):
		return "", ErrPointer
	case bytes.HasPrefix(raw, []byte{0xff, 0xfe}), bytes.HasPrefix(raw, []byte{0xfe, 0xff}):
		high := 1
		if raw[0] == 0xfe {
			high = 0
		}
		units := make([]uint16, 0, len(raw)/2)
		for i := 2; i+1 < len(raw); i += 2 {
			units = append(units, uint16(raw[i+high])<<8|uint16(raw[i+1-high]))
		}
		return string(utf16.Decode(units)), nil
	}
	return string(raw), nil
}
