package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
	"github.com/scilit-lsp/scilit-lsp/verify"
	"github.com/scilit-lsp/scilit-lsp/verify/audit"
	"github.com/scilit-lsp/scilit-lsp/verify/report"
)

type checkCmd struct {
	Indexes []string `name:"index" sep:"none" placeholder:"DIR|URL" help:"Folder of a corpus, or address of a server; may be repeated. Those of scilit.toml or SCILIT_INDEX where not given, and your library."`
	Format  string   `enum:"text,json,github,sarif,html" default:"text" help:"One of ${enum} (${default})."`
	Ignore  []string `placeholder:"CODE" help:"Codes or fields that do not count; may be repeated."`
	Online  bool     `help:"Ask repositories of the literature too: those of online.sources in your settings. What is sent, and where, is shown before."`
	Sources []string `placeholder:"NAME,..." help:"With --online, ask these sources instead."`
	Yes     bool     `help:"With --online, send without a question."`
	Fresh   bool     `help:"Compare entries again whose result is known from an earlier run."`
	Fail    []string `placeholder:"CODE" help:"Codes or fields of the verdict check that fail, too, such as venue-unconfirmed; may be repeated."`
	Support bool     `help:"Grade how well the cited works support the sentences of a manuscript that cite them, too; with the format text or json."`
	Weakest int      `default:"10" placeholder:"N" help:"How many of the citations that are supported least --support shows (${default})."`
	Codes   bool     `help:"List the codes instead."`
	Files   []string `arg:"" optional:"" name:"file" help:".bib files, or manuscripts: then the entries that they cite are checked, and those are named that nothing cites."`
}

// Help says what a verdict means and how findings are switched off.
func (checkCmd) Help() string {
	return `Compares each entry with the records of your indexes and your library: title, authors, year, venue,
identifiers, volume and pages. An entry is verified; to check; a mismatch, which contradicts a record; or not
found, which says nothing about whether the work exists. The exit code is 1 where an entry is a mismatch or not
found, and 3 where a source could not be asked. Results are kept until an entry or an index changes, so that an
interrupted check goes on where it was.

With --online the identifiers of all entries are sent to their registries, which know of retractions and of
publications of preprints, and the titles and first authors of those that this does not settle.

A comment switches codes or fields off, for the entry below it or that it is in, else for the file:
% scilit-check: ignore year, venue-differs`
}

// errReferences and errUnasked give the exit codes of a check.
var (
	errReferences = errors.New("references fail")
	errUnasked    = errors.New("a source could not be asked")
)

// Run checks the entries of files.
func (c checkCmd) Run(ctx context.Context, std streams) error {
	if c.Codes {
		return printCodes(std)
	}
	if err := c.checkFlags(); err != nil {
		return err
	}
	ignored, err := codeNames("--ignore", c.Ignore)
	if err != nil {
		return err
	}
	failing, err := codeNames("--fail", c.Fail)
	if err != nil {
		return err
	}
	files, err := filesToCheck(ctx, c.Files)
	if err != nil {
		return err
	}
	repositories, err := c.repositories(std, files)
	if err != nil {
		return err
	}
	e, failed, err := c.open(std)
	if err != nil {
		return err
	}
	defer e.Close()
	answer, err := c.check(ctx, std, e, files, audit.Options{Year: time.Now().Year(), Ignored: ignored, Failed: failed, Online: repositories})
	if err != nil {
		return err
	}
	for _, note := range answer.Notes {
		fmt.Fprintf(std.err, "scilit-lsp: note: %s\n", note)
	}
	if err := c.print(ctx, std, e, answer.References); err != nil {
		return err
	}
	return verdictOf(answer, failing)
}

// checkFlags refuses what does not go together.
func (c checkCmd) checkFlags() error {
	switch {
	case len(c.Files) == 0:
		return fmt.Errorf("%w: name a .bib or a manuscript", errUsage)
	case c.Support && c.Format != "text" && c.Format != "json":
		return fmt.Errorf("%w: --support: it goes with --format text or json", errUsage)
	case c.Support && !slices.ContainsFunc(c.Files, func(name string) bool { return !isBib(name) }):
		return fmt.Errorf("%w: --support: name a manuscript, whose sentences can be compared", errUsage)
	}
	return nil
}

