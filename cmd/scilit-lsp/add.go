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
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
)

type addCmd struct {
	Indexes []string `name:"index" sep:"none" placeholder:"DIR|URL" help:"Folder of a corpus, or address of a server; may be repeated. Those of scilit.toml or SCILIT_INDEX where not given, and your library."`
	Bib     string   `required:"" placeholder:"FILE" help:"The .bib that gets the entries; it is made where there is none."`
	Yes     bool     `help:"Ask the online sources that you turned on without a question; what is sent is shown all the same."`
	Named   []string `arg:"" name:"work" help:"A DOI, an arXiv, PubMed or PMC identifier, an ISBN, an address, a citation key of your library, or a title."`
}

// Help says what is printed.
func (addCmd) Help() string {
	return `Prints the citation key of each work, in their order. A work that the file has already keeps
its entry and its key, so the same command may run twice. Works that none of your indexes has are looked up at the online
sources that you turned on: what is sent is shown and asked about first. Works that are not found are named, the
others are added, and the exit code is 1, or 3 where a source could not be asked.`
}

// Run adds the entries of works to a .bib.
func (c addCmd) Run(ctx context.Context, std streams) error {
	file, raw, err := readBib(c.Bib)
	if err != nil {
		return err
	}
	papers, failed := c.papers(ctx, std)
	plan := bib.NewPlanner([]*bib.File{file}, 0, "")
	for _, paper := range papers {
		if paper != nil {
			fmt.Fprintln(std.out, plan.Cite(app.NewWorkOf(paper)))
		}
	}
	if added, ok := plan.Insertion(); ok {
		failed = errors.Join(failed, writeBib(c.Bib, added.Apply(raw)))
	}
	return failed
}

// papers are parallel to the names, nil for each that could not be found.
func (c addCmd) papers(ctx context.Context, std streams) ([]*engine.Paper, error) {
	settings := settingsHere(std)
	papers, errs := make([]*engine.Paper, len(c.Named)), make([]error, len(c.Named))
	e, err := c.open(std, settings)
	if e == nil && len(settings.Online.Sources) == 0 {
		return nil, err
	}
	if e != nil {
		defer e.Close()
	}
	for i, named := range c.Named {
		errs[i] = fmt.Errorf("%s: %w", named, app.ErrNotFound)
		if e != nil {
			papers[i], errs[i] = theOne(ctx, e, named)
		}
	}
	if len(settings.Online.Sources) > 0 {
		c.lookUp(ctx, std, settings, papers, errs)
	}
	return papers, errors.Join(errs...)
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
	return nil, fmt.Errorf("%s: %w Name it by what is in brackets:%s", named, errWhich, b.String())
}

// errWhich is wrapped where a name may mean several works.
var errWhich = errors.New("which one?")

// maxShown is how many papers are shown where a name may mean several.
const maxShown = 10

func idOf(p *engine.Paper) string {
	if p.DOI != "" {
		return p.DOI
	}
	return p.ID
}

// open opens the indexes of the settings and the user's library, without models, and says
// which cannot be opened.
func (c addCmd) open(std streams, settings config.Settings) (*engine.Engine, error) {
	if len(c.Indexes) > 0 {
		settings.Indexes = engineFlags{Indexes: c.Indexes}.indexFolders()
	}
	e, failed := app.OpenWorks(settings, len(c.Indexes) > 0)
	if e == nil {
		return nil, errors.Join(failed...)
	}
	for _, err := range failed {
		if !errors.Is(err, engine.ErrNoIndex) { // else the library is enough
			fmt.Fprintf(std.err, "scilit-lsp: note: not searched: %s\n", files.Explain(err))
		}
	}
	return e, nil
}
