package corpus

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
)

// This file reads LaTeX sources in the forms that arXiv distributes: a TeX file, an archive with the
// files of one paper, or an archive of compressed papers.

var documentClass = regexp.MustCompile(`^\s*\\document(?:class|style)\b`)

func isLaTeX(h head) bool { return isTar(h.bytes) || h.line(documentClass) }

func isTar(start []byte) bool { return len(start) > 262 && string(start[257:262]) == "ustar" }

func readLaTeX(in *input, out sink) error {
	start, _ := in.Peek(headSize)
	if isTar(start) {
		return in.archive(in.name, in.Reader, out)
	}
	main, err := io.ReadAll(io.LimitReader(in, maxSource+1))
	if err != nil {
		return err
	}
	if len(main) > maxSource {
		out(nil, in.bad(0, errLargeTeX.Error()))
		return nil
	}
	source := texSource{main: string(main), file: in.besides}
	in.texPaper(in.name, source, out)
	return nil
}

// maxSource is the maximum size of the LaTeX source of one paper, in bytes.
const maxSource = 32 << 20

var errLargeTeX = fmt.Errorf("the LaTeX source is larger than the limit of %d MB: add the paper's BibTeX entry instead",
	maxSource>>20)

// besides returns the content of a file next to the main file, for \input.
func (in *input) besides(name string) string {
	if in.path == "" || !filepath.IsLocal(name) {
		return ""
	}
	raw, _ := files.Read(in.ctx, filepath.Join(filepath.Dir(in.path), name), maxSource)
	return string(raw)
}

// texPaper converts a source to a paper and passes it to out. name identifies the paper in errors, and
// may contain its arXiv identifier.
func (in *input) texPaper(name string, source texSource, out sink) (more bool) {
	p, reason := source.paper()
	if m := fileArXiv.FindStringSubmatch(path.Base(filepath.ToSlash(name))); m != nil && p != nil {
		p.ArXiv = strings.ToLower(m[1] + m[2])
		if m[1] != "" {
			p.ArXiv = strings.ToLower(m[1]) + "/" + m[2]
		}
		p.ID, p.URL = "arxiv-source:"+p.ArXiv, "https://arxiv.org/abs/"+p.ArXiv
	}
	of := *in
	of.name = name
	return of.hand(p, 0, reason, out)
}

// fileArXiv matches arXiv file names, such as 1706.03762v5.tar.gz and hep-th9901001.gz.
var fileArXiv = regexp.MustCompile(`(?i)^(?:arxiv-)?([a-z]+(?:-[a-z]+)?(?:\.[a-z]{2})?)?(\d{4}\.\d{4,5}` +
	`|\d{7})(?:v\d+)?(?:\.|$)`)

// archive reads a tar file. Each compressed member is a paper. The other files together form another
// paper.
func (in *input) archive(name string, r io.Reader, out sink) error {
	files := tar.NewReader(r)
	one := texFiles{}
	for {
		entry, err := files.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		switch kind := strings.ToLower(path.Ext(entry.Name)); {
		case entry.Typeflag != tar.TypeReg:
		case kind == ".gz":
			if !in.member(name+"/"+entry.Name, files, out) {
				return nil
			}
		case slices.Contains(texKinds, kind):
			if err := one.add(entry.Name, files); err != nil {
				return err
			}
		}
	}
	if len(one.files) == 0 {
		return nil
	}
	in.texPaper(name, one.source(), out)
	return nil
}

var texKinds = []string{".tex", ".ltx", ".latex", ".bbl", ".bib", ""}

// member reads one compressed paper from an archive.
func (in *input) member(name string, r io.Reader, out sink) (more bool) {
	plain, err := unpacked(r)
	if err != nil {
		return out(nil, &RecordError{name, 0, err.Error()})
	}
	start, _ := plain.Peek(headSize)
	more = true
	switch h := newHead(start); {
	case isTar(start):
		err = in.archive(name, plain, func(p *engine.Paper, err error) bool {
			more = out(p, err)
			return more
		})
	case isLaTeX(h):
		var raw []byte
		raw, err = io.ReadAll(io.LimitReader(plain, maxSource))
		more = in.texPaper(name, texSource{main: string(raw), file: func(string) string { return "" }}, out)
	default:
		return out(nil, &RecordError{name, 0, "this file is neither LaTeX nor an archive of LaTeX files"})
	}
	if err != nil && more {
		return out(nil, &RecordError{name, 0, err.Error()})
	}
	return more
}

// texFiles holds one paper's files by name.
type texFiles struct {
	files map[string]string
	size  int
}

func (t *texFiles) add(name string, r io.Reader) error {
	raw, err := io.ReadAll(io.LimitReader(r, maxSource))
	if err != nil {
		return err
	}
	if bytes.IndexByte(raw, 0) >= 0 {
		return nil // the file is not text
	}
	if t.size += len(raw); t.size > maxSource {
		return errLargeTeX
	}
	if t.files == nil {
		t.files = make(map[string]string)
	}
	t.files[path.Clean(name)] = string(raw)
	return nil
}

// source returns the paper's main file, which is the longest one that begins a document.
func (t *texFiles) source() texSource {
	main := ""
	for name, text := range t.files {
		if strings.Contains(text, `\begin{document}`) && !strings.HasSuffix(name, ".bib") &&
			(main == "" || len(text) > len(t.files[main]) || len(text) == len(t.files[main]) && name < main) {
			main = name
		}
	}
	folder := path.Dir(main)
	file := func(name string) string { return t.files[path.Join(folder, name)] }
	return texSource{main: t.files[main], file: file, lists: append(t.kind(".bbl"), t.kind(".bib")...)}
}

// kind returns the contents of the files with the given extension, sorted by name.
func (t *texFiles) kind(ending string) (all []string) {
	for _, name := range slices.Sorted(maps.Keys(t.files)) {
		if path.Ext(name) == ending {
			all = append(all, t.files[name])
		}
	}
	return all
}