// check shows how far it is, and keeps the results that corpora gave.
func (c checkCmd) check(ctx context.Context, std streams, e *engine.Engine, files []audit.File, opts audit.Options) (audit.Report, error) {
	all := 0
	for _, f := range files {
		all += len(f.Bib.Entries)
	}
	bar := progressOf(std.err, all, "checking", "entries")
	opts.Progress = func(done int) { _ = bar.Set(done) }
	if cache := c.cache(ctx, std); cache != nil {
		defer cache.Close()
		opts.Cache = cache
	}
	answer, err := audit.Check(ctx, e, files, opts)
	_ = bar.Finish()
	if errors.Is(err, context.Canceled) {
		err = errors.New("interrupted: run the same command again to go on")
	}
	return answer, err
}

// cache is nil where it is not wanted, or cannot be opened: a check does without.
func (c checkCmd) cache(ctx context.Context, std streams) *audit.FileCache {
	if c.Fresh {
		return nil
	}
	dir, err := onnx.CacheDir()
	if err != nil {
		return nil
	}
	cache, err := audit.OpenFileCache(ctx, filepath.Join(dir, "checked", "results.jsonl"))
	if err != nil {
		fmt.Fprintf(std.err, "scilit-lsp: note: results are not kept: %v\n", err)
		return nil
	}
	return cache
}

// print prints the entries, and the citations where they are asked for.
func (c checkCmd) print(ctx context.Context, std streams, e *engine.Engine, references []verify.Checked) error {
	if !c.Support {
		return report.Formats[c.Format](std.out, references)
	}
	cited, err := c.checkSupport(ctx, std, e)
	if err != nil {
		return err
	}
	if c.Format == "json" {
		return report.JSONWithSupport(std.out, references, cited)
	}
	return report.TextWithSupport(std.out, references, cited)
}

// verdictOf is the error whose exit code CI acts on.
func verdictOf(answer audit.Report, failing verify.Names) error {
	switch {
	case answer.Unasked:
		return fmt.Errorf("%w, so what is not found may be there: see the notes above", errUnasked)
	case report.Fails(answer.References, failing):
		return fmt.Errorf("%w: correct them, or switch codes off by a comment `%% scilit-check: ignore CODE`", errReferences)
	}
	return nil
}

// codeNames are the codes and fields that a flag names.
func codeNames(flag string, names []string) (verify.Names, error) {
	all := verify.Names{}
	for _, name := range names {
		if !verify.IsName(name) {
			return nil, fmt.Errorf("%w: %s %s: no such code: `scilit-lsp check --codes` lists them", errUsage, flag, name)
		}
		all[name] = true
	}
	return all, nil
}

// open opens the indexes as add does; failed are those that cannot be opened.
func (c checkCmd) open(std streams) (e *engine.Engine, failed []string, err error) {
	settings := settingsHere(std)
	if len(c.Indexes) > 0 {
		settings.Indexes = engineFlags{Indexes: c.Indexes}.indexFolders()
	}
	e, all := app.OpenWorks(settings, len(c.Indexes) > 0)
	unopened := errors.Join(all...)
	if e == nil && !c.Online {
		return nil, nil, errors.Join(errUnasked, unopened)
	}
	if e == nil {
		e = engine.New(engine.Parts{})
	}
	if unopened != nil && !errors.Is(unopened, engine.ErrNoIndex) { // else the library is enough
		failed = []string{unopened.Error()}
	}
	return e, failed, nil
}

func printCodes(std streams) error {
	for _, k := range verify.Kinds {
		fmt.Fprintf(std.out, "%-16s  %-9s  %-7s  %s\n", k.Code, k.Verdict, k.Field, k.About)
	}
	return nil
}

// shown is a path relative to the current folder where it is inside, as CI wants it.
func shown(path string) string {
	here, err := os.Getwd()
	if err != nil {
		return path
	}
	relative, err := filepath.Rel(here, path)
	if err != nil || strings.HasPrefix(relative, "..") {
		return path
	}
	return filepath.ToSlash(relative)
}
