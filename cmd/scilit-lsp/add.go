package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/natefinch/atomic"
	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/display"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/bib/plan"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
)

type addCmd struct {
	Indexes []string `name:"index" sep:"none" placeholder:"DIR|URL" help:"Search this index (a folder or a server's URL) instead of your library and the indexes in your settings; may be repeated."`
	Bib     string   `required:"" placeholder:"FILE" help:"The .bib file to which the entries are added; created if missing."`
	Yes     bool     `help:"Send queries to the online sources you enabled without asking for confirmation. The queries are still printed."`
	Named   []string `arg:"" name:"work" help:"The work to add: a DOI, an arXiv, PubMed or PMC identifier, an ISBN, a URL, a title, or a citation key from your library."`
}

func (addCmd) Help() string {
	return `Prints the citation key of each work, in the order given. A work that the file already contains keeps its
entry and key, so the command can be repeated safely. Works missing from your indexes are looked up in the
online sources that you enabled; the queries are shown, and you are asked to confirm them. Works that are not
found are reported, and the others are added. The exit code is then 1, or 3 if a source could not be queried.`
}

func (c addCmd) Run(ctx context.Context, std cli.Streams) error {
	file, raw, err := readBib(c.Bib)
	if err != nil {
		return err
	}
	settings := std.Settings()
	e, err := c.open(std, settings)
	if e == nil && len(settings.Online.Sources) == 0 {
		return err
	}
	options := plan.Options{KeyPattern: settings.KeyPattern}
	if e != nil {
		defer e.Close()
		options.Library = e
	}
	papers, failed := c.papers(ctx, std, settings, e)
	added := plan.New([]plan.File{{File: file, Path: c.Bib}}, options)
	for _, paper := range papers {
		if paper == nil {
			continue
		}
		key, err := added.Cite(ctx, paper)
		if err != nil {
			return errors.Join(failed, err)
		}
		fmt.Fprintln(std.Out, key)
	}
	if in, ok := added.Addition(); ok {
		failed = errors.Join(failed, writeBib(c.Bib, in.Apply(raw)))
	}
	return failed
}

// papers looks up the papers named by the user, first in the corpora and then online. A paper is
// nil if it was not found; the error explains why.
func (c addCmd) papers(ctx context.Context, std cli.Streams, settings config.Settings,
	e *engine.Engine) ([]*engine.Paper, error) {
	papers, errs := make([]*engine.Paper, len(c.Named)), make([]error, len(c.Named))
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

// readBib reads and parses a .bib file. A missing file counts as empty.
func readBib(path string) (*bib.File, []byte, error) {
	if !strings.HasSuffix(path, ".bib") {
		return nil, nil, fmt.Errorf("%w: %s is not a .bib file: its name must end in .bib", cli.ErrUsage, path)
	}
	raw, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	}
	return bib.Parse(raw), raw, nil
}

