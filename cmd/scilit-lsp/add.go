package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/natefinch/atomic"
	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

type addCmd struct {
	Indexes []string `name:"index" placeholder:"DIR" help:"Folder of a corpus; may be repeated. Those of scilit.toml or SCILIT_INDEX where not given, and your library."`
	Bib     string   `required:"" placeholder:"FILE" help:"The .bib that gets the entries; it is made where there is none."`
	Named   []string `arg:"" name:"work" help:"A DOI, an arXiv or PubMed identifier, an address, a citation key of your library, or a title."`
}

// Help says what is printed.
func (addCmd) Help() string {
	return `Prints the citation key of each work, in their order. A work that the file has already keeps
its entry and its key, so the same command may run twice. Works that none of your indexes has are named, the
others are added, and the exit code is 1.`
}

// Run adds the entries of works to a .bib.
func (c addCmd) Run(ctx context.Context, std streams) error {
	file, raw, err := readBib(c.Bib)
	if err != nil {
		return err
	}
	e, err := c.open(std)
	if err != nil {
		return err
	}
	defer e.Close()
	plan, failed := bib.NewPlanner([]*bib.File{file}, 0, ""), error(nil)
	for _, named := range c.Named {
		paper, err := theOne(ctx, e, named)
		if err != nil {
			failed = errors.Join(failed, err)
			continue
		}
		fmt.Fprintln(std.out, plan.Cite(app.NewWorkOf(paper)))
	}
	if added, ok := plan.Insertion(); ok {
		failed = errors.Join(failed, writeBib(c.Bib, added.Apply(raw)))
	}
	return failed
}

// readBib reads an empty file where there is none.
func readBib(path string) (*bib.File, []byte, error) {
	if !strings.HasSuffix(path, ".bib") {
		return nil, nil, fmt.Errorf("%w: %s: no .bib: name a file that ends in .bib", errUsage, path)
	}
	raw, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	}
	return bib.Parse(raw), raw, nil
}

// writeBib replaces the file as a whole, where a link leads.
func writeBib(path string, content []byte) error {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	if err := atomic.WriteFile(path, bytes.NewReader(content)); err != nil {
		return fmt.Errorf("%s cannot be written: %w", path, err)
	}
	return nil
}

// theOne is the paper that a user can only mean by a name.
func theOne(ctx context.Context, e *engine.Engine, named string) (*engine.Paper, error) {
	papers, exact, err := app.Find(ctx, e, named, maxShown)
	switch {
	case err != nil:
		return nil, err
	case exact:
		return papers[0], nil
	case len(papers) == 0:
		return nil, fmt.Errorf("%s: %w: add the file that has it by `scilit-lsp index add DIR FILE`, or name another index by --index", named, app.ErrNotFound)
	}
	var b strings.Builder
	for _, p := range papers {
		fmt.Fprintf(&b, "\n  %s (%d). %s. [%s]", strings.Join(app.FullNames(p.Authors), ", "), p.Year, p.Title, idOf(p))
	}
	return nil, fmt.Errorf("%s: which one? Name it by what is in brackets:%s", named, b.String())
}

// maxShown is how many papers are shown where a name may mean several.
const maxShown = 10

func idOf(p *engine.Paper) string {
	if p.DOI != "" {
		return p.DOI
	}
	return p.ID
}

// open opens the indexes of the settings and the user's library, without models.
func (c addCmd) open(std streams) (*engine.Engine, error) {
	settings := settingsHere(std)
	if len(c.Indexes) > 0 {
		settings.Indexes = engineFlags{Indexes: c.Indexes}.indexFolders()
	}
	e, failed := app.OpenWorks(settings, len(c.Indexes) > 0)
	if e == nil {
		return nil, errors.Join(failed...)
	}
	return e, nil
}
