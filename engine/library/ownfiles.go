package library

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// ownFiles finds the PDF from which a paper in the library was read. An editor may open it, so it
// must be inside the configured folders.
type ownFiles struct {
	dir     string
	folders []string

	mu    sync.Mutex
	of    fs.FileInfo       // file information of the library.json from which paths was read
	paths map[string]string // path of each source file, by the ID prefix of its papers
}

// pathOf returns the PDF of the paper with this ID, or "" if it has no PDF that can be opened.
func (o *ownFiles) pathOf(ctx context.Context, id string) string {
	prefix, _, _ := strings.Cut(id, ":")
	if path := o.known(ctx)[prefix]; path != "" {
		return o.inside(ctx, path)
	}
	return ""
}

// known returns the paths in library.json. It rereads the file if it has been replaced.
func (o *ownFiles) known(ctx context.Context) map[string]string {
	if len(o.folders) == 0 {
		return nil
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	now, err := os.Stat(filepath.Join(o.dir, stateFile))
	if err != nil {
		return nil
	}
	if o.of != nil && os.SameFile(o.of, now) && o.of.ModTime().Equal(now.ModTime()) && o.of.Size() == now.Size() {
		return o.paths
	}
	s, _, err := readState(ctx, o.dir)
	if err != nil {
		return o.paths
	}
	o.of, o.paths = now, make(map[string]string)
	for path, f := range s.Files {
		if f != nil && len(f.Papers) > 0 && isPDF(path) {
			o.paths[filePrefix(path)] = path
		}
	}
	return o.paths
}

func isPDF(path string) bool {
	return filepath.IsAbs(path) && strings.EqualFold(filepath.Ext(path), ".pdf") && text.IsClean(path)
}

// inside returns the path with symbolic links resolved, or "" if it is not a PDF in one of the
// folders. It stops waiting when ctx is done, since a network drive may not respond.
func (o *ownFiles) inside(ctx context.Context, path string) string {
	for _, folder := range absolute(o.folders) {
		if !holds(folder, path) {
			continue
		}
		real, err := files.Call(ctx, path, func() (string, error) { return resolved(folder, path) })
		if err == nil && real != "" {
			return real
		}
	}
	return ""
}

// resolved resolves symbolic links in the path and the folder. It returns "" for paths outside the
// folder and for anything but a regular PDF file. The folder may be a single file.
func resolved(folder, path string) (string, error) {
	if folder == path {
		folder = filepath.Dir(path)
	}
	root, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return "", err
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil || !holds(root, real) || !isPDF(real) {
		return "", err
	}
	info, err := os.Lstat(real)
	if err != nil || !info.Mode().IsRegular() {
		return "", err
	}
	return real, nil
}

// holds reports whether a path is the folder or inside it.
func holds(folder, path string) bool {
	within, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(within)
}

const maxDiskWait = 2 * time.Second // maximum time a request waits for the disk with the PDFs

// filled returns copies of papers with their PDFs. A paper from a .bib file gets the PDF of the
// same work.
func (s openLibrary) filled(ctx context.Context, papers []*engine.Paper) []*engine.Paper {
	ctx, cancel := context.WithTimeout(ctx, maxDiskWait)
	defer cancel()
	all := make([]*engine.Paper, len(papers))
	var without []engine.WorkRef
	var at []int
	for i, p := range papers {
		if all[i] = s.withFile(ctx, p); p != nil && all[i].File == "" && p.Key != "" {
			without, at = append(without, unkeyed(p)), append(at, i)
		}
	}
	if len(without) == 0 || len(s.files.known(ctx)) == 0 {
		return all
	}
	others, err := s.Retriever.Papers(ctx, without)
	if err != nil {
		return all // these papers get no file
	}
	for i, other := range others[:min(len(others), len(at))] {
		if other != nil {
			all[at[i]].File = s.files.pathOf(ctx, other.ID)
		}
	}
	return all
}

// unkeyed returns a reference to a record of the same work without a citation key.
func unkeyed(p *engine.Paper) engine.WorkRef {
	ref := engine.WorkRef{DOI: p.DOI, ArXiv: p.ArXiv, Title: p.Title, Unkeyed: true}
	if len(p.Authors) > 0 {
		ref.Author = p.Authors[0].Family
	}
	return ref
}

// withFile returns a copy of the paper with the path of its PDF. It does not change the original,
// which the index may share.
func (s openLibrary) withFile(ctx context.Context, p *engine.Paper) *engine.Paper {
	if p == nil {
		return nil
	}
	own := *p
	own.File = s.files.pathOf(ctx, p.ID)
	return &own
}