// writeBib atomically replaces the content of a .bib file. It follows symbolic links.
func writeBib(path string, content []byte) error {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	if err := atomic.WriteFile(path, bytes.NewReader(content)); err != nil {
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	return nil
}

// theOne looks up a paper by its identifier or title. If several match, the error lists them.
func theOne(ctx context.Context, e *engine.Engine, named string) (*engine.Paper, error) {
	papers, exact, err := app.Find(ctx, e, named, maxShown)
	switch {
	case err != nil:
		return nil, err
	case exact:
		return papers[0], nil
	case len(papers) == 0:
		return nil, fmt.Errorf("%s: %w; add its file with `scilit-lsp index add DIR FILE`, or search another index "+
			"with --index", named, app.ErrNotFound)
	}
	var b strings.Builder
	for _, p := range papers {
		fmt.Fprintf(&b, "\n  %s (%d). %s. [%s]", strings.Join(display.FullNames(p.Authors), ", "), p.Year, p.Title,
			cmp.Or(p.DOI, p.ID))
	}
	return nil, fmt.Errorf("%s: %w; choose one by its identifier, shown in brackets:%s", named, errWhich, b.String())
}

// errWhich is wrapped by the error for a title or an identifier that matches several works.
var errWhich = errors.New("no single work matches exactly")

const maxShown = 10 // maximum number of papers listed if a title matches several

// open opens the corpora, without models. It prints a note for each corpus that could not be opened.
func (c addCmd) open(std cli.Streams, settings config.Settings) (*engine.Engine, error) {
	e, failed := cli.OpenWorks(settings, c.Indexes)
	if e == nil {
		return nil, errors.Join(failed...)
	}
	for _, err := range failed {
		// without a configured index, the user's library is enough
		if !errors.Is(err, engine.ErrNoIndex) {
			std.Note("note: an index was not searched: %s", files.Explain(err))
		}
	}
	return e, nil
}

// lookUp queries the online sources for named works that no index contains, and stores the papers
// and errors at their positions. The user is asked for consent once, for all queries.
func (c addCmd) lookUp(ctx context.Context, std cli.Streams, settings config.Settings, papers []*engine.Paper,
	errs []error) {
	l, err := openers(new(backend.Builder)).Literature(ctx, settings)
	var proposals []wire.OnlineProposal
	var missing []int
	for i, named := range c.Named {
		if !mayBeOnline(named, errs[i]) {
			continue
		}
		if err != nil {
			errs[i] = errors.Join(errs[i], err)
			continue
		}
		p, unnamed := l.Naming(ctx, named)
		if unnamed != nil {
			errs[i] = errors.Join(errs[i], fmt.Errorf("the work was not looked up online: %w", unnamed))
			continue
		}
		proposals, missing = append(proposals, p), append(missing, i)
	}
	if len(missing) == 0 {
		return
	}
	if err := consent(std, c.Yes, proposals...); err != nil {
		for _, i := range missing {
			errs[i] = errors.Join(errs[i], err)
		}
		return
	}
	for _, i := range missing {
		here := errs[i]
		papers[i], errs[i] = resolveOnline(ctx, std, l, c.Named[i])
		if errs[i] != nil && errors.Is(here, errWhich) {
			errs[i] = errors.Join(errs[i], here)
		}
	}
}

// wordsOfTitle is the minimum number of words in a title that is also looked up online if it matches
// several local works. The wanted work may be none of them, since other titles can contain the same
// words.
const wordsOfTitle = 4

func mayBeOnline(named string, err error) bool {
	return errors.Is(err, app.ErrNotFound) || errors.Is(err, errWhich) && len(strings.Fields(named)) >= wordsOfTitle
}

// resolveOnline looks up a work by its identifier or title in the online sources. It returns a
// paper only if a registry confirms that the work exists.
func resolveOnline(ctx context.Context, std cli.Streams, l backend.Literature, named string) (*engine.Paper, error) {
	answer, err := l.Resolve(ctx, named, showStep(std.Err))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", named, err)
	}
	std.PrintNotices(answer.Notices...)
	var confirmed []wire.OnlinePaper
	for _, p := range answer.Papers {
		if p.Confirmed {
			confirmed = append(confirmed, p)
		}
	}
	switch failed := failedSources(answer.Steps); {
	case answer.Exact && len(confirmed) == 1:
		return fullRecord(ctx, l, confirmed[0])
	case len(confirmed) > 0:
		return nil, whichOnline(named, confirmed)
	case len(answer.Papers) > 0:
		return nil, errors.Join(fmt.Errorf("%s was not added: %s", named, answer.Papers[0].Reason), failed)
	case failed != nil:
		return nil, fmt.Errorf("%s: %w", named, failed)
	}
	return nil, fmt.Errorf("%s: %w, and the online sources do not have it either; check the name, or add its file "+
		"with `scilit-lsp index add DIR FILE`", named, app.ErrNotFound)
}

// fullRecord returns the record of a paper, which the online search has stored on this machine.
func fullRecord(ctx context.Context, l backend.Literature, p wire.OnlinePaper) (*engine.Paper, error) {
	papers, err := l.Papers(ctx, []wire.PaperRef{{Paper: p.ID, Corpus: p.Corpus}})
	if err != nil {
		return nil, err
	}
	if papers[0] == nil {
		return nil, fmt.Errorf("%s was found, but its record could not be stored; try again", p.Title)
	}
	return papers[0], nil
}

func whichOnline(named string, papers []wire.OnlinePaper) error {
	var b strings.Builder
	for _, p := range papers[:min(len(papers), maxShown)] {
		fmt.Fprintf(&b, "\n  %s (%d). %s. %s [%s]", strings.Join(p.Authors, ", "), p.Year, p.Title, p.Type,
			cmp.Or(p.DOI, p.ID))
	}
	return fmt.Errorf("%s: %w; choose one by its identifier, shown in brackets:%s", named, errWhich, b.String())
}
